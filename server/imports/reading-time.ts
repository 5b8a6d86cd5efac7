import { importMessages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';

/** Milliseconds in which the columns and the first rows of a file are read. */
const previewTime = 30_000;
/** How many milliseconds a check may take, and how many more for each checked row: fifty times the usual time of a row. */
const checkTime = 60_000;
const rowTime = 10;

export const checkTimeOf = (rows: number): number => checkTime + rows * rowTime;

/**
 * The time limit for reading a file. When it is over, `signal` ends the reading and the file is refused with a message: it is far larger than it
 * looks.
 */
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

/** Read a file as long as its columns and first rows may take. */
export async function inPreviewTime<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const time = new ReadingTime(previewTime);
  try {
    return await read(time.signal);
  } finally {
    time.end();
  }
}
