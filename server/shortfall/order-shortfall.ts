import { asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { OrderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { type Db, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { supplierDefaults } from '../purchasing/save-purchase-order.ts';
import { lineOf, oldestOf, orderedLine, type PlannedLine, planOrders, requireSkus, selectDrafts, supplierIdsOf } from './plan-orders.ts';

export const orderedShortfall = z.object({
  purchase_orders: z
    .array(z.object({ id: z.int(), our_reference: z.string(), supplier: z.object({ id: z.int(), name: z.string() }), lines: z.array(orderedLine) }))
    .describe('The drafts that were made or added to; none where everything is covered'),
});
type OrderedShortfall = z.infer<typeof orderedShortfall>;

/** Creates a draft for each of these suppliers. Returns pairs of the supplier's and the draft's id. */
async function insertDrafts({ db, now, actor }: Ctx, supplier_ids: readonly number[]): Promise<[number, number][]> {
  if (!supplier_ids.length) return [];
  const rows = await db
    .select({ supplier_id: suppliers.id, ...supplierDefaults })
    .from(suppliers)
    .where(inArray(suppliers.id, [...supplier_ids]))
    .orderBy(asc(suppliers.id));
  const drafts = await db
    .insert(purchaseOrders)
    .values(
      rows.map((row) => ({
        ...row,
        // A unique value until the reference is generated from the id.
        our_reference: crypto.randomUUID(),
        source: 'shortfall' as const,
        created_by: actor.id,
        created_at: now,
      })),
    )
    .returning({ id: purchaseOrders.id, supplier_id: purchaseOrders.supplier_id });
  await db
    .update(purchaseOrders)
    .set({
      our_reference: sql`'PO-' || case when ${purchaseOrders.id} < 100000 then substr(cast(100000 + ${purchaseOrders.id} as text), 2)
        else cast(${purchaseOrders.id} as text) end`,
    })
    .where(
      inArray(
        purchaseOrders.id,
        drafts.map(({ id }) => id),
      ),
    );
  return drafts.map(({ id, supplier_id }) => [supplier_id, id]);
}

async function writeLines(db: Db, draftBySupplier: ReadonlyMap<number, number>, lines: readonly PlannedLine[]): Promise<void> {
  const added = lines.filter(({ line }) => !line);
  const extended = lines.flatMap(({ line, ordered }) => (line ? [[line.id, line.qty_requested + ordered]] : []));
  if (added.length)
    await db.insert(purchaseOrderLines).values(
      added.map(({ sku, ordered }) => ({
        purchase_order_id: draftBySupplier.get(sku.supplier_id) ?? 0,
        product_id: sku.id,
        qty_requested: ordered,
        unit_price_tenths: sku.unit_price_tenths,
      })),
    );
  if (extended.length)
    await run(
      db,
      sql`update purchase_order_lines set qty_requested = extended.qty
        from (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as integer) as qty from ${jsonRows(extended)}) as extended
        where purchase_order_lines.id = extended.id`,
    );
}

/**
 * Puts these SKUs on drafts, one draft for each supplier. The quantity of a SKU is its shortfall, the items up to its reorder point, or the number
 * that a person has chosen. It is rounded up to whole packs and to the supplier's minimum. Items that are free, on order or in a draft are not
 * ordered again. Concurrent requests lock the suppliers one after the other, so the later request finds the draft of the earlier one.
 */
export async function orderShortfall(ctx: Ctx, { products, join_drafts, ...input }: OrderShortfallInput): Promise<OrderedShortfall> {
  authorize(policy.order_from_suppliers(ctx.actor));
  const { db } = ctx;
  const skus = await requireSkus(db, products);
  const supplier_ids = supplierIdsOf(skus);
  await lockForChange(db.select({ id: suppliers.id }).from(suppliers).where(inArray(suppliers.id, supplier_ids)).orderBy(asc(suppliers.id)));
  const openDrafts = join_drafts ? oldestOf(await lockRows(selectDrafts(db, supplier_ids))) : new Map<number, number>();
  const lines = await planOrders(ctx, input, skus, openDrafts);
  const bySupplier = groupBy(lines, ({ sku }) => sku.supplier_id);
  const joined = [...openDrafts].filter(([supplier_id]) => bySupplier.has(supplier_id));
  const created = await insertDrafts(
    ctx,
    [...bySupplier.keys()].filter((supplier_id) => !openDrafts.has(supplier_id)),
  );
  const draftBySupplier = new Map([...joined, ...created]);
  await writeLines(db, draftBySupplier, lines);
  if (joined.length)
    await db
      .update(purchaseOrders)
      .set({ version: sql`${purchaseOrders.version} + 1` })
      .where(
        inArray(
          purchaseOrders.id,
          joined.map(([, id]) => id),
        ),
      );
  await auditEach(
    ctx,
    'purchase_order.shortfall_added',
    [...draftBySupplier].map(([supplier_id, id]) => ({
      on: { type: 'purchase_order', id },
      after: { supplier_id, lines: (bySupplier.get(supplier_id) ?? []).map(({ sku, ordered }) => ({ product_id: sku.id, qty_requested: ordered })) },
    })),
  );
  const drafts = await db
    .select({ id: purchaseOrders.id, our_reference: purchaseOrders.our_reference, supplier: { id: suppliers.id, name: suppliers.name } })
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .where(inArray(purchaseOrders.id, [...draftBySupplier.values()]))
    .orderBy(asc(purchaseOrders.id));
  return { purchase_orders: drafts.map((draft) => ({ ...draft, lines: (bySupplier.get(draft.supplier.id) ?? []).map(lineOf) })) };
}
