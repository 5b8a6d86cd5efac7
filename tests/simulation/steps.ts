/** The number of steps of a shift, and of a short shift. Two cores run a thousand short shifts in four minutes. */
export const STEPS = 250;
export const SHORT_STEPS = 130;
