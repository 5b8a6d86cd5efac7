/**
 * Milliseconds after a press in which a second press counts as part of the first: a double click, or a key that is held down. Windows, macOS and
 * browsers allow this time for a double click by default.
 */
export const REPEAT_WINDOW = 500;
