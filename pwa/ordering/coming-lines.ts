/** A line that the card shows until the order contains it. */
export interface OnItsWay {
  /** The line's Idempotency-Key. Every try carries the same key, so that the line is never ordered twice. */
  key: string;
  /** Sends the unsaved line again; null while it is being sent. */
  again: (() => void) | null;
}

/**
 * Whether the server refused the line for good. After any other error (no response, a server error, too many requests, an expired session) the line
 * may be sent again.
 */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** Returns the lines after the one with this key could not be sent. A refused line is removed; any other line stays, with `again` to send it. */
export const afterFailure = <Line extends OnItsWay>(lines: readonly Line[], key: string, status: number, again: () => void): readonly Line[] =>
  isRefusal(status) ? without(lines, [key]) : lines.map((line) => (line.key === key ? { ...line, again } : line));

/** Returns the lines; the line with this key is marked as being sent again. */
export const underWay = <Line extends OnItsWay>(lines: readonly Line[], key: string): readonly Line[] =>
  lines.map((line) => (line.key === key ? { ...line, again: null } : line));

/** Removes the lines with these `keys`, because they were saved or discarded. */
export const without = <Line extends OnItsWay>(lines: readonly Line[], keys: readonly string[]): readonly Line[] =>
  lines.filter(({ key }) => !keys.includes(key));

/** The lines that were not saved. */
export const unsaved = <Line extends OnItsWay>(lines: readonly Line[]): Line[] => lines.filter(({ again }) => again !== null);
