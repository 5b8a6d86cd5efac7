import { asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { amountOf } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import type { OrderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { purchaseOrderLines, purchaseOrders, suppliers } from '../db/tables/index.ts';
import { amountOfLine } from '../purchasing/amount-of-line.ts';
import { lineOf, oldestOf, orderedLine, planOrders, requireSkus, selectDrafts, supplierIdsOf } from './plan-orders.ts';

const pence = z.int().describe('Pence');

export const previewedShortfall = z.object({
  suppliers: z
    .array(
      z.object({
        supplier: z.object({ id: z.int(), name: z.string() }),
        purchase_order: z
          .object({ id: z.int(), our_reference: z.string(), qty_requested: z.int(), sub_total: pence })
          .nullable()
          .describe('The draft that is added to, as it is now; null where a new one is made'),
        lines: z.array(orderedLine),
        qty_ordered: z.int(),
        cost: pence,
        min_order_value: pence.nullable(),
        carriage: pence.nullable(),
      }),
    )
    .describe('By name; none where everything is covered'),
});
export type PreviewedShortfall = z.infer<typeof previewedShortfall>;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The drafts that an order of these SKUs would create or extend, by supplier. Changes nothing. */
export async function previewShortfall(ctx: Ctx, { products, join_drafts, ...input }: OrderShortfallInput): Promise<PreviewedShortfall> {
  authorize(policy.order_from_suppliers(ctx.actor));
  const { db } = ctx;
  const skus = await requireSkus(db, products);
  const openDrafts = join_drafts ? oldestOf(await selectDrafts(db, supplierIdsOf(skus))) : new Map<number, number>();
  const bySupplier = groupBy(await planOrders(ctx, input, skus, openDrafts), ({ sku }) => sku.supplier_id);
  if (!bySupplier.size) return { suppliers: [] };
  const joined = [...openDrafts].flatMap(([supplier_id, id]) => (bySupplier.has(supplier_id) ? [id] : []));
  const drafts = joined.length
    ? await db
        .select({
          id: purchaseOrders.id,
          supplier_id: purchaseOrders.supplier_id,
          our_reference: purchaseOrders.our_reference,
          qty_requested: sql<number>`coalesce(sum(${purchaseOrderLines.qty_requested}), 0)`.mapWith(Number),
          sub_total: sql<number>`coalesce(sum(${amountOfLine(purchaseOrderLines.qty_requested)}), 0)`.mapWith(Number),
        })
        .from(purchaseOrders)
        .leftJoin(purchaseOrderLines, eq(purchaseOrderLines.purchase_order_id, purchaseOrders.id))
        .where(inArray(purchaseOrders.id, joined))
        .groupBy(purchaseOrders.id, purchaseOrders.supplier_id, purchaseOrders.our_reference)
    : [];
  const draftOf = new Map(drafts.map(({ supplier_id, ...draft }) => [supplier_id, draft]));
  const terms = await db
    .select({ id: suppliers.id, name: suppliers.name, min_order_value: suppliers.min_order_value, carriage: suppliers.carriage })
    .from(suppliers)
    .where(inArray(suppliers.id, [...bySupplier.keys()]))
    .orderBy(byName(suppliers.name), asc(suppliers.id));
  return {
    suppliers: terms.map(({ id, name, min_order_value, carriage }) => {
      const lines = bySupplier.get(id) ?? [];
      return {
        supplier: { id, name },
        purchase_order: draftOf.get(id) ?? null,
        lines: lines.map(lineOf),
        qty_ordered: sum(lines.map(({ ordered }) => ordered)),
        cost: sum(lines.map(({ ordered, sku }) => amountOf(ordered, sku.unit_price_tenths))),
        min_order_value,
        carriage,
      };
    }),
  };
}
