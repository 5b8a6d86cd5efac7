import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { isGoodsChoice, type OfficeChoice } from '../../shared/sync/office-choices.ts';
import { applied, isRefused, noop } from '../../shared/sync/outcomes.ts';
import { shelfTaskOfName } from '../../shared/sync/task-name.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { countRequests, shelfTasks, syncLosses } from '../db/tables/index.ts';
import { isOfGoods, resolveGoods } from '../purchasing/resolve-goods.ts';
import { resolveCount } from '../stock/resolve-count.ts';
import { orderLineOfStrays, takeOutStrays } from '../stock/stray-items.ts';
import type { ApplyMutation, MutationResult } from './mutation-handler.ts';
import { findOutcome, resolveOutcome } from './resolve-outcome.ts';

interface Resolving {
  m: string;
  choice: OfficeChoice;
  /** The number that a super has counted, for a request for a count. */
  qty?: number | null | undefined;
  /** The SKU of items that nobody knew, where they are taken into stock. */
  product_id?: number | null | undefined;
}

/**
 * Resolve one item that waits for a person: a refused mutation, a return-to-shelf task, a count, a tablet's loss, goods that
 * were not to come; `device` is the
 * tablet it is resolved from, null for the office's list. A second time changes nothing. Shelf tasks and items in a tote are for the whole floor and
 * everything else for the office, except a tablet's own outcomes.
 */
export async function resolveItem(
  ctx: Ctx,
  { m, choice, qty = null, product_id }: Resolving,
  device: string | null,
  apply: ApplyMutation,
): Promise<MutationResult> {
  authorize(policy.use_floor(ctx.actor));
  const outcome = await findOutcome(ctx, m);
  // A count waits under the name of the action that requested it, which was itself applied.
  const isOfAction = outcome !== null && (isRefused(outcome.outcome) || outcome.n !== 'stock.request_count');
  if (isOfAction && !outcome.resolved_at && isRefused(outcome.outcome)) {
    enforceOwn(ctx, outcome, device);
    if (isGoodsChoice(choice)) throw invalid({ choice: messages.not_a_choice });
    return resolveOutcome(ctx, outcome, choice, apply);
  }
  const task = shelfTaskOfName(m);
  if (task !== null) return tickTask(ctx, task);
  if (await resolveCount(ctx, m, choice, qty)) return applied;
  if (await followUpLoss(ctx, m)) return applied;
  if (await resolveGoods(ctx, { m, choice, product_id })) return applied;
  const strayLine = orderLineOfStrays(m);
  if (strayLine !== null) return (await takeOutStrays(ctx, strayLine)) ? applied : noop;
  if (isOfAction) enforceOwn(ctx, outcome, device);
  if (outcome || (await isKnown(ctx, m))) return noop;
  throw notFound();
}

/**
 * Go on for the office, or for the tablet whose outcome it is. The floor can read the office's list too; a tablet cannot resolve
 * another tablet's outcome.
 */
function enforceOwn({ actor }: Ctx, outcome: { device: string }, device: string | null): void {
  if (device === null) authorize(policy.use_office(actor));
  else if (outcome.device !== device && !policy.use_office(actor)) throw notFound();
}

async function tickTask(ctx: Ctx, id: number): Promise<MutationResult> {
  const [ticked] = await ctx.db
    .update(shelfTasks)
    .set({ done_at: ctx.now, done_by: ctx.actor.id })
    .where(and(eq(shelfTasks.id, id), isNull(shelfTasks.done_at)))
    .returning({ order_id: shelfTasks.order_id, qty: shelfTasks.qty });
  if (ticked) {
    await audit(ctx, 'shelf_task.done', { type: 'order', id: ticked.order_id }, null, { shelf_task_id: id, qty: ticked.qty });
    return { ...applied, order_id: ticked.order_id };
  }
  const tasks = await ctx.db.select({ id: shelfTasks.id }).from(shelfTasks).where(eq(shelfTasks.id, id));
  if (!tasks.length) throw notFound();
  return noop;
}

async function followUpLoss(ctx: Ctx, m: string): Promise<boolean> {
  const [loss] = await ctx.db
    .update(syncLosses)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id })
    .where(and(eq(syncLosses.m, m), isNull(syncLosses.resolved_at)))
    .returning({ device: syncLosses.device, n: syncLosses.n });
  if (!loss) return false;
  authorize(policy.use_office(ctx.actor));
  await audit(ctx, 'loss.followed_up', { type: 'outcome', id: null }, null, { m, ...loss });
  return true;
}

async function isKnown({ db }: Ctx, m: string): Promise<boolean> {
  const counts = await db.select({ m: countRequests.m }).from(countRequests).where(eq(countRequests.m, m));
  const losses = await db.select({ m: syncLosses.m }).from(syncLosses).where(eq(syncLosses.m, m));
  return counts.length + losses.length > 0 || isOfGoods({ db }, m);
}
