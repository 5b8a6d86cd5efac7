/** The steps of a shift, and of one that is short enough for a thousand of them to run in four minutes of two cores. */
export const STEPS = 250;
export const SHORT_STEPS = 130;
