import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** Milliseconds in which the columns and the first rows of a file are read. */
export const previewTime = 30_000;
/** Milliseconds in which a file is checked, and so many more for each row that has been checked: fifty times what a row takes. */
const checkTime = 60_000;
const rowTime = 10;

export const checkTimeOf = (rows: number): number => checkTime + rows * rowTime;

/** How long a file may be read. Then `signal` ends the reading, and the file is refused in words: it is far larger than it looks. */
export class ReadingTime {
  private readonly began = performance.now();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.stopping.signal;

  constructor(milliseconds: number) {
    this.allow(milliseconds);
  }

  /** Allow so many milliseconds since the beginning. */
  allow(milliseconds: number): void {
    clearTimeout(this.timer);
    const refuse = () => this.stopping.abort(new Problem(422, { message: importMessages.too_slow }));
    this.timer = setTimeout(refuse, Math.max(0, this.began + milliseconds - performance.now())).unref();
  }

  /** The file has been read. */
  end(): void {
    clearTimeout(this.timer);
  }
}
