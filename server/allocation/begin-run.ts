import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { BeginRunInput } from '../../shared/allocation/begin-run.ts';
import type { AllocationRule } from '../../shared/allocation/share-out.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { allow, refuse } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { type Db, run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, allocationRunOrders, allocationRuns, isWaitingOrder, orders } from '../db/tables/index.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { type AllocationRun, runOf } from './run-queries.ts';

/** The kind of the job that continues a run, batch after batch. */
export const ALLOCATION_RUN = 'allocation_run';

const runOver = refuse('run_over', messages.run_over);

export const promiseRun = (ctx: Pick<Ctx, 'db' | 'now'>, run_id: number): Promise<void> =>
  queueJob(ctx, { kind: ALLOCATION_RUN, key: String(run_id), payload: { run_id } });

const oldestFirst = sql`orders.submitted_at, orders.id`;
const inTurn = (rule: AllocationRule): SQL =>
  rule === 'required' ? sql`orders.required_on is null, orders.required_on, ${oldestFirst}` : oldestFirst;

const missing = sql`order_lines.qty_requested - order_lines.qty_cancelled - order_lines.qty_shipped - order_lines.qty_allocated > 0`;

/** Says which waiting orders are in a run. */
export interface RunInput {
  account_id?: number | null | undefined;
  uuids?: readonly string[] | undefined;
  /** Only orders that lack one of these SKUs. */
  product_ids?: readonly number[] | null | undefined;
}

/**
 * Queue the waiting orders in the sequence of the rule. Orders on hold are queued too, so that the run shows why they get nothing. Returns the number
 * of queued orders.
 */
export async function lineUp(db: Db, run_id: number, rule: AllocationRule, { account_id, uuids, product_ids }: RunInput): Promise<number> {
  const ofSkus = product_ids ? sql`and ${among(pickedSku, idList(product_ids))}` : sql``;
  const which = [
    isWaitingOrder(orders),
    ...(account_id ? [sql`orders.account_id = ${account_id}`] : []),
    ...(uuids ? [amongTexts(sql`orders.uuid`, textList(uuids))] : []),
    sql`exists (select 1 from order_lines where order_lines.order_id = orders.id and ${missing} ${ofSkus})`,
  ];
  await run(
    db,
    sql`insert into allocation_run_orders (run_id, position, order_id)
      select cast(${run_id} as bigint), row_number() over (order by ${inTurn(rule)}), orders.id from orders where ${sql.join(which, sql` and `)}`,
  );
  const [lined] = await db.select({ n: count() }).from(allocationRunOrders).where(eq(allocationRunOrders.run_id, run_id));
  return lined?.n ?? 0;
}

async function insertRun(ctx: Ctx, values: Omit<typeof allocationRuns.$inferInsert, 'created_at' | 'created_by'>): Promise<number> {
  const [newRun] = await ctx.db
    .insert(allocationRuns)
    .values({ ...values, created_by: ctx.actor.id, created_at: ctx.now })
    .returning({ id: allocationRuns.id });
  return requireFound(newRun).id;
}

const setTotal = (db: Db, run_id: number, orders_total: number) =>
  db.update(allocationRuns).set({ orders_total }).where(eq(allocationRuns.id, run_id));

/** Begin to allocate free stock to waiting orders, or begin a preview of the allocation. The work itself continues outside the request. */
export async function beginRun(ctx: Ctx, { rule, account_id, orders: uuids, is_preview }: BeginRunInput): Promise<AllocationRun> {
  authorize(policy.allocate(ctx.actor));
  if (account_id) {
    const [account] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
    if (!account) throw invalid({ account_id: messages.unknown_account });
  }
  const run_id = await insertRun(ctx, { rule, is_preview, account_id: account_id ?? null, is_of_chosen_orders: uuids !== undefined });
  const orders_total = await lineUp(ctx.db, run_id, rule, { account_id, uuids });
  await setTotal(ctx.db, run_id, orders_total);
  await promiseRun(ctx, run_id);
  if (!is_preview) await audit(ctx, 'allocation.run_begun', { type: 'allocation_run', id: run_id }, null, { rule, account_id, orders: orders_total });
  return runOf(ctx, run_id);
}

/** Carry out a preview: allocate the present stock to the same orders by the same rule. */
export async function applyPreview(ctx: Ctx, preview_id: number): Promise<AllocationRun> {
  authorize(policy.allocate(ctx.actor));
  const [preview] = await lockRows(ctx.db.select().from(allocationRuns).where(eq(allocationRuns.id, preview_id)));
  const { rule, account_id, is_of_chosen_orders, orders_total, state, is_preview } = requireFound(preview);
  if (!is_preview || state !== 'done') throw conflict('run_not_previewed', messages.run_not_previewed);
  const [carried] = await ctx.db
    .select({ id: allocationRuns.id })
    .from(allocationRuns)
    .where(and(eq(allocationRuns.preview_id, preview_id)));
  if (carried) {
    const isSame = (after: { preview_id?: number }): boolean => after.preview_id === preview_id;
    await isDone(ctx, runOver, ['allocation.run_begun'], { type: 'allocation_run', id: carried.id }, isSame);
    return runOf(ctx, carried.id);
  }
  const run_id = await insertRun(ctx, { rule, account_id, is_of_chosen_orders, preview_id, orders_total });
  await run(
    ctx.db,
    sql`insert into allocation_run_orders (run_id, position, order_id)
      select cast(${run_id} as bigint), position, order_id from allocation_run_orders where run_id = ${preview_id}`,
  );
  await promiseRun(ctx, run_id);
  await audit(ctx, 'allocation.run_begun', { type: 'allocation_run', id: run_id }, null, { rule, account_id, preview_id, orders: orders_total });
  return runOf(ctx, run_id);
}

/** Locks a run and returns it with the verdict whether it still runs. */
async function lockRun(ctx: Ctx, run_id: number) {
  const [storedRun] = await lockRows(ctx.db.select().from(allocationRuns).where(eq(allocationRuns.id, run_id)));
  const { ended_at, is_stopping } = requireFound(storedRun);
  return { is_stopping, isRunning: ended_at ? runOver : allow };
}

/** Let a run end after its current batch. The stock that it has allocated so far stays allocated. */
export async function stopRun(ctx: Ctx, run_id: number): Promise<AllocationRun> {
  authorize(policy.allocate(ctx.actor));
  const { is_stopping, isRunning } = await lockRun(ctx, run_id);
  const isStopped = await isDone(ctx, isRunning, ['allocation.run_stopped'], { type: 'allocation_run', id: run_id });
  if (isStopped || is_stopping) return runOf(ctx, run_id);
  await ctx.db.update(allocationRuns).set({ is_stopping: true }).where(eq(allocationRuns.id, run_id));
  await promiseRun(ctx, run_id);
  await audit(ctx, 'allocation.run_stopped', { type: 'allocation_run', id: run_id });
  return runOf(ctx, run_id);
}

/** Continue an interrupted run at once, instead of when its job is next due. */
export async function resumeRun(ctx: Ctx, run_id: number): Promise<AllocationRun> {
  authorize(policy.allocate(ctx.actor));
  enforce((await lockRun(ctx, run_id)).isRunning);
  await promiseRun(ctx, run_id);
  return runOf(ctx, run_id);
}
