import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startBackground } from '../../server/background.ts';
import { attempts, idempotencyKeys, jobs, sessions, syncTombstones } from '../../server/db/tables/index.ts';
import { backOff } from '../../server/jobs/back-off.ts';
import { expire } from '../../server/jobs/expire.ts';
import { type JobKind, jobKind, recurring } from '../../server/jobs/job.ts';
import { queueJob } from '../../server/jobs/queue-job.ts';
import { JOB_LEASE, MAX_ATTEMPTS, runDueJobs, standJobs, takeOverJobs } from '../../server/jobs/run-jobs.ts';
import { type World, world } from '../world.ts';

let w: World;
let handledJobs: number[] = [];
let fails = false;

const count = jobKind('count', z.object({ n: z.number() }), async (_services, { n }) => {
  if (fails) throw new Error('the shelf is empty');
  handledJobs.push(n);
});

beforeEach(async () => {
  w = await world();
  handledJobs = [];
  fails = false;
  await w.database.unitOfWork(async (db) => {
    await db.delete(jobs);
  });
});

const queue = (n: number, key = String(n)): Promise<void> =>
  w.database.unitOfWork((db) => queueJob({ db, now: w.now() }, { kind: 'count', key, payload: { n } }));
const runAll = (kinds: JobKind[] = [count]): Promise<number> => runDueJobs(w.services, kinds, new AbortController().signal);
const all = () => w.database.reader.select().from(jobs).orderBy(asc(jobs.id));
const minutes = (ms: number): string => new Date(Date.parse(w.now()) + ms).toISOString();

test('a queued job runs once', async () => {
  await queue(1);
  expect(await runAll()).toBe(1);
  expect(await runAll()).toBe(0);
  expect(handledJobs).toEqual([1]);
  expect(await all()).toMatchObject([{ done_at: w.now(), attempts: 1, error: null }]);
});

test('a job is not queued while another job with the same key is queued', async () => {
  await queue(1, 'same');
  await queue(2, 'same');
  await runAll();
  expect(handledJobs).toEqual([1]);
  await queue(3, 'same');
  await runAll();
  expect(handledJobs).toEqual([1, 3]);
});

