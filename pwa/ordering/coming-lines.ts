/** What is said of a line until it stands in the order. */
export interface OnItsWay {
  /** Its Idempotency-Key: every try carries the same, so that it is never ordered twice. */
  key: string;
  /** Sends it again, where it was not saved; null while it is under way. */
  again: (() => void) | null;
}

/** The server said no to what was sent. All else says nothing about it: no answer, a fault of the server, too many calls, a session that has ended. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** The lines after one of them could not be sent: what was refused is taken out, all else stays to be sent `again`. */
export const afterFailure = <Line extends OnItsWay>(lines: readonly Line[], key: string, status: number, again: () => void): readonly Line[] =>
  isRefusal(status) ? without(lines, [key]) : lines.map((line) => (line.key === key ? { ...line, again } : line));

/** The lines once one of them is sent again. */
export const underWay = <Line extends OnItsWay>(lines: readonly Line[], key: string): readonly Line[] =>
  lines.map((line) => (line.key === key ? { ...line, again: null } : line));

/** The lines without those that are saved or let go. */
export const without = <Line extends OnItsWay>(lines: readonly Line[], keys: readonly string[]): readonly Line[] =>
  lines.filter(({ key }) => !keys.includes(key));

/** Those that were not saved. */
export const unsaved = <Line extends OnItsWay>(lines: readonly Line[]): Line[] => lines.filter(({ again }) => again !== null);
