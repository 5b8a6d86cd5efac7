import { and, eq, sql } from 'drizzle-orm';
import { collectionLines, returnLines, returns, stockMovements } from '../../server/db/tables/index.ts';
import { returnableWearer } from '../wearers/fixture.ts';
import { world } from '../world.ts';

/** A leaver who holds three mediums and one small of one order, and two mediums of a second one. */
export async function leaverWithItems() {
  (await world()).setClock('2026-11-20T09:00:00.000Z');
  const base = await returnableWearer();
  const { admin, office, sent, small, medium, path, database, as } = base;
  const first = await sent([medium.id, 3], [small.id, 1]);
  const second = await sent([medium.id, 2]);
  const [three = 0, one = 0] = first.lines;
  const [two = 0] = second.lines;
  await admin.put(path, { leaves_on: '2026-11-25' });
  const warehouse = await as('warehouse');
  const open = (lines?: { order_line_id: number; quantity: number }[], by = admin) => by.post(`${path}/collections`, lines ? { lines } : {});
  const receive = (id: number, lines: object[], by = warehouse) => by.post(`/api/admin/collections/${id}/receive`, { lines });
  /** Items of a SKU on hand. */
  const onHand = async (product_id: number): Promise<number> => (await office.get(`/api/admin/stock/skus/${product_id}`)).body.qty_available;
  /** What the ledger has of a SKU, by kind of movement. */
  const moved = async (product_id: number): Promise<Record<string, number>> => {
    const rows = await database.reader
      .select({ type: stockMovements.type, qty: sql<number>`sum(${stockMovements.qty})`.mapWith(Number) })
      .from(stockMovements)
      .where(eq(stockMovements.product_id, product_id))
      .groupBy(stockMovements.type);
    return Object.fromEntries(rows.map(({ type, qty }) => [type, qty]));
  };
  /** What a collection has received, and what its returns have taken back, by order line: both must be the same. */
  const books = async (id: number) => {
    const received = await database.reader.select().from(collectionLines).where(eq(collectionLines.collection_id, id));
    const returned = await database.reader
      .select({ order_line_id: returnLines.order_line_id, qty: sql<number>`sum(${returnLines.qty_approved})`.mapWith(Number) })
      .from(returnLines)
      .innerJoin(returns, eq(returns.id, returnLines.return_id))
      .where(and(eq(returns.collection_id, id), sql`${returns.finalised_at} is not null`))
      .groupBy(returnLines.order_line_id);
    return {
      received: Object.fromEntries(received.map((line) => [line.order_line_id, line.qty_restocked + line.qty_written_off]).filter(([, qty]) => qty)),
      returned: Object.fromEntries(returned.map(({ order_line_id, qty }) => [order_line_id, qty])),
    };
  };
  return { ...base, warehouse, first, second, three, one, two, open, receive, onHand, moved, books };
}
