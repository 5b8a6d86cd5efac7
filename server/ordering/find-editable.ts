import { eq, sql } from 'drizzle-orm';
import { checkEdit, checkOfficeEdit } from '../../shared/ordering/moment.ts';
import type { RoundState } from '../../shared/ordering/progress.ts';
import { policy } from '../../shared/policy.ts';
import { prepared } from '../db/db.ts';
import { picks } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce } from '../http/problem.ts';
import { findOrder, type Order } from './find-order.ts';

const openRounds = prepared('open_round', (db) =>
  db
    .select({ id: picks.id, state: picks.state })
    .from(picks)
    .where(sql`${eq(picks.order_id, sql.placeholder('order_id'))} and ${picks.state} not in ('shipped', 'closed')`),
);

/** The open round of an order; null when there is none. */
export async function openRound(ctx: Pick<Ctx, 'db'>, order_id: number): Promise<{ id: number; state: RoundState } | null> {
  const [round] = await openRounds(ctx.db, { order_id });
  return round ?? null;
}

/** An order that the caller may change at this moment, held until the unit of work ends. The office may change what is submitted too. */
export async function findEditable(ctx: Ctx, uuid: string): Promise<Order> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order));
  const office = policy.use_office(ctx.actor) && order.submitted_at !== null;
  if (office) enforce(checkOfficeEdit(order, (await openRound(ctx, order.id))?.state ?? null));
  else enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  return order;
}
