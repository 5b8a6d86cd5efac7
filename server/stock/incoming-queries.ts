import { and, asc, sql } from 'drizzle-orm';
import { type Incoming, shareDeliveries, type WaitingLine } from '../../shared/purchasing/share-deliveries.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { type Delivery, deliveriesOf, freeStockOf } from './on-order.ts';
import { isShort, qtyShort } from './short-lines-queries.ts';

/** The deliveries that bring an order line's missing items. */
export type IncomingToLine = Incoming<Delivery>;

/** The short lines of SKUs, the first submitted first. */
const shortLines = prepared('short_lines_of_skus', (db: Db) =>
  db
    .select({ id: orderLines.id, product_id: pickedSku, qty_short: qtyShort.mapWith(Number) })
    .from(orderLines)
    .innerJoin(orders, sql`${orders.id} = ${orderLines.order_id}`)
    .where(and(among(pickedSku, sql.placeholder('ids')), ...isShort))
    .orderBy(asc(orders.submitted_at), asc(orders.id), asc(orderLines.id)),
);

/**
 * For each short line of these SKUs, the deliveries that bring the line's missing items. Lines of all clients share the deliveries; the order that
 * was submitted first gets the first delivery, and the lines of `drafts`, which are not submitted, come last. A line that the shelf covers waits for
 * no delivery. `free` replaces the present stock on the shelf, `qtyOf` the quantity that a line lacks. The query takes at most three statements, and
 * only one if nothing is on order. Only with `all` does the result include lines of a SKU with nothing on order.
 */
export async function incomingOf(
  db: Db,
  product_ids: readonly number[],
  {
    free,
    qtyOf,
    drafts = [],
    all = false,
  }: {
    free?: ReadonlyMap<number, number>;
    qtyOf?: (line_id: number, qty_short: number) => number;
    drafts?: readonly WaitingLine[];
    all?: boolean;
  } = {},
): Promise<Map<number, IncomingToLine>> {
  const deliveries = await deliveriesOf(db, [...new Set(product_ids)]);
  const skus = all ? [...new Set(product_ids)] : [...deliveries.keys()];
  if (!skus.length) return new Map();
  const lines: WaitingLine[] = [...(await shortLines(db, { ids: idList(skus) })), ...drafts];
  const stock = free ?? new Map([...(await freeStockOf(db, skus))].map(([id, { qty_free, qty_in_question }]) => [id, qty_free - qty_in_question]));
  return shareDeliveries(qtyOf ? lines.map((line) => ({ ...line, qty_short: qtyOf(line.id, line.qty_short) })) : lines, deliveries, stock);
}
