import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import type { PrintJob } from './draw.ts';

/** One thread is kept, because a new one takes most of a second for its first document. */
const KEPT_THREADS = 1;
const MAX_THREADS = 2;
const MAX_WAITING = 200;
const IDLE_MS = 60_000;

let printers: Promise<Piscina<PrintJob, Uint8Array>> | undefined;

/** The PDF of a print job, drawn on another thread. The second thread ends after a minute without work. 503 while too many wait. */
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

/** The library is loaded with the first document, so that the server starts without it. */
async function startPrinters(): Promise<Piscina<PrintJob, Uint8Array>> {
  const { Piscina } = await import('piscina');
  const extension = extname(fileURLToPath(import.meta.url));
  return new Piscina<PrintJob, Uint8Array>({
    filename: new URL(`./worker${extension}`, import.meta.url).href,
    minThreads: KEPT_THREADS,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    execArgv: extension === '.ts' ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
  });
}
