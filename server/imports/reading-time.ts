import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** Time limit for reading the columns and the first rows of a file, in milliseconds. */
const previewTime = 30_000;
/** Time limit for a check, in milliseconds. Each checked row adds `rowTime` to the limit: fifty times the usual time of a row. */
const checkTime = 60_000;
const rowTime = 10;

export const checkTimeOf = (rows: number): number => checkTime + rows * rowTime;

/**
 * The time limit for reading a file. When it is over, `signal` ends the reading and the file is refused with a message, because its content
 * is far larger than the size of the file suggests.
 */
export class ReadingTime {
  private readonly began = performance.now();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.stopping.signal;

  constructor(milliseconds: number) {
    this.allow(milliseconds);
  }

  /** Set the limit to this many milliseconds since the reading began. */
  allow(milliseconds: number): void {
    clearTimeout(this.timer);
    const refuse = () => this.stopping.abort(new Problem(422, { message: importMessages.too_slow }));
    this.timer = setTimeout(refuse, Math.max(0, this.began + milliseconds - performance.now())).unref();
  }

  /** Stop the timer, because the file has been read. */
  end(): void {
    clearTimeout(this.timer);
  }
}

/** Read a file within the time limit for its columns and first rows. */
export async function inPreviewTime<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const time = new ReadingTime(previewTime);
  try {
    return await read(time.signal);
  } finally {
    time.end();
  }
}
