import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import { isMutationName } from '../../shared/sync/mutations.ts';
import { applied, isClaim, isOver, isPickedTwice, isRefused, noop, refuseWith } from '../../shared/sync/outcomes.ts';
import { itemsOf } from '../../shared/sync/refusal-facts.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { prepared } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { pickLines, shelfTasks, syncDevices, syncOutcomes } from '../db/tables/index.ts';
import { thisVersion } from '../db/versions.ts';
import { chooseHolder, qtyCountable } from '../picking/line-holders.ts';
import { requestCount } from '../stock/request-count.ts';
import { actorOf } from './actor-of.ts';
import { keepUncountedItems } from './keep-uncounted-items.ts';
import { type ApplyMutation, type MutationResult, metaOf } from './mutation-handler.ts';
import { openRefusals } from './open-refusals.ts';
import { upcast } from './upcast.ts';

type Stored = typeof syncOutcomes.$inferSelect;

/** The line that a stored mutation recorded; null for another kind of mutation. */
function lineOf({ n, payload }: Stored): { pick_line_id: number; product_id: number; qty_picked: number } | null {
  return n === 'pick.record_line' ? ((payload as WireMutation).a as never) : null;
}

/**
 * Resolve a refused mutation as a person chose, and close it together with the refusals that follow from it. `mine` carries the mutation out in the
 * current state; if that is still impossible, the answer is a refusal and the mutation stays open. If an order was picked twice, `mine` counts the
 * items of the refused records, but somebody else keeps the pick.
 */
export async function resolveOutcome(ctx: Ctx, outcome: Stored, choice: Choice, apply: ApplyMutation): Promise<MutationResult> {
  if (!isRefused(outcome.outcome) || outcome.resolved_at) return noop;
  const followers = await openFollowers(ctx.db, { root_m: outcome.m });
  const result = choice === 'mine' && !(await wasPutBack(ctx, outcome)) ? await applyAgain(ctx, outcome, apply) : applied;
  const hasLines = isPickedTwice(outcome.code) && followers.some((follower) => lineOf(follower) !== null);
  // If the choice cannot be carried out, the new refusal names the outcome that the choice was to resolve.
  if (isRefused(result.outcome) && !(hasLines && isClaim(result.code))) return { ...result, root_m: outcome.m };

  const isCarriedOut = choice === 'mine' && result !== applied && !isRefused(result.outcome);
  await close(ctx, outcome, choice === 'mine' && !isCarriedOut ? 'theirs' : choice, result);
  const counted = await resolveFollowers(ctx, { root: outcome, followers }, choice, apply);
  if (choice === 'recount') await requestCounts(ctx, [outcome, ...counted]);
  await stampDevice(ctx.db, { device: outcome.device });
  await audit(ctx, 'outcome.resolved', { type: 'outcome', id: null }, { m: outcome.m, n: outcome.n, code: outcome.code }, { choice });
  return { ...applied, order_id: outcome.order_id };
}

/** Request one count of each line that these mutations recorded, even if several of them recorded the same line. */
async function requestCounts(ctx: Ctx, outcomes: readonly Stored[]): Promise<void> {
  const lines = new Map(outcomes.flatMap((outcome) => [lineOf(outcome)].filter((line) => line !== null)).map((line) => [line.pick_line_id, line]));
  const [first] = outcomes;
  for (const { product_id, pick_line_id } of lines.values())
    await requestCount(ctx, { product_id, pick_line_id, qty: null, device: first?.device ?? null });
}

const taskOfRecord = prepared('task_of_record', (db) =>
  db
    .select({ done_at: shelfTasks.done_at })
    .from(shelfTasks)
    .where(
      and(
        eq(shelfTasks.pick_line_id, sql.placeholder('pick_line_id')),
        eq(shelfTasks.device, sql.placeholder('device')),
        eq(shelfTasks.product_id, sql.placeholder('product_id')),
        gt(shelfTasks.qty, 0),
        isNotNull(shelfTasks.done_at),
      ),
    ),
);

/** Whether the items of a refused record are back on the shelf, so that they cannot be counted. */
async function wasPutBack(ctx: Ctx, outcome: Stored): Promise<boolean> {
  const line = lineOf(outcome);
  if (!line) return false;
  const [task] = await taskOfRecord(ctx.db, { pick_line_id: line.pick_line_id, product_id: line.product_id, device: outcome.device });
  return task?.done_at != null && task.done_at >= outcome.at;
}

