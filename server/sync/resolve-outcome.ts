import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import { isMutationName } from '../../shared/sync/mutations.ts';
import { applied, isOver, isRefused, noop, refuseWith } from '../../shared/sync/outcomes.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { prepared } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { pickLines, syncDevices, syncOutcomes } from '../db/tables/index.ts';
import { thisVersion } from '../db/versions.ts';
import { requestCount } from '../stock/request-count.ts';
import { actorOf } from './actor-of.ts';
import { type ApplyMutation, type MutationResult, metaOf } from './mutation-handler.ts';
import { keepShelfTask } from './shelf-task.ts';
import { upcast } from './upcast.ts';

type Stored = typeof syncOutcomes.$inferSelect;

/** The line that a stored mutation recorded; null where it was another kind of mutation. */
function lineOf({ n, payload }: Stored): { pick_line_id: number; product_id: number; qty_picked: number } | null {
  return n === 'pick.record_line' ? ((payload as WireMutation).a as never) : null;
}

/**
 * Resolve a refused mutation as a person chose, and close it with everything that follows from it. `mine` carries it out in the
 * current state; where that is still not possible, the answer is a refusal and it stays open.
 */
export async function resolveOutcome(ctx: Ctx, outcome: Stored, choice: Choice, apply: ApplyMutation): Promise<MutationResult> {
  if (!isRefused(outcome.outcome) || outcome.resolved_at) return noop;
  const line = lineOf(outcome);
  const before = line && choice === 'mine' ? await recordedLine(ctx, line.pick_line_id) : null;
  const result = choice === 'mine' ? await applyAgain(ctx, outcome, apply) : applied;
  // A choice that cannot be carried out belongs to the outcome that it was about.
  if (isRefused(result.outcome)) return { ...result, root_m: outcome.m };

  if (line && choice === 'mine') await swapShelfTasks(ctx, outcome, line.pick_line_id, before);
  if (line && choice === 'recount') {
    await requestCount(ctx, { product_id: line.product_id, pick_line_id: line.pick_line_id, qty: null, device: outcome.device });
  }
  await close(ctx, outcome, choice, result);
  await resolveFollowers(ctx, outcome, choice, apply);
  await stampDevice(ctx.db, { device: outcome.device });
  await audit(ctx, 'outcome.resolved', { type: 'outcome', id: null }, { m: outcome.m, n: outcome.n, code: outcome.code }, { choice });
  return { ...applied, order_id: outcome.order_id };
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

/** The tablet's own open outcomes have changed: it has something to fetch. */
const stampDevice = prepared('outcome_stamp_device', (db) =>
  db
    .update(syncDevices)
    .set({ v: thisVersion })
    .where(eq(syncDevices.device, sql.placeholder('device'))),
);

/** Carry a stored mutation out as if it were made now, in the name of the person who made it, where they may still do it. */
async function applyAgain(ctx: Ctx, { payload, device }: Stored, apply: ApplyMutation): Promise<MutationResult> {
  const mutation = payload as WireMutation;
  const a = isMutationName(mutation.n) ? upcast(mutation.n, mutation.nv, mutation.a, ctx.now) : null;
  if (!isMutationName(mutation.n) || !a) return refuseWith('INVALID');
  const actor = await actorOf(ctx, device, { actor_id: mutation.actor_id, asserted: false });
  const base = await baseNow(ctx, mutation);
  return apply({ ...ctx, actor: typeof actor === 'string' ? ctx.actor : actor }, mutation.n, a, { ...metaOf(mutation, device), base });
}

/**
 * A record is judged against the line as it is now. A completion still depends on the records it was built on, and is not possible
 * while one of them is open.
 */
async function baseNow(ctx: Ctx, { n, a, base }: WireMutation): Promise<WireMutation['base']> {
  if (n !== 'pick.record_line') return base;
  const pick_line_id = Number(a.pick_line_id);
  const line = await recordedLine(ctx, pick_line_id);
  return line ? { [lineBaseKey(pick_line_id)]: line.fact_version } : {};
}

type RecordedLine = Pick<typeof pickLines.$inferSelect, 'product_id' | 'qty_picked' | 'picked_device' | 'fact_version'>;

async function recordedLine(ctx: Ctx, id: number): Promise<RecordedLine | null> {
  const [line] = await ctx.db
    .select({
      product_id: pickLines.product_id,
      qty_picked: pickLines.qty_picked,
      picked_device: pickLines.picked_device,
      fact_version: pickLines.fact_version,
    })
    .from(pickLines)
    .where(eq(pickLines.id, id));
  return line ?? null;
}

/** The chosen trolley keeps its items; those of the other one go back to the shelf. */
async function swapShelfTasks(ctx: Ctx, { device }: Stored, pick_line_id: number, before: RecordedLine | null): Promise<void> {
  if (!before || before.picked_device === device) return;
  const { product_id } = before;
  await keepShelfTask(ctx, { pick_line_id, product_id, device, qty: 0, reason: 'resolved' });
  if (before.qty_picked > 0) {
    await keepShelfTask(ctx, { pick_line_id, product_id, device: before.picked_device ?? '', qty: before.qty_picked, reason: 'double_picked' });
  }
}

const openFollowers = prepared('outcome_followers', (db) =>
  db
    .select()
    .from(syncOutcomes)
    .where(and(eq(syncOutcomes.root_m, sql.placeholder('root_m')), isNull(syncOutcomes.resolved_at)))
    .orderBy(asc(syncOutcomes.at), asc(syncOutcomes.s)),
);

/**
 * What was refused only because of the root is tried again. What recorded the same line, or the same pick that is over, gets the
 * same resolution as the root.
 */
async function resolveFollowers(ctx: Ctx, root: Stored, choice: Choice, apply: ApplyMutation): Promise<void> {
  const followers = await openFollowers(ctx.db, { root_m: root.m });
  const line = lineOf(root)?.pick_line_id;
  for (const follower of followers) {
    const isSameLine = line !== undefined && lineOf(follower)?.pick_line_id === line;
    // What was refused because the pick is over is not tried again: that would reopen shelf tasks that are ticked off.
    const goesAlong = (isSameLine && choice !== 'mine') || (isOver(root.code) && isOver(follower.code));
    if (goesAlong) await close(ctx, follower, choice, applied);
    else await tryFollower(ctx, follower, root, choice, apply);
  }
}

async function tryFollower(ctx: Ctx, follower: Stored, root: Stored, choice: Choice, apply: ApplyMutation): Promise<void> {
  const result = await applyAgain(ctx, follower, apply);
  if (!isRefused(result.outcome)) return close(ctx, follower, 'mine', result);
  if (isOver(root.code) && isOver(result.code)) return close(ctx, follower, choice, applied);
  const { outcome, code, server = null, root_m = null } = result;
  await ctx.db
    .update(syncOutcomes)
    .set({ outcome, code, server, root_m: root_m === follower.m ? null : root_m })
    .where(eq(syncOutcomes.m, follower.m));
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
