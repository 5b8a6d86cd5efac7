const minute = 60_000;
const longest = 4 * 60 * minute;

/** How long to wait, in milliseconds, after this number of failed attempts: a minute, doubled each time, four hours at most. */
export const backOff = (attempts: number): number => Math.min(minute * 2 ** Math.max(0, Math.min(attempts, 20) - 1), longest);
