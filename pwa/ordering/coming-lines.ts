/** What the card shows of a line until the order contains it. */
export interface OnItsWay {
  /** Its Idempotency-Key: every try carries the same, so that the line is never ordered twice. */
  key: string;
  /** Sends it again, where it was not saved; null while it is being sent. */
  again: (() => void) | null;
}

/**
 * Whether the server refused the line. All other errors leave that open: no response, an error of the server, too many requests, a session that has
 * ended.
 */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** The lines after one of them could not be sent: a refused line is removed, any other stays, to be sent `again`. */
export const afterFailure = <Line extends OnItsWay>(lines: readonly Line[], key: string, status: number, again: () => void): readonly Line[] =>
  isRefusal(status) ? without(lines, [key]) : lines.map((line) => (line.key === key ? { ...line, again } : line));

/** The lines once one of them is sent again. */
export const underWay = <Line extends OnItsWay>(lines: readonly Line[], key: string): readonly Line[] =>
  lines.map((line) => (line.key === key ? { ...line, again: null } : line));

/** The lines without those that are saved or discarded. */
export const without = <Line extends OnItsWay>(lines: readonly Line[], keys: readonly string[]): readonly Line[] =>
  lines.filter(({ key }) => !keys.includes(key));

/** The lines that were not saved. */
export const unsaved = <Line extends OnItsWay>(lines: readonly Line[]): Line[] => lines.filter(({ again }) => again !== null);
