import { qtyReturnable } from '../../shared/returns/returnable.ts';
import { returnReasons } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { approveLine } from '../returns/approve-line.ts';
import { createReturn } from '../returns/create-return.ts';
import { finaliseReturn } from '../returns/finalise-return.ts';
import type { ReturnView } from '../returns/return-queries.ts';
import { returnableLines } from '../returns/returnable-queries.ts';
import type { CastOrder } from './cast-orders.ts';
import { type DemoWorld, minutesOn } from './demo-world.ts';
import type { Life } from './timeline.ts';

const day = 24 * 60;

/** What becomes of the returns, in turn: two wait for the office. */
const outcomes = ['approved', 'new', 'part_approved', 'approved', 'rejected', 'new', 'approved'] as const;
type Outcome = (typeof outcomes)[number];
const comments: Record<Outcome, string | null> = {
  new: null,
  approved: 'Received in good order.',
  part_approved: 'One piece has been worn; the rest is credited.',
  rejected: 'Decorated to order and without a fault: we cannot take it back.',
};

/** The wearer finds that something does not fit: the return of a shipped order, asked for by whoever ordered it. */
export async function* returnOrder(world: DemoWorld, { requester }: CastOrder, order: { id: number; uuid: string }): Life {
  yield minutesOn(world, world.random.whole(3, 11) * day);
  const { db } = world;
  const returnable = [...(await returnableLines(world.as(requester.actor), order.id)).values()].filter((line) => qtyReturnable(line) > 0);
  if (!returnable.length) return;
  const reasons = await db.select({ id: returnReasons.id }).from(returnReasons).orderBy(returnReasons.id);
  const made = await createReturn(world.as(requester.actor), order.uuid, {
    lines: returnable.slice(0, 2).map((line) => ({
      id: line.id,
      qty_to_return: Math.min(2, qtyReturnable(line)),
      return_reason: world.random.pick(reasons).id,
    })),
    customer_comments: world.random.pick(['Comes up small.', 'Two sizes ordered to try on; these go back.', null]),
  });
  const outcome = outcomes[(made.id - 1) % outcomes.length] ?? 'new';
  if (outcome === 'new') return;

  yield minutesOn(world, world.random.whole(2, 6) * day);
  const [office] = world.staff('super');
  if (office) await decide(world.as(office), made, outcome);
}

async function decide(office: Ctx, { id, lines }: ReturnView, outcome: Exclude<Outcome, 'new'>): Promise<void> {
  for (const [i, { id: line_id, qty_requested }] of lines.entries()) {
    const isApproved = outcome === 'approved' || (outcome === 'part_approved' && i === 0);
    if (!isApproved) continue;
    const isAlone = outcome === 'part_approved' && lines.length === 1;
    await approveLine(office, id, line_id, { qty_approved: Math.max(1, isAlone ? qty_requested - 1 : qty_requested) });
  }
  await finaliseReturn(office, id, { approver_comments: comments[outcome] });
}
