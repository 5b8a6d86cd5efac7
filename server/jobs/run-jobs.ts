import { Cron } from 'croner';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { skipLocked } from '../db/db.ts';
import { jobs } from '../db/tables/index.ts';
import { backOff } from './back-off.ts';
import { type JobKind, TryLater } from './job.ts';

/** How long one process holds the lease of a job, in milliseconds. If the process dies, another one takes the job over afterwards. */
export const JOB_LEASE = 10 * 60_000;
/** A queued job is given up after this many attempts; a recurring one never is. */
export const MAX_ATTEMPTS = 20;
/** The key of the one row of a recurring job. */
const STANDING = 'standing';

interface Claimed {
  id: number;
  kind: string;
  key: string;
  payload: unknown;
  attempts: number;
  leased_until: string;
}

interface Failure {
  message: string;
  after: number;
}

/** Insert one permanent row for every kind of job that has a schedule. The job is first due at the next time of the schedule. */
export async function standJobs({ database, clock }: Services, kinds: readonly JobKind[]): Promise<void> {
  const now = clock();
  await database.unitOfWork(async (db) => {
    for (const { kind, schedule } of kinds) {
      if (!schedule) continue;
      const standing = and(eq(jobs.kind, kind), eq(jobs.key, STANDING), isNull(jobs.done_at));
      const [first] = await db.select({ id: jobs.id }).from(jobs).where(standing).orderBy(asc(jobs.id)).limit(1);
      // If two processes start on an empty database at the same time, both may insert a row. The next start deletes the newer row.
      if (first) await db.delete(jobs).where(and(standing, gt(jobs.id, first.id)));
      else await db.insert(jobs).values({ kind, key: STANDING, payload: {}, created_at: now.toISOString(), due_at: nextRun(schedule, now) });
    }
  });
}

/**
 * Release jobs that were running when the process was killed, so that they need not wait for their lease to end. Does nothing on PostgreSQL, where
 * another process may be running the jobs. Called at the start.
 */
export async function takeOverJobs({ database }: Services, kinds: readonly JobKind[]): Promise<void> {
  if (database.engine !== 'sqlite') return;
  const hasKnownKind = inArray(
    jobs.kind,
    kinds.map(({ kind }) => kind),
  );
  await database.unitOfWork((db) =>
    db
      .update(jobs)
      .set({ leased_until: null })
      .where(and(hasKnownKind, isNull(jobs.done_at), isNotNull(jobs.leased_until))),
  );
}

/** Run the due jobs, oldest first, until no job is due or the signal is aborted. Returns how many jobs ran. */
export async function runDueJobs(services: Services, kinds: readonly JobKind[], signal: AbortSignal): Promise<number> {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  let ran = 0;
  while (!signal.aborted) {
    const job = await claim(services, [...byKind.keys()]);
    const kind = job && byKind.get(job.kind);
    if (!kind) break;
    const failure = await attempt(kind, services, job, signal);
    await record(services, kind, job, failure);
    ran += 1;
  }
  return ran;
}

/** Claim the next due job for this process alone; null when there is none. */
async function claim({ database, clock }: Services, kinds: string[]): Promise<Claimed | null> {
  const now = clock();
  const due = isDue(now.toISOString(), kinds);
  const [waiting] = await database.reader.select({ id: jobs.id }).from(jobs).where(due).limit(1);
  if (!waiting) return null;

  const leased_until = new Date(now.getTime() + JOB_LEASE).toISOString();
  const [job] = await database.unitOfWork((db) => {
    const next = db.select({ id: jobs.id }).from(jobs).where(due).orderBy(asc(jobs.due_at), asc(jobs.id)).limit(1);
    return db
      .update(jobs)
      .set({ leased_until, attempts: sql`${jobs.attempts} + 1` })
      .where(eq(jobs.id, sql`(${next.getSQL()}${skipLocked})`))
      .returning({ id: jobs.id, kind: jobs.kind, key: jobs.key, payload: jobs.payload, attempts: jobs.attempts });
  });
  return job ? { ...job, leased_until } : null;
}

const isDue = (now: string, kinds: string[]): SQL | undefined =>
  and(
    isNull(jobs.done_at),
    isNull(jobs.failed_at),
    inArray(jobs.kind, kinds),
    lte(jobs.due_at, now),
    or(isNull(jobs.leased_until), lte(jobs.leased_until, now)),
  );

/** Run a job once. Returns its failure, and for how many milliseconds another attempt would be of no use; null if the job succeeded. */
async function attempt(kind: JobKind, services: Services, job: Claimed, signal: AbortSignal): Promise<Failure | null> {
  try {
    await kind.run(services, job.payload, signal);
    return null;
  } catch (error) {
    const about = { err: error, job: job.id, kind: job.kind, attempts: job.attempts };
    if (error instanceof TryLater) services.log.warn(about, 'a job is tried again later');
    else services.log.error(about, 'a job failed');
    return { message: error instanceof Error ? error.message : String(error), after: error instanceof TryLater ? error.after : 0 };
  }
}

/** Record the result of a job, unless its lease expired and another process has the job now. */
async function record({ database, clock }: Services, { schedule }: JobKind, job: Claimed, failure: Failure | null): Promise<void> {
  const now = clock();
  const later = new Date(now.getTime() + Math.max(backOff(job.attempts), failure?.after ?? 0)).toISOString();
  const isStanding = schedule !== undefined && job.key === STANDING;
  const outcome = (): Partial<typeof jobs.$inferInsert> => {
    if (failure === null) return isStanding ? { due_at: nextRun(schedule, now), attempts: 0 } : { done_at: now.toISOString() };
    if (!isStanding && job.attempts >= MAX_ATTEMPTS) return { failed_at: now.toISOString() };
    return { due_at: later };
  };
  await database.unitOfWork(async (db) => {
    await db
      .update(jobs)
      .set({ leased_until: null, error: failure?.message ?? null, ...outcome() })
      .where(and(eq(jobs.id, job.id), eq(jobs.leased_until, job.leased_until)));
  });
}

function nextRun(schedule: string, after: Date): string {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(after);
  if (!next) throw new Error(`The schedule ${schedule} never has a next time.`);
  return next.toISOString();
}
