import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import { createApp } from '../../server/app.ts';
import { openSession } from '../../server/auth/login.ts';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase, rows, run } from '../../server/db/db.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { createServices } from '../../server/services.ts';

/** The least number of lines that an allocation run has to process in a second. */
export const LEAST_RUN_LINES = 5000;

export interface RunSpeed {
  name: string;
  orders: number;
  lines: number;
  qty_added: number;
  seconds: number;
  cpu_seconds: number;
}

/**
 * Previews an allocation run over every waiting order of the data, and then carries the run out. The run takes place in this process, because the
 * server carries out a run in the process that handles requests.
 */
export async function allocationRuns(data_dir: string): Promise<RunSpeed[]> {
  const settings = readSettings({ ...process.env, DATA_DIR: data_dir, DATABASE_URL: join(data_dir, 'kitroom.db'), LOG_LEVEL: 'silent' });
  const database = await openDatabase(settings.database_url);
  const log = pino({ level: 'error' });
  const services = createServices({ database, settings, log, changed: () => {} });
  // In the generated data, the stock is already allocated to the waiting orders. These allocations are undone, so that the run has stock to allocate.
  await database.unitOfWork(async (db) => {
    const waiting = sql`select order_lines.id from order_lines join orders on orders.id = order_lines.order_id
      where orders.status in ('submitted', 'part_shipped') and order_lines.qty_allocated > 0`;
    await run(
      db,
      sql`update stock_levels set qty_allocated = qty_allocated - coalesce((select sum(qty_allocated) from order_lines
        where coalesce(picked_product_id, product_id) = stock_levels.product_id and id in (${waiting})), 0)`,
    );
    await run(db, sql`update order_lines set qty_allocated = 0 where id in (${waiting})`);
  });
  const app = createApp(services);
  const [office] = await rows<{ id: number }>(database.reader, sql`select id from users where role = 'super' order by id limit 1`);
  const { token } = await database.unitOfWork((db) => openSession(db, { id: office?.id ?? 0, role: 'super' }, new Date(), {}));
  const post = async (path: string, body?: unknown): Promise<{ id: number }> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(text ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) } : {}),
    };
    const response = await app.request(path, { method: 'POST', headers, body: text ?? null });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const measured = async (name: string, begin: () => Promise<{ id: number }>): Promise<RunSpeed & { id: number }> => {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const { id } = await begin();
    await runDueJobs(services, [runAllocation], new AbortController().signal);
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - startedAt) / 1000;
    const [result] = await rows<{ orders: number; lines: number; qty_added: number }>(
      database.reader,
      sql`select orders_done as orders, qty_added, (select count(*) from allocation_run_lines where run_id = ${id}) as lines from allocation_runs where id = ${id}`,
    );
    if (!result) throw new Error('The run is gone');
    return { id, name, ...result, seconds, cpu_seconds: (user + system) / 1_000_000 };
  };
  const path = '/api/admin/allocation-runs';
  const preview = await measured('preview of an allocation run', () => post(path, { rule: 'whole_first', is_preview: true }));
  const carried = await measured('allocation run', () => post(`${path}/${preview.id}/apply`));
  const { discrepancies } = await verifyStock(database.reader);
  if (
    discrepancies.some(
      ({ check }) => check === 'never more allocated and at the decorator than on hand' || check === 'allocated is what open lines hold',
    )
  )
    throw new Error(`The run left stock wrong: ${JSON.stringify(discrepancies[0])}`);
  await services.pokes.close();
  await database.close();
  return [preview, carried];
}
