import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

/** Promise a job in the caller's unit of work. Where one of the same kind and key is waiting already, that one stands for both. */
export async function queueJob(ctx: Pick<Ctx, 'db' | 'now'>, job: { kind: string; key: string; payload: unknown; due_at?: string }): Promise<void> {
  const waiting = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, job.kind), eq(jobs.key, job.key), isNull(jobs.done_at), isNull(jobs.failed_at), isNull(jobs.leased_until)))
    .limit(1);
  if (waiting.length > 0) return;
  await ctx.db.insert(jobs).values({ kind: job.kind, key: job.key, payload: job.payload, created_at: ctx.now, due_at: job.due_at ?? ctx.now });
}
