import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { jobs } from '../db/tables/index.ts';

export interface QueuedJob {
  kind: string;
  /** What the job is about: at most one job of a kind is pending for each key. */
  key: string;
  payload: unknown;
  /** The earliest time to run; now by default. */
  due_at?: string;
}

/** Queue a job in the caller's unit of work. If a job of the same kind and key is pending already, no second one is queued. */
export const queueJob = (ctx: Pick<Ctx, 'db' | 'now'>, job: QueuedJob): Promise<void> => queueJobs(ctx, [job]);

/** Queue jobs of one kind. If no due time is given, a pending job that is due later becomes due now, and its failures are reset. */
export async function queueJobs({ db, now }: Pick<Ctx, 'db' | 'now'>, queued: readonly QueuedJob[]): Promise<void> {
  const [first] = queued;
  if (!first) return;
  const keys = queued.map(({ key }) => key);
  const unclaimed = and(eq(jobs.kind, first.kind), inArray(jobs.key, keys), isNull(jobs.done_at), isNull(jobs.failed_at), isNull(jobs.leased_until));
  const waiting = new Set((await db.select({ key: jobs.key }).from(jobs).where(unclaimed)).map(({ key }) => key));
  const fresh = queued.filter(({ key }) => !waiting.has(key));
  if (waiting.size && queued.every(({ due_at }) => due_at === undefined))
    await db
      .update(jobs)
      .set({ due_at: now, attempts: 0 })
      .where(and(unclaimed, gt(jobs.due_at, now)));
  if (fresh.length)
    await db.insert(jobs).values(fresh.map(({ kind, key, payload, due_at = now }) => ({ kind, key, payload, created_at: now, due_at })));
}
