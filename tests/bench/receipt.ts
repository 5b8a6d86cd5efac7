import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { openSession } from '../../server/auth/login.ts';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase, rows } from '../../server/db/db.ts';
import { purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { createServices } from '../../server/services.ts';

/** Lines of the purchase order that is received. */
export const RECEIPT_LINES = 500;
/** Lines that a receipt has to store and allocate in a second. */
export const LEAST_RECEIVED_LINES = 2000;
/** Receipts that are measured, and receipts before them that warm up the statements. */
const RECEIPTS = 9;
const WARM_UPS = 3;

export interface ReceiptSpeed {
  lines: number;
  /** Order lines to which one receipt allocated items. */
  allocated: number;
  /** Seconds that the median receipt takes through HTTP without a network. */
  seconds: number;
  cpu_seconds: number;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Receives, in this process, deliveries of a purchase order with many lines. Orders wait for the SKU of each line. */
export async function receiptSpeed(data_dir: string): Promise<ReceiptSpeed> {
  const settings = readSettings({ ...process.env, DATA_DIR: data_dir, DATABASE_URL: join(data_dir, 'kitroom.db'), LOG_LEVEL: 'silent' });
  const database = await openDatabase(settings.database_url);
  const services = createServices({ database, settings, log: pino({ level: 'error' }), changed: () => {} });
  const app = createApp(services);
  const skus = await rows<{ product_id: number }>(
    database.reader,
    sql`select coalesce(picked_product_id, product_id) as product_id from order_lines join orders on orders.id = order_lines.order_id
      where orders.status in ('submitted', 'part_shipped') and orders.deleted_at is null and not orders.is_frozen and is_size_selected
        and qty_requested > qty_cancelled + qty_allocated + qty_shipped
      group by 1 having count(*) >= ${WARM_UPS + RECEIPTS} order by 1 limit ${RECEIPT_LINES}`,
  );
  if (skus.length < RECEIPT_LINES) throw new Error(`Orders wait for only ${skus.length} SKUs`);
  const at = new Date().toISOString();
  const { id, lines, token } = await database.unitOfWork(async (db) => {
    const [supplier] = await rows<{ id: number }>(db, sql`select id from suppliers order by id limit 1`);
    const [order] = await db
      .insert(purchaseOrders)
      .values({ our_reference: 'BENCH', supplier_id: supplier?.id ?? 0, created_at: at, approved_at: at })
      .returning();
    if (!order) throw new Error('No purchase order was made');
    const made = await db
      .insert(purchaseOrderLines)
      .values(
        skus.map(({ product_id }) => ({ purchase_order_id: order.id, product_id, qty_requested: 1000, unit_price_tenths: 5000, is_open: true })),
      )
      .returning({ id: purchaseOrderLines.id });
    const [boss] = await rows<{ id: number }>(db, sql`select id from users where role = 'super' order by id limit 1`);
    const session = await openSession(db, { id: boss?.id ?? 0, role: 'super' }, new Date(), {});
    return { id: order.id, lines: made, token: session.token };
  });
  const body = JSON.stringify({ lines: lines.map((line) => ({ id: line.id, qty_new: 1 })) });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const receive = async (): Promise<{ seconds: number; cpu_seconds: number }> => {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const response = await app.request(`/api/admin/purchase-orders/${id}`, { method: 'PUT', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - startedAt) / 1000, cpu_seconds: (user + system) / 1_000_000 };
  };
  for (let n = 0; n < WARM_UPS; n++) await receive();
  const measured: Awaited<ReturnType<typeof receive>>[] = [];
  while (measured.length < RECEIPTS) measured.push(await receive());
  const [given] = await rows<{ lines: number }>(
    database.reader,
    sql`select count(*) as lines from receipt_allocations where receipt_id = (select max(id) from receipts)`,
  );
  await services.pokes.close();
  await database.close();
  return {
    lines: lines.length,
    allocated: Number(given?.lines ?? 0),
    seconds: median(measured.map(({ seconds }) => seconds)),
    cpu_seconds: median(measured.map(({ cpu_seconds }) => cpu_seconds)),
  };
}
