/**
 * A press within this time of the one before, in milliseconds, belongs to it: a double click, or a key that is held. It is the time that Windows, macOS
 * and browsers allow for a double click unless somebody has set another one.
 */
export const REPEAT_WINDOW = 500;