test('two processes that run jobs at the same time run each job once', async () => {
  for (let n = 1; n <= 20; n++) await queue(n);
  await Promise.all([runAll(), runAll()]);
  expect([...handledJobs].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('a failed job keeps its error and is tried again after longer and longer waits, until it is given up', async () => {
  fails = true;
  await queue(1);
  await runAll();
  expect(await all()).toMatchObject([{ done_at: null, failed_at: null, error: 'the shelf is empty', due_at: minutes(backOff(1)) }]);
  w.setClock(1);
  await runAll();
  expect(await all()).toMatchObject([{ attempts: 2, due_at: minutes(backOff(2)) }]);

  await w.database.unitOfWork(async (db) => {
    await db.update(jobs).set({ attempts: MAX_ATTEMPTS - 1, due_at: w.now() });
  });
  await runAll();
  expect(await all()).toMatchObject([{ failed_at: w.now() }]);
});

test('a job with an invalid payload fails, and the other jobs run', async () => {
  await w.database.unitOfWork((db) => queueJob({ db, now: w.now() }, { kind: 'count', key: 'bad', payload: { m: 1 } }));
  await queue(2);
  await runAll();
  expect(handledJobs).toEqual([2]);
});

test('a job whose process died is run again when the lease of the job ends', async () => {
  await queue(1);
  await w.database.unitOfWork(async (db) => {
    await db.update(jobs).set({ leased_until: minutes(JOB_LEASE), attempts: 1 });
  });
  expect(await runAll()).toBe(0);
  w.setClock(JOB_LEASE / 60_000);
  expect(await runAll()).toBe(1);
});

test('on SQLite, a job whose process died is run again as soon as the product restarts', async () => {
  await queue(1);
  await w.database.unitOfWork(async (db) => {
    await db.update(jobs).set({ leased_until: minutes(JOB_LEASE) });
  });
  await takeOverJobs(w.services, []);
  expect(await runAll()).toBe(0);
  await takeOverJobs(w.services, [count]);
  expect(await runAll()).toBe(w.database.engine === 'sqlite' ? 1 : 0);
});

test('a process neither runs nor changes a job of a kind that is unknown to the process', async () => {
  await queue(1);
  expect(await runAll([expire])).toBe(0);
  expect(await all()).toMatchObject([{ attempts: 0, leased_until: null }]);
});

test('a recurring job is stored once, runs on its schedule, and runs again even after it failed', async () => {
  w.setClock('2026-11-21T10:05:00.000Z');
  let runs = 0;
  const hourly = recurring('hourly', '0 * * * *', async () => {
    runs += 1;
    if (runs === 1) throw new Error('not now');
  });
  await standJobs(w.services, [hourly]);
  await standJobs(w.services, [hourly]);
  expect(await all()).toMatchObject([{ kind: 'hourly', due_at: '2026-11-21T11:00:00.000Z' }]);

  expect(await runAll([hourly])).toBe(0);
  w.setClock('2026-11-21T11:00:00.000Z');
  expect(await runAll([hourly])).toBe(1);
  expect(await all()).toMatchObject([{ error: 'not now', due_at: '2026-11-21T11:01:00.000Z' }]);
  w.setClock(1);
  expect(await runAll([hourly])).toBe(1);
  expect(await all()).toMatchObject([{ error: null, attempts: 0, due_at: '2026-11-21T12:00:00.000Z', done_at: null }]);
});

test('the clean-up job deletes only the sessions, attempts and stored responses whose time limit has passed', async () => {
  const { user, signIn, database } = w;
  const person = await user('client_admin');
  await signIn(person);
  const ago = (days: number): string => new Date(Date.parse(w.now()) - days * 86_400_000).toISOString();
  await database.unitOfWork(async (db) => {
    await db.insert(sessions).values({ user_id: person.id, token_hash: 'old', created_at: ago(2), last_seen_at: ago(2), expires_at: ago(1) });
    await db.insert(attempts).values([{ key: 'email:a', n: 3, ends_at: ago(1) }]);
    const idempotencyRow = { user_id: person.id, request_hash: 'x', status: 200, body: null };
    await db
      .insert(idempotencyKeys)
      .values([
        ...Array.from({ length: 1100 }, (_, n) => ({ ...idempotencyRow, key: `old ${n}`, created_at: ago(8) })),
        { ...idempotencyRow, key: 'new', created_at: ago(6) },
      ]);
  });
  await expire.run(w.services, null, new AbortController().signal);

  const { reader } = database;
  expect(await reader.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([{ key: 'new' }]);
  expect(await reader.select().from(sessions).where(eq(sessions.user_id, person.id))).toHaveLength(1);
  expect(await reader.select().from(attempts)).toEqual([]);
});

test('the clean-up job keeps the newest expired tombstone, so that a tablet’s older cursor is recognised as too old', async () => {
  const ago = (days: number): string => new Date(Date.parse(w.now()) - days * 86_400_000).toISOString();
  const tombstone = (v: number, days: number) => ({ kind: 'pick', key: `order ${v}`, v, at: ago(days) });
  await w.database.unitOfWork(async (db) => {
    await db.insert(syncTombstones).values([tombstone(1, 200), tombstone(2, 190), tombstone(3, 181), tombstone(4, 179), tombstone(5, 0)]);
  });
  await expire.run(w.services, null, new AbortController().signal);
  const tombstones = await w.database.reader.select({ v: syncTombstones.v }).from(syncTombstones).orderBy(syncTombstones.v);
  expect(tombstones.map(({ v }) => v)).toEqual([3, 4, 5]);
});

test('the background runner runs queued jobs when it is poked, and no further jobs once it is stopped', async () => {
  const background = await startBackground(w.services, [count]);
  await queue(7);
  background.poke();
  await expect.poll(() => handledJobs, { timeout: 4_000 }).toEqual([7]);
  await background.stop();
  await queue(8);
  background.poke();
  const counts = (await all()).filter(({ kind }) => kind === 'count');
  expect(counts).toMatchObject([{ done_at: w.now() }, { done_at: null }]);
});
