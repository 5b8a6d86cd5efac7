const FREE = 2;
const FIRST = 30_000;
const MAX_WAIT = 15 * 60_000;

/** How long nobody's guess at this PIN is looked at after so many wrong ones in a row, in milliseconds: half a minute at the third, twice that at each further one, at most 15 minutes. */
export const pinWait = (wrong: number): number => (wrong <= FREE ? 0 : Math.min(MAX_WAIT, FIRST * 2 ** (wrong - FREE - 1)));
