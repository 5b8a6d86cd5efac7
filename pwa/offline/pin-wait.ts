const FREE = 2;
const FIRST = 30_000;
const MAX_WAIT = 15 * 60_000;

/**
 * Milliseconds for which a PIN cannot be tried after `wrong` wrong tries in a row: half a minute after the third, twice as long
 * after each further try, at most 15 minutes.
 */
export const pinWait = (wrong: number): number => (wrong <= FREE ? 0 : Math.min(MAX_WAIT, FIRST * 2 ** (wrong - FREE - 1)));
