import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { type Cell, csvMark, csvRow } from '../../shared/csv.ts';
import type { Env } from './request.ts';

/** Rows that are read in batches, so that memory does not grow with their number. */
export type Batches = AsyncIterable<readonly (readonly Cell[])[]>;

/** A document's bytes. Rows are read only as fast as the recipient reads the bytes. Other requests are served between two batches. */
function streamed(head: readonly string[], batches: Batches): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rows = batches[Symbol.asyncIterator]();
  let isBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(encoder.encode(csvMark + csvRow(head)));
          return;
        }
        await setImmediate();
        const { done, value } = await rows.next();
        if (done) controller.close();
        else {
          let text = '';
          for (const cells of value) text += csvRow(cells);
          controller.enqueue(encoder.encode(text));
        }
      },
      cancel: async () => void (await rows.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** A response that the browser saves as `name`.csv. The rows are sent while they are read. `total` is the number of rows, if it is known. */
export function csvDocument(c: Context<Env>, name: string, head: readonly string[], batches: Batches, total?: number): Response {
  c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`);
  c.header('Cache-Control', 'private, no-store');
  if (total !== undefined) c.header('X-Total-Rows', String(total));
  return c.body(streamed(head, batches));
}
