/**
 * A press within this time after another one, in milliseconds, belongs to that press: a double click, or a key that is held down. It is the time that
 * Windows, macOS and browsers allow for a double click unless somebody has set another one.
 */
export const REPEAT_WINDOW = 500;
