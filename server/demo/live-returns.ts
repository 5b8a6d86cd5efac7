import { eq } from 'drizzle-orm';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import type { Ctx } from '../core/context.ts';
import { orderLines, products, returnReasons } from '../db/tables/index.ts';
import { approveLine } from '../returns/approve-line.ts';
import { createReturn } from '../returns/create-return.ts';
import { finaliseReturn } from '../returns/finalise-return.ts';
import type { ReturnView } from '../returns/return-queries.ts';
import { returnableLines } from '../returns/returnable-queries.ts';
import { type DemoWorld, minutesOn } from './demo-world.ts';
import type { PlannedOrder } from './plan-demo-orders.ts';
import type { Life } from './timeline.ts';

const day = 24 * 60;

/** The outcomes of the returns, used in rotation. The two `new` returns wait for the office. */
const outcomes = ['approved', 'new', 'part_approved', 'approved', 'rejected', 'new', 'approved'] as const;
type Outcome = (typeof outcomes)[number];
const comments: Record<Outcome, string | null> = {
  new: null,
  approved: 'Received in good order.',
  part_approved: 'One piece has been worn; the rest is credited.',
  rejected: 'Decorated to order and without a fault: we cannot take it back.',
};

interface Garment {
  decoration: string | null;
  size_1: string | null;
}
const isAnything = (): boolean => true;
const isSized = ({ size_1 }: Garment): boolean => size_1 !== null;

/** The causes of a return: for the text of each reason, the garments to which it applies and the client's comment. */
const causes: Record<string, { fits: (garment: Garment) => boolean; comment: string }> = {
  'Too small': { fits: isSized, comment: 'Comes up small.' },
  'Too large': { fits: isSized, comment: 'Comes up large.' },
  'Wrong item sent': { fits: isAnything, comment: 'Not what we ordered.' },
  'Wrong colour sent': { fits: isAnything, comment: 'We ordered another colour.' },
  'Decoration is wrong or missing': { fits: ({ decoration }) => decoration !== null, comment: 'The logo is not as we ordered it.' },
  'Faulty or damaged': { fits: isAnything, comment: 'It was damaged when we unpacked it.' },
  'Ordered by mistake': { fits: isAnything, comment: 'Ordered twice by mistake.' },
  'Wearer has left': { fits: isAnything, comment: 'The wearer has left us.' },
};

/** Return items of a shipped order for one of the causes. The order's requester requests the return. */
export async function* returnOrder(world: DemoWorld, { requester }: PlannedOrder, order: { id: number; uuid: string }): Life {
  yield minutesOn(world, world.random.whole(3, 11) * day);
  const { db } = world;
  const returnable = [...(await returnableLines(world.as(requester.actor), [order.id])).values()].filter((line) => qtyReturnable(line) > 0);
  if (!returnable.length) return;
  const reasons = await db.select({ id: returnReasons.id, description: returnReasons.description }).from(returnReasons).orderBy(returnReasons.id);
  const garments = await db
    .select({ id: orderLines.id, decoration: orderLines.decoration, size_1: products.variation_size_1 })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(eq(orderLines.order_id, order.id));
  const returnLines = returnable.slice(0, 2).map((line) => {
    const garment = garments.find(({ id }) => id === line.id);
    const fitting = reasons.filter(({ description }) => garment && causes[description]?.fits(garment));
    return { line, reason: world.random.pick(fitting) };
  });
  const comment = [...new Set(returnLines.map(({ reason }) => causes[reason.description]?.comment))].join(' ');
  const newReturn = await createReturn(world.as(requester.actor), order.uuid, {
    lines: returnLines.map(({ line, reason }) => ({ id: line.id, qty_to_return: Math.min(2, qtyReturnable(line)), return_reason: reason.id })),
    customer_comments: world.random.pick([comment, comment, null]),
  });
  const outcome = outcomes[(newReturn.id - 1) % outcomes.length] ?? 'new';
  if (outcome === 'new') return;

  yield minutesOn(world, world.random.whole(2, 6) * day);
  const [office] = world.staff('super');
  if (office) await decide(world.as(office), newReturn, outcome);
}

async function decide(office: Ctx, { id, lines }: ReturnView, outcome: Exclude<Outcome, 'new'>): Promise<void> {
  for (const [i, { id: line_id, qty_requested }] of lines.entries()) {
    const isApproved = outcome === 'approved' || (outcome === 'part_approved' && i === 0);
    if (!isApproved) continue;
    const isAlone = outcome === 'part_approved' && lines.length === 1;
    await approveLine(office, id, line_id, { qty_approved: Math.max(1, isAlone ? qty_requested - 1 : qty_requested) });
  }
  await finaliseReturn(office, id, comments[outcome]);
}