const resolution = {
  resolved_at: sql`${sql.placeholder('now')}`,
  resolved_by: sql`${sql.placeholder('by')}`,
  choice: sql`${sql.placeholder('choice')}`,
};
const closeOutcome = prepared('outcome_close', (db) =>
  db
    .update(syncOutcomes)
    .set(resolution)
    .where(eq(syncOutcomes.m, sql.placeholder('m'))),
);
const closeCarriedOut = prepared('outcome_close_carried_out', (db) =>
  db
    .update(syncOutcomes)
    .set({ ...resolution, outcome: sql`${sql.placeholder('outcome')}`, fact_version: sql`${sql.placeholder('fact_version')}` })
    .where(eq(syncOutcomes.m, sql.placeholder('m'))),
);

async function close(ctx: Ctx, { m }: Stored, choice: Choice, { outcome, fact_version = null }: MutationResult): Promise<void> {
  const by = { m, now: ctx.now, by: ctx.actor.id, choice };
  if (choice === 'mine') await closeCarriedOut(ctx.db, { ...by, outcome, fact_version });
  else await closeOutcome(ctx.db, by);
}

/** Gives a tablet's row a new version, so that the tablet fetches its open outcomes, which have changed. */
const stampDevice = prepared('outcome_stamp_device', (db) =>
  db
    .update(syncDevices)
    .set({ v: thisVersion })
    .where(eq(syncDevices.device, sql.placeholder('device'))),
);

/**
 * Carry out a stored mutation as if it were recorded now: by the person who recorded it if that person may still act, else by the caller. The items
 * of a recorded line are already on this tablet's trolley. Items on other trolleys that the line then no longer counts go back to the shelf.
 */
async function applyAgain(ctx: Ctx, { payload, device, code }: Stored, apply: ApplyMutation): Promise<MutationResult> {
  const mutation = payload as WireMutation;
  const a = isMutationName(mutation.n) ? upcast(mutation.n, mutation.nv, mutation.a, ctx.now) : null;
  if (!isMutationName(mutation.n) || !a) return refuseWith('INVALID');
  const actor = await actorOf(ctx, device, { actor_id: mutation.actor_id, asserted: false });
  const by = { ...ctx, actor: typeof actor === 'string' ? ctx.actor : actor };
  if (mutation.n !== 'pick.record_line') return apply(by, mutation.n, a, metaOf(mutation, device));

  const pick_line_id = Number(a.pick_line_id);
  const line = await recordedLine(ctx, pick_line_id);
  const base = line ? { [lineBaseKey(pick_line_id)]: line.fact_version } : {};
  const qty_picked = await qtyToCount(ctx, a, line, { device, code });
  const result = await apply(by, mutation.n, { ...a, qty_picked }, { ...metaOf(mutation, device), base, taken: 0 });
  const after = result.outcome === 'applied' ? await recordedLine(ctx, pick_line_id) : null;
  if (after) await chooseHolder(ctx, after, device);
  return result;
}

/**
 * How many items of a refused record can be counted. Items that another trolley has put back, or still has to put back, are not counted. After
 * `OVER_ALLOCATED`, no more items are counted than are allocated.
 */
async function qtyToCount(
  ctx: Ctx,
  a: Record<string, unknown>,
  line: RecordedLine | null,
  { device, code }: Pick<Stored, 'device' | 'code'>,
): Promise<number> {
  const qty = Number(a.qty_picked);
  if (!line || line.product_id !== a.product_id) return qty;
  const onTrolleys = await qtyCountable(ctx, line, device);
  return Math.min(qty, onTrolleys ?? qty, code === 'OVER_ALLOCATED' ? line.qty_allocated : qty);
}

const recordedLines = prepared('recorded_line', (db) =>
  db
    .select({
      id: pickLines.id,
      product_id: pickLines.product_id,
      qty_allocated: pickLines.qty_allocated,
      qty_picked: pickLines.qty_picked,
      picked_by: pickLines.picked_by,
      picked_device: pickLines.picked_device,
      fact_version: pickLines.fact_version,
    })
    .from(pickLines)
    .where(eq(pickLines.id, sql.placeholder('id'))),
);
const recordedLine = async (ctx: Ctx, id: number) => (await recordedLines(ctx.db, { id }))[0] ?? null;
type RecordedLine = NonNullable<Awaited<ReturnType<typeof recordedLine>>>;

const openFollowers = prepared('outcome_followers', (db) =>
  db
    .select()
    .from(syncOutcomes)
    .where(and(eq(syncOutcomes.root_m, sql.placeholder('root_m')), isNull(syncOutcomes.resolved_at)))
    .orderBy(asc(syncOutcomes.at), asc(syncOutcomes.s)),
);

