import type { Piscina } from 'piscina';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import { openThreads } from '../core/threads.ts';
import type { PrintJob } from './draw.ts';

/** One thread is kept, because a new one takes most of a second for its first document. */
const KEPT_THREADS = 1;
const MAX_THREADS = 2;
const MAX_WAITING = 200;
const IDLE_MS = 60_000;

let printers: Promise<Piscina<PrintJob, Uint8Array>> | undefined;

/** The PDF of a print job, drawn on another thread. The second thread ends after a minute without work. 503 while too many jobs wait. */
export async function print(job: PrintJob): Promise<Uint8Array> {
  printers ??= startPrinters();
  const threads = await printers;
  if (threads.queueSize >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '5' });
  return threads.run(job);
}

/** Let documents in progress finish, then end the threads; a later `print` starts new ones. */
export async function closePrinters(): Promise<void> {
  const closing = printers;
  printers = undefined;
  await (await closing)?.close();
}

const startPrinters = () =>
  openThreads<PrintJob, Uint8Array>('worker.ts', import.meta.url, { minThreads: KEPT_THREADS, maxThreads: MAX_THREADS, idleTimeout: IDLE_MS });
