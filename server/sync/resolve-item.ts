import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { isGoodsChoice, type OfficeChoice } from '../../shared/sync/office-choices.ts';
import { applied, isRefused, noop } from '../../shared/sync/outcomes.ts';
import { shelfTaskOfName } from '../../shared/sync/task-name.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { countRequests, shelfTasks, syncLosses } from '../db/tables/index.ts';
import { putBackItems } from '../picking/line-holders.ts';
import { isOfGoods, resolveGoods } from '../purchasing/resolve-goods.ts';
import { resolveCount } from '../stock/resolve-count.ts';
import { orderLineOfStrays, takeOutStrays } from '../stock/stray-items.ts';
import type { ApplyMutation, MutationResult } from './mutation-handler.ts';
import { findOutcome, resolveOutcome, resolvePutBack } from './resolve-outcome.ts';

interface Resolving {
  m: string;
  choice: OfficeChoice;
  /** For a count, the number that a super has counted; for a return-to-shelf task, how many items are on the shelf again. */
  qty?: number | null | undefined;
  /** The SKU under which unknown items are taken into stock. */
  product_id?: number | null | undefined;
}

/**
 * Resolve one item that waits for a person: a refused mutation, a return-to-shelf task, a count, a tablet's loss, or goods that were not due.
 * `device` is the tablet on which the item is resolved; null for the office's list. Resolving an item again changes nothing. Everybody on the floor
 * may resolve shelf tasks, items in a tote and their tablet's own outcomes; everything else is for the office.
 */
export async function resolveItem(
  ctx: Ctx,
  { m, choice, qty = null, product_id }: Resolving,
  device: string | null,
  apply: ApplyMutation,
): Promise<MutationResult> {
  authorize(policy.use_floor(ctx.actor));
  const outcome = await findOutcome(ctx, m);
  // An applied `stock.request_count` leaves the requested count, an item whose name is the mutation's `m`. So `m` alone does not mean a refusal.
  const isOfAction = outcome !== null && (isRefused(outcome.outcome) || outcome.n !== 'stock.request_count');
  if (isOfAction && !outcome.resolved_at && isRefused(outcome.outcome)) {
    enforceOwn(ctx, outcome, device);
    if (isGoodsChoice(choice)) throw invalid({ choice: messages.not_a_choice });
    return resolveOutcome(ctx, outcome, choice, apply);
  }
  const task = shelfTaskOfName(m);
  if (task !== null) return tickTask(ctx, task, qty, apply);
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
 * Refuse everybody except the office and the tablet that sent the mutation. The floor can read the office's list, but a tablet cannot resolve another
 * tablet's outcome.
 */
function enforceOwn({ actor }: Ctx, outcome: { device: string }, device: string | null): void {
  if (device === null) authorize(policy.use_office(actor));
  else if (outcome.device !== device && !policy.use_office(actor)) throw notFound();
}

const openTask = prepared('open_shelf_task', (db: Db) =>
  lockRows(
    db
      .select()
      .from(shelfTasks)
      .where(eq(shelfTasks.id, sql.placeholder('id'))),
  ),
);

/** Tick off a return-to-shelf task: `qty` of its items are on the shelf again, or all if `qty` is null. The task keeps the remaining items. */
async function tickTask(ctx: Ctx, id: number, qty: number | null, apply: ApplyMutation): Promise<MutationResult> {
  const [task] = await openTask(ctx.db, { id });
  if (!task) throw notFound();
  if (task.done_at || qty === 0) return noop;
  const returned = Math.min(task.qty, qty ?? task.qty);
  const change = returned < task.qty ? { qty: task.qty - returned } : { done_at: ctx.now, done_by: ctx.actor.id };
  await ctx.db.update(shelfTasks).set(change).where(eq(shelfTasks.id, id));
  await putBackItems(ctx, task, returned);
  await audit(ctx, 'shelf_task.done', { type: 'order', id: task.order_id }, null, { shelf_task_id: id, qty: returned });
  if (returned === task.qty) await resolvePutBack(ctx, task, apply);
  return { ...applied, order_id: task.order_id };
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
