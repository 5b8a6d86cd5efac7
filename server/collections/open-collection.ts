import { asc, eq } from 'drizzle-orm';
import type { NewCollection } from '../../shared/collections/collection-input.ts';
import { collectionMessages } from '../../shared/collections/receive-collection.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { collectionLines, collections, orderLines, orders } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { type ReturnableLine, returnableLines } from '../returns/returnable-queries.ts';
import { findWearer } from '../wearers/find-wearer.ts';
import { linesOf } from '../wearers/issued-queries.ts';
import { type Collection, collectionOf, qtyInCollections } from './collection-queries.ts';

interface Collectable {
  line: ReturnableLine;
  /** Items that are held and that neither an undecided return nor an open collection has. */
  qty: number;
}

/** What can be collected from a wearer, by order line. The orders are locked, so that no item is collected twice. */
async function collectable(ctx: Ctx, wearer: { id: number; account_id: number }): Promise<Map<number, Collectable>> {
  const theirs = await ctx.db
    .selectDistinct({ id: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(linesOf(ctx, wearer))
    .orderBy(asc(orders.id));
  const orderIds = theirs.map(({ id }) => id);
  await lockOrders(ctx, orderIds);
  const lines = [...(await returnableLines(ctx, orderIds)).values()].filter(
    ({ employee_id, qty_shipped }) => employee_id === wearer.id && qty_shipped > 0,
  );
  const taken = await qtyInCollections(
    ctx,
    lines.map(({ id }) => id),
  );
  return new Map(lines.map((line) => [line.id, { line, qty: Math.max(0, qtyReturnable(line) - (taken.get(line.id) ?? 0)) }]));
}

/** The errors of the lines of a new collection, by field. */
function faultsOf(inputs: NonNullable<NewCollection['lines']>, held: ReadonlyMap<number, Collectable>): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [n, { order_line_id, quantity }] of inputs.entries()) {
    const found = held.get(order_line_id);
    if (!found) faults[`lines.${n}.order_line_id`] = collectionMessages.unknown_holding;
    else if (seen.has(order_line_id)) faults[`lines.${n}.order_line_id`] = collectionMessages.line_twice;
    else if (found.line.is_non_returnable) faults[`lines.${n}.quantity`] = collectionMessages.non_returnable;
    else if (quantity > found.qty) faults[`lines.${n}.quantity`] = collectionMessages.available(found.qty);
    seen.add(order_line_id);
  }
  return faults;
}

/** Open a collection of what a wearer holds: of the given lines, or of everything that may be returned. */
export async function openCollection(ctx: Ctx, employee_id: number, { lines: inputs }: NewCollection): Promise<Collection> {
  const wearer = await findWearer(ctx, employee_id);
  authorize(policy.open_collections(ctx.actor));
  const held = await collectable(ctx, wearer);
  const faults = faultsOf(inputs ?? [], held);
  if (Object.keys(faults).length) throw invalid(faults);
  const all = [...held.values()].flatMap(({ line, qty }) => (qty > 0 ? [{ order_line_id: line.id, quantity: qty }] : []));
  const lines = inputs ?? all.slice(0, limits.held_items);
  if (!lines.length) throw invalid({ lines: collectionMessages.nothing });

  const [created] = await ctx.db
    .insert(collections)
    .values({ employee_id: wearer.id, account_id: wearer.account_id, creator_id: ctx.actor.id, created_at: ctx.now })
    .returning({ id: collections.id });
  const { id } = requireFound(created);
  await ctx.db.insert(collectionLines).values(
    lines.map(({ order_line_id, quantity }) => ({
      collection_id: id,
      order_line_id,
      product_id: requireFound(held.get(order_line_id)).line.shipped_product_id,
      qty_expected: quantity,
    })),
  );
  await audit(ctx, 'collection.opened', { type: 'collection', id }, null, { employee_id: wearer.id, lines });
  return collectionOf(ctx, wearer.id, id);
}
