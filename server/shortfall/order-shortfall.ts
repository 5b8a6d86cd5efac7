import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { OrderShortfall } from '../../shared/purchasing/order-shortfall.ts';
import { suggestReorder } from '../../shared/purchasing/reorder-point.ts';
import { roundingReasons, type Suggestion, suggestOrder } from '../../shared/purchasing/suggest-order.ts';
import { auditEach } from '../audit/audit.ts';
import { supplyOf } from '../catalogue/supply-of.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { isSku } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { supplierDefaults } from '../purchasing/save-purchase-order.ts';
import { freeStockOf } from '../stock/on-order.ts';
import { draftsOf, isDraft } from './drafts-queries.ts';
import { usageOf } from './reorder-list-queries.ts';

export const orderedShortfall = z.object({
  purchase_orders: z
    .array(
      z.object({
        id: z.int(),
        lines: z.array(
          z.object({
            product_id: z.int(),
            needed: z.int().describe('Items that neither stock nor purchase orders cover, up to the reorder point where that was requested'),
            ordered: z.int().describe('Items that were added'),
            reasons: z.array(z.enum(roundingReasons)),
          }),
        ),
      }),
    )
    .describe('The drafts that were made or added to; none where everything is covered'),
});
type OrderedShortfall = z.infer<typeof orderedShortfall>;

interface Sku {
  id: number;
  supplier_id: number;
  unit_price: number;
  pack_size: number | null;
  min_order_qty: number | null;
}
interface DraftLine {
  id: number;
  purchase_order_id: number;
  qty_requested: number;
}
interface NewLine extends Suggestion {
  sku: Sku;
  /** The line of a draft that is extended. */
  line: DraftLine | undefined;
}

/** The SKUs with their terms. 422 for each that does not exist or that nobody supplies. */
async function requireSkus(db: Db, ids: readonly number[]): Promise<Sku[]> {
  const skus = await db
    .select({
      id: products.id,
      supplier_id: suppliers.id,
      is_archived: sql<boolean>`${suppliers.archived_at} is not null`.mapWith(Boolean),
      unit_price: sql<number>`coalesce(${products.supplier_price}, ${products.cost})`.mapWith(Number),
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
    })
    .from(products)
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at), isSku));
  const byId = new Map(skus.map((sku) => [sku.id, sku]));
  const faults: Record<string, string> = {};
  const orderable = ids.flatMap((id, index): Sku[] => {
    const { supplier_id, is_archived, ...sku } = byId.get(id) ?? { supplier_id: undefined, is_archived: false };
    if (supplier_id !== undefined && supplier_id !== null && !is_archived && 'id' in sku) return [{ ...sku, supplier_id }];
    faults[`products.${index}`] = supplier_id === undefined ? messages.not_a_product : messages.product_without_supplier;
    return [];
  });
  if (Object.keys(faults).length) throw invalid(faults);
  return orderable;
}

/** The oldest draft of each supplier that the shortfall made, locked. */
async function lockDrafts(db: Db, supplier_ids: readonly number[]): Promise<Map<number, number>> {
  const drafts = await lockRows(
    db
      .select({ id: purchaseOrders.id, supplier_id: purchaseOrders.supplier_id })
      .from(purchaseOrders)
      .where(and(inArray(purchaseOrders.supplier_id, [...supplier_ids]), eq(purchaseOrders.source, 'shortfall'), ...isDraft))
      .orderBy(asc(purchaseOrders.id)),
  );
  return new Map(drafts.toReversed().map(({ id, supplier_id }) => [supplier_id, id]));
}

async function linesOf(db: Db, draft_ids: readonly number[]): Promise<Map<number, DraftLine>> {
  const lines = await db
    .select({
      id: purchaseOrderLines.id,
      purchase_order_id: purchaseOrderLines.purchase_order_id,
      product_id: purchaseOrderLines.product_id,
      qty_requested: purchaseOrderLines.qty_requested,
    })
    .from(purchaseOrderLines)
    .where(among(purchaseOrderLines.purchase_order_id, idList(draft_ids)))
    .orderBy(asc(purchaseOrderLines.id));
  return new Map(lines.toReversed().flatMap(({ product_id, ...line }) => (product_id === null ? [] : [[product_id, line]])));
}

/** Makes a draft for each of these suppliers; returns its id by supplier. */
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
        // Unique until the reference is made of the id.
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

async function writeLines(db: Db, draftBySupplier: ReadonlyMap<number, number>, lines: readonly NewLine[]): Promise<void> {
  const added = lines.filter(({ line }) => !line);
  const extended = lines.flatMap(({ line, ordered }) => (line ? [[line.id, line.qty_requested + ordered]] : []));
  if (added.length)
    await db.insert(purchaseOrderLines).values(
      added.map(({ sku, ordered }) => ({
        purchase_order_id: draftBySupplier.get(sku.supplier_id) ?? 0,
        product_id: sku.id,
        qty_requested: ordered,
        unit_price: sku.unit_price,
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
 * Puts what is short of these SKUs, or what brings them back to their reorder points, on one draft for each supplier, in whole packs and
 * at least the minimum. What is free, on order or in a draft is not ordered again: whoever asks at the same time waits for the suppliers
 * and then finds it in the draft.
 */
export async function orderShortfall(ctx: Ctx, { products: requested, join_drafts, up_to }: OrderShortfall): Promise<OrderedShortfall> {
  authorize(policy.order_from_suppliers(ctx.actor));
  const { db } = ctx;
  const ids = [...new Set(requested)];
  const skus = await requireSkus(db, ids);
  const supplier_ids = [...new Set(skus.map(({ supplier_id }) => supplier_id))];
  await lockForChange(db.select({ id: suppliers.id }).from(suppliers).where(inArray(suppliers.id, supplier_ids)).orderBy(asc(suppliers.id)));
  const openDrafts = join_drafts ? await lockDrafts(db, supplier_ids) : new Map<number, number>();
  const draftLines = await linesOf(db, [...openDrafts.values()]);
  const [supply, free, inDrafts] = [await supplyOf(ctx, ids, { withShortfall: true }), await freeStockOf(db, ids), await draftsOf(db, ids)];
  const usage = up_to === 'reorder_point' ? await usageOf(ctx, ids) : null;

  const lines = skus.flatMap((sku): NewLine[] => {
    const { current_shortfall_qty = 0, current_on_order_qty = 0, current_partially_received_qty = 0 } = supply.get(sku.id) ?? {};
    const line = draftLines.get(sku.id);
    const qty_short = current_shortfall_qty;
    const qty_free = free.get(sku.id)?.qty_free ?? 0;
    const qty_on_order = current_on_order_qty - current_partially_received_qty;
    const qty_in_drafts = inDrafts.get(sku.id) ?? 0;
    const qty_in_line = line?.qty_requested ?? 0;
    const used = usage?.get(sku.id);
    const suggestion = used
      ? suggestReorder({ ...used, qty_short, qty_free, qty_on_order, qty_in_drafts }, sku, { qty_in_line })
      : suggestOrder({ qty_short, qty_free, qty_coming: qty_on_order + qty_in_drafts, qty_in_line }, sku);
    return suggestion.ordered ? [{ ...suggestion, sku, line }] : [];
  });
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
  return {
    purchase_orders: [...draftBySupplier].map(([supplier_id, id]) => ({
      id,
      lines: (bySupplier.get(supplier_id) ?? []).map(({ sku, needed, ordered, reasons }) => ({ product_id: sku.id, needed, ordered, reasons })),
    })),
  };
}