/**
 * Resolve the refusals (`followers`) that follow from `root`. Returns those that get the same resolution as `root`; all others are tried again. If
 * `root` was refused because the pick is closed, refusals for that reason get its resolution. Unless the choice is `mine`, records of the same line
 * get it too and, if the order was picked twice, also records of other lines and refusals for that reason.
 */
async function resolveFollowers(
  ctx: Ctx,
  { root, followers }: { root: Stored; followers: readonly Stored[] },
  choice: Choice,
  apply: ApplyMutation,
): Promise<Stored[]> {
  const line = lineOf(root)?.pick_line_id;
  const along: Stored[] = [];
  for (const follower of followers) {
    const followerLine = lineOf(follower)?.pick_line_id;
    const isSameLine = line !== undefined && followerLine === line;
    const isSameOrder = isPickedTwice(root.code) && (isPickedTwice(follower.code) || followerLine !== undefined);
    // A mutation that was refused because the pick is closed is not tried again: a new try would reopen shelf tasks that are ticked off.
    const goesAlong = ((isSameLine || isSameOrder) && choice !== 'mine') || (isOver(root.code) && isOver(follower.code));
    if (!goesAlong) await tryFollower(ctx, follower, root, choice, apply);
    else {
      await close(ctx, follower, choice, applied);
      along.push(follower);
    }
  }
  return along;
}

async function tryFollower(ctx: Ctx, follower: Stored, root: Stored, choice: Choice, apply: ApplyMutation): Promise<void> {
  if (await wasPutBack(ctx, follower)) return close(ctx, follower, 'theirs', applied);
  const result = await applyAgain(ctx, follower, apply);
  if (!isRefused(result.outcome)) return close(ctx, follower, 'mine', result);
  if (isOver(root.code) && isOver(result.code)) return close(ctx, follower, choice, applied);
  // The resolution of the root has already decided that somebody else keeps the pick.
  if (isPickedTwice(root.code) && isClaim(result.code)) return close(ctx, follower, 'theirs', applied);
  const { outcome, code, server, root_m = null } = await keepUncountedItems(ctx, follower.device, follower.payload as WireMutation, 0, result);
  const items = itemsOf(follower.server as MutationResult['server']);
  await ctx.db
    .update(syncOutcomes)
    .set({ outcome, code, server: items ? { ...server, items } : (server ?? null), root_m: root_m === follower.m ? null : root_m })
    .where(eq(syncOutcomes.m, follower.m));
}

const openTasks = prepared('open_tasks_of_order', (db) =>
  db
    .select({ pick_line_id: shelfTasks.pick_line_id })
    .from(shelfTasks)
    .where(and(eq(shelfTasks.device, sql.placeholder('device')), eq(shelfTasks.order_id, sql.placeholder('order_id')), isNull(shelfTasks.done_at))),
);

/**
 * If an order was picked on two tablets, resolve the refusal of the tablet `device` as soon as the last refused item is off the trolley of `device`.
 * The items on the other tablet's trolley then count, so nothing is left to decide.
 */
export async function resolvePutBack(
  ctx: Ctx,
  { pick_line_id, device, order_id }: { pick_line_id: number; device: string; order_id: number },
  apply: ApplyMutation,
): Promise<void> {
  const open = await openRefusals(ctx.db, { device, order_id });
  const record = open.find((outcome) => lineOf(outcome)?.pick_line_id === pick_line_id);
  const root = open.find(({ m }) => m === (record?.root_m ?? record?.m)) ?? record;
  if (!root || !isPickedTwice(root.code)) return;
  const lines = new Set(open.flatMap((outcome) => (outcome === root || outcome.root_m === root.m ? (lineOf(outcome)?.pick_line_id ?? []) : [])));
  const remaining = await openTasks(ctx.db, { device, order_id });
  if (!remaining.some((task) => lines.has(task.pick_line_id))) await resolveOutcome(ctx, root, 'theirs', apply);
}

const heldOutcome = prepared('outcome_held', (db) =>
  lockRows(
    db
      .select()
      .from(syncOutcomes)
      .where(eq(syncOutcomes.m, sql.placeholder('m'))),
  ),
);

/** A stored outcome, locked until the unit of work ends. */
export async function findOutcome(ctx: Ctx, m: string): Promise<Stored | null> {
  const [outcome] = await heldOutcome(ctx.db, { m });
  return outcome ?? null;
}
