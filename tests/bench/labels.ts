import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { dispatchLabelsUrl } from '../../shared/documents/document-urls.ts';
import { latency } from './load.ts';

/** Labels in one batch, and the milliseconds that the median batch may take. */
export const LABELS = 100;
export const MAX_MS = 300;
/** How many batches are measured. Their median is compared with the target. */
const TIMES = 40;

/** How many milliseconds a batch of labels takes from the request to the last byte; the batches are requested one after the other. */
export async function labelBatches(origin: string, headers: Record<string, string>, data_dir: string): Promise<{ median: number; p95: number }> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const ids = connection
    .prepare(`select id from dispatches where state <> 'void' and total_items = 1 order by id desc limit ?`)
    .pluck()
    .all(LABELS) as number[];
  connection.close();
  if (ids.length < LABELS) throw new Error(`The data has only ${ids.length} dispatches of one box`);
  return latency(origin, { method: 'GET', path: dispatchLabelsUrl(ids), headers }, TIMES);
}
