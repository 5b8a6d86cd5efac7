import { MessageChannel } from 'node:worker_threads';
import type { Context } from 'hono';
import type { Piscina } from 'piscina';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import { openThreads } from '../core/threads.ts';
import type { Batches } from './csv.ts';
import type { Env } from './request.ts';
import type { FromWriter, ToWriter, Workbook } from './xlsx-worker.ts';

/** At most `MAX_THREADS` workbooks are written at the same time, each in its own thread. At most `MAX_WAITING` wait for a thread. */
const MAX_THREADS = 2;
const MAX_WAITING = 8;
const IDLE_MS = 60_000;
/** Memory of a thread in MB. A workbook with few enough cells to be written whole needs most; a larger one is written while its rows arrive. */
const MEMORY = 192;

let writers: Promise<Piscina<Workbook, void>> | undefined;

const startWriters = () =>
  openThreads<Workbook, void>('xlsx-worker.ts', import.meta.url, {
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });

/** End the threads that write workbooks; a later workbook starts new ones. */
export async function closeWriters(): Promise<void> {
  const closing = writers;
  writers = undefined;
  await (await closing)?.destroy();
}

/** Writes rows as a workbook of one sheet, on another thread and as fast as the caller reads the workbook. 503 while too many workbooks wait. */
export async function xlsxStream(head: readonly string[], batches: Batches): Promise<ReadableStream<Uint8Array>> {
  writers ??= startWriters();
  const threads = await writers;
  if (threads.queueSize >= MAX_WAITING) throw new Problem(503, { message: messages.unavailable }, { 'Retry-After': '10' });
  const rows = batches[Symbol.asyncIterator]();
  const { port1: port, port2 } = new MessageChannel();
  const stopping = new AbortController();
  const send = (message: ToWriter): void => port.postMessage(message);
  let settle: (error?: unknown) => void = () => {};
  let isOver = false;
  const end = (): void => {
    isOver = true;
    port.close();
    void rows.return?.();
  };
  // If a workbook is abandoned, its thread ends. The thread of a finished workbook writes the next one.
  const stop = (): void => {
    if (isOver) return;
    end();
    stopping.abort();
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    stop();
    settle(error);
  };
  const sendRows = async (): Promise<void> => {
    const { done, value } = await rows.next();
    send({ rows: done ? null : value });
  };
  const take = (message: FromWriter, controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (message === 'rows') return void sendRows().catch(fail);
    if (message !== 'end') controller.enqueue(message);
    else {
      end();
      controller.close();
    }
    settle();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        port.on('message', (message: FromWriter) => take(message, controller));
        threads.run({ head, port: port2 }, { transferList: [port2], signal: stopping.signal }).catch(fail);
      },
      pull: () =>
        new Promise<void>((resolve, reject) => {
          settle = (error) => (error === undefined ? resolve() : reject(error));
          send('next');
        }),
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}

/** A workbook to save under a name. Rows are sent while further rows are read. `total` is the number of rows, if it is known. */
export async function xlsxDocument(c: Context<Env>, name: string, head: readonly string[], batches: Batches, total?: number): Promise<Response> {
  const workbook = await xlsxStream(head, batches);
  c.header('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  c.header('Content-Disposition', `attachment; filename="${name}.xlsx"`);
  c.header('Cache-Control', 'private, no-store');
  if (total !== undefined) c.header('X-Total-Rows', String(total));
  return c.body(workbook);
}
