import { eq } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Actor } from '../../shared/policy.ts';
import { orderLines, returnLines, returnReasons, returns } from '../db/tables/index.ts';
import { found } from '../http/problem.ts';
import { move } from '../stock/move.ts';
import type { CastOrder } from './cast-orders.ts';
import { type DemoWorld, minutesOn } from './demo-world.ts';
import type { Life } from './timeline.ts';

const day = 24 * 60;

/** What becomes of the returns, in turn: two wait for the office. */
const outcomes = ['approved', 'new', 'part_approved', 'approved', 'rejected', 'new', 'approved'] as const;
const comments: Record<(typeof outcomes)[number], string | null> = {
  new: null,
  approved: 'Received in good order.',
  part_approved: 'One piece has been worn; the rest is credited.',
  rejected: 'Decorated to order and without a fault: we cannot take it back.',
};

/** The wearer finds that something does not fit: the return of a shipped order. What comes back goes through the stock ledger. */
export async function* returnOrder(world: DemoWorld, { requester }: CastOrder, order: { id: number }): Life {
  yield minutesOn(world, world.random.whole(3, 11) * day);
  const { db, catalogue } = world;
  const lines = await db.select().from(orderLines).where(eq(orderLines.order_id, order.id)).orderBy(orderLines.id);
  const shipped = lines.filter(
    ({ product_id, qty_shipped }) => qty_shipped > 0 && catalogue.variations.find(({ id }) => id === product_id)?.is_returnable,
  );
  if (!shipped.length) return;
  const sent = shipped.slice(0, 2);
  const reasons = await db.select({ id: returnReasons.id }).from(returnReasons).orderBy(returnReasons.id);
  const [made] = await db
    .insert(returns)
    .values({
      order_id: order.id,
      creator_id: requester.id,
      customer_comments: world.random.pick(['Comes up small.', 'Two sizes ordered to try on; these go back.', null]),
      created_at: world.timeline.now.toISOString(),
    })
    .returning({ id: returns.id });
  const { id } = found(made);
  await db.insert(returnLines).values(
    sent.map((line) => ({
      return_id: id,
      order_line_id: line.id,
      product_id: line.picked_product_id ?? line.product_id,
      reason_id: world.random.pick(reasons).id,
      qty_requested: Math.min(2, line.qty_shipped),
    })),
  );
  const outcome = outcomes[(id - 1) % outcomes.length] ?? 'new';
  if (outcome === 'new') return;

  yield minutesOn(world, world.random.whole(2, 6) * day);
  const [office] = world.staff('super');
  if (office) await finalise(world, id, outcome, office);
}

async function finalise(world: DemoWorld, id: number, outcome: 'approved' | 'part_approved' | 'rejected', office: Actor): Promise<void> {
  const { db } = world;
  const lines = await db.select().from(returnLines).where(eq(returnLines.return_id, id)).orderBy(returnLines.id);
  for (const [i, line] of lines.entries()) {
    const isApproved = outcome === 'approved' || (outcome === 'part_approved' && i === 0);
    const qty_approved = isApproved
      ? Math.max(1, outcome === 'part_approved' && lines.length === 1 ? line.qty_requested - 1 : line.qty_requested)
      : 0;
    const [worn] = await db.select({ decoration: orderLines.decoration }).from(orderLines).where(eq(orderLines.id, line.order_line_id));
    const isKept = !worn?.decoration;
    await db
      .update(returnLines)
      .set({ qty_approved, outcome: qty_approved ? (isKept ? 'restock' : 'write_off') : null })
      .where(eq(returnLines.id, line.id));
    if (!qty_approved) continue;
    const about = { product_id: line.product_id, reference: orderNumber(id) };
    await move(world.as(office), [
      { ...about, type: 'ORDER_RETURN', qty: qty_approved },
      ...(isKept ? [] : [{ ...about, type: 'ADJUSTMENT' as const, qty: -qty_approved, reason: 'Written off: decorated' }]),
    ]);
  }
  await db
    .update(returns)
    .set({ approver_id: office.id, approver_comments: comments[outcome], finalised_at: world.timeline.now.toISOString() })
    .where(eq(returns.id, id));
}
