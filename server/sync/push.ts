import { and, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { isMutationName, type MutationName, mutationArgs } from '../../shared/sync/mutations.ts';
import { refuseWith } from '../../shared/sync/outcomes.ts';
import type { Halt, Result, WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared, savepoint } from '../db/db.ts';
import { isDuplicate, isSerializationFault, isUnavailable } from '../db/faults.ts';
import { syncClients, syncFailures, syncOutcomes } from '../db/tables/index.ts';
import { actorOf, carrierOf, isAsserted } from './actor-of.ts';
import { applyMutation } from './apply-mutation.ts';
import { contentHash } from './content-hash.ts';
import { itemsTaken } from './items-taken.ts';
import { keepUncountedItems } from './keep-uncounted-items.ts';
import { type MutationResult, metaOf } from './mutation-handler.ts';
import { orderOfMutation } from './order-of-mutation.ts';
import { toStorable } from './storable-mutation.ts';
import { upcast } from './upcast.ts';

/** The number of failures after which a mutation is given up. */
const GIVE_UP_AFTER = 3;

/** Thrown to stop a batch. The mutation that throws it and the remaining mutations get no result. */
export class Halted extends Error {
  constructor(readonly halt: Halt) {
    super(halt.why);
  }
}

/** Upper limit of mutations in one transaction, during which nobody else can write. */
const MAX_BATCH = 20;

/**
 * Carry out the next mutations of a batch, at least one, and return their results. Successive mutations that record lines of one pick share a
 * transaction, so that they wait for the disk only once; together they lock no more than each would alone. Throws Halted.
 */
export async function takeNext(ctx: Ctx, device: string, waiting: readonly [WireMutation, ...WireMutation[]]): Promise<Result[]> {
  const together = recordedInARow(waiting);
  const results = together.length > 1 ? await takeTogether(ctx, device, together) : [];
  return results.length > 0 ? results : [await takeMutation(ctx, device, waiting[0])];
}

function recordedInARow(waiting: readonly [WireMutation, ...WireMutation[]]): readonly WireMutation[] {
  const [{ a: first }] = waiting;
  const most = waiting.slice(0, MAX_BATCH);
  const end = most.findIndex(({ n, a }) => n !== 'pick.record_line' || a.pick_id !== first.pick_id);
  return end === -1 ? most : most.slice(0, end);
}

/** Carry out mutations in one transaction until one fails. The failed mutation is then carried out again alone, which determines its outcome. */
async function takeTogether(ctx: Ctx, device: string, together: readonly WireMutation[]): Promise<Result[]> {
  try {
    return await ctx.services.database.unitOfWork(async (db) => {
      const results: Result[] = [];
      for (const wireMutation of together) {
        const { mutation, isComplete } = toStorable(wireMutation);
        const result = await savepoint(db, () => take({ ...ctx, db }, device, mutation, isComplete)).catch(() => null);
        if (!result) break;
        results.push(result);
      }
      return results;
    });
  } catch {
    return [];
  }
}

/**
 * Carry out one mutation exactly once: the mutation's effects, outcome and new last mutation of its client are stored together or not at all. Throws
 * Halted.
 */
async function takeMutation(ctx: Ctx, device: string, wireMutation: WireMutation): Promise<Result> {
  const { database, log } = ctx.services;
  const { mutation, isComplete } = toStorable(wireMutation);
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.unitOfWork((db) => take({ ...ctx, db }, device, mutation, isComplete));
    } catch (error) {
      if (error instanceof Halted) throw error;
      // Another request has just carried out the same mutation under another client. The outcome is stored, so the second attempt finds it.
      if (isDuplicate(error) && attempt === 1) continue;
      if (isSerializationFault(error) || isUnavailable(error)) throw new Halted({ why: 'retry' });
      log.error({ err: error, m: mutation.m, n: mutation.n, request_id: ctx.request_id }, 'a mutation failed');
      const attempts = await noteFailure(ctx, mutation, error);
      if (attempts < GIVE_UP_AFTER) throw new Halted({ why: 'retry' });
      return await database.unitOfWork((db) => giveUp({ ...ctx, db }, device, mutation));
    }
  }
}

const startClient = prepared('sync_start_client', (db: Db) =>
  db
    .insert(syncClients)
    .values({
      c: sql.placeholder('c'),
      device: sql.placeholder('device'),
      lm: 0,
      created_at: sql.placeholder('now'),
      last_at: sql.placeholder('now'),
    })
    .onConflictDoNothing(),
);

const advanceClient = prepared('sync_advance_client', (db: Db) =>
  db
    .update(syncClients)
    .set({ lm: sql`${sql.placeholder('s')}`, last_m: sql`${sql.placeholder('m')}`, last_at: sql`${sql.placeholder('now')}` })
    .where(
      and(eq(syncClients.c, sql.placeholder('c')), eq(syncClients.device, sql.placeholder('device')), eq(syncClients.lm, sql.placeholder('before'))),
    )
    .returning({ lm: syncClients.lm }),
);

const clientOf = prepared('sync_client', (db: Db) =>
  db
    .select({ device: syncClients.device, lm: syncClients.lm })
    .from(syncClients)
    .where(eq(syncClients.c, sql.placeholder('c'))),
);

const storedOutcome = prepared('sync_stored_outcome', (db: Db) =>
  db
    .select({
      outcome: syncOutcomes.outcome,
      code: syncOutcomes.code,
      server: syncOutcomes.server,
      payload_hash: syncOutcomes.payload_hash,
      device: syncOutcomes.device,
    })
    .from(syncOutcomes)
    .where(eq(syncOutcomes.m, sql.placeholder('m'))),
);

/** The hash of a mutation's content without its sequence numbers, which change when the mutation is sent again under a new client. */
const hashOf = ({ n, nv, a, actor_id }: WireMutation): string => contentHash({ n, nv, a, actor_id });

/**
 * Carry out one mutation within a unit of work, exactly once: the client's last mutation is incremented from `s - 1` to `s`, the mutation is carried
 * out, and its outcome is stored under its name `m`, all together or not at all. The increment locks the client's row, so that a second request with
 * the same mutation waits for the first one and then finds its outcome.
 *
 * - Incremented, and `m` has no outcome: the mutation is carried out.
 * - Incremented, and `m` has an outcome: the mutation arrived earlier under another client of the tablet. The outcome is the answer.
 * - Not incremented, and `m` has an outcome: the first answer was lost on the way. It is sent again.
 * - Not incremented, and `s` is higher than expected: mutations in between are missing. The tablet is told which one is expected.
 * - Not incremented, and `m` has no outcome although `s` was used: another copy of the ledger has used the client. The tablet starts a new client.
 */
async function take(ctx: Ctx, device: string, wireMutation: WireMutation, isComplete: boolean): Promise<Result> {
  const mutation = { ...wireMutation, asserted: isAsserted(ctx, wireMutation) };
  const { c, s, m } = mutation;
  await startClient(ctx.db, { c, device, now: ctx.now });
  const [advanced] = await advanceClient(ctx.db, { c, device, s, m, before: s - 1, now: ctx.now });
  const [before] = await storedOutcome(ctx.db, { m });
  if (!advanced) {
    const [client] = await clientOf(ctx.db, { c });
    if (client?.device !== device) throw new Halted({ why: 'auth' });
    if (s > client.lm) throw new Halted({ why: 'gap', expect: client.lm + 1 });
    if (!before) throw new Halted({ why: 'fork', expect: client.lm + 1 });
  }
  if (before) {
    const isSame = before.device === device && before.payload_hash === hashOf(mutation);
    if (!isSame) {
      if (advanced) await keepReused(ctx, device, mutation);
      return { m, s, ...refuseWith('M_REUSED'), server: null };
    }
    return { m, s, outcome: before.outcome, code: before.code, server: before.server as Result['server'] };
  }
  const { n, nv } = mutation;
  const a = isMutationName(n) ? upcast(n, nv, mutation.a, ctx.now) : null;
  if (!isMutationName(n) || !a) throw new Halted({ why: 'upgrade' });

  const taken = await itemsTaken(ctx.db, device, { ...mutation, a });
  const judged = isComplete
    ? await applyAsActor(ctx, device, n, { ...mutation, a }, taken)
    : { ...refuseWith('INVALID'), server: { message: messages.unstorable_character } };
  const result = await keepUncountedItems(ctx, device, { ...mutation, a }, taken, judged);
  await keepOutcome(ctx, device, mutation, result);
  return { m, s, outcome: result.outcome, code: result.code, server: result.server ?? null };
}

/** Refuse a mutation whose name `m` another mutation has, and leave it to a person. It is stored under a new name, the same on each attempt. */
async function keepReused(ctx: Ctx, device: string, mutation: WireMutation): Promise<void> {
  const hash = contentHash([mutation.m, device, hashOf(mutation)]);
  const m = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  if ((await storedOutcome(ctx.db, { m })).length > 0) return;
  const taken = await itemsTaken(ctx.db, device, mutation);
  await keepOutcome(ctx, device, { ...mutation, m }, await keepUncountedItems(ctx, device, mutation, taken, refuseWith('M_REUSED')));
}

async function applyAsActor(ctx: Ctx, device: string, n: MutationName, mutation: WireMutation, taken: number | undefined): Promise<MutationResult> {
  const actor = await actorOf(ctx, device, mutation);
  if (typeof actor === 'string') return { ...refuseWith(actor), order_id: await orderNamedBy(ctx.db, mutation) };
  return applyMutation({ ...ctx, actor }, n, mutation.a, { ...metaOf(mutation, device), taken });
}

/** The id of the order that a mutation concerns; null if the mutation's arguments cannot be parsed. */
async function orderNamedBy(db: Db, { n, a }: WireMutation): Promise<number | null> {
  const args = isMutationName(n) ? mutationArgs[n].safeParse(a) : null;
  return isMutationName(n) && args?.success ? orderOfMutation(db, n, args.data) : null;
}

const insertOutcome = prepared('sync_insert_outcome', (db: Db) =>
  db.insert(syncOutcomes).values({
    m: sql.placeholder('m'),
    c: sql.placeholder('c'),
    s: sql.placeholder('s'),
    device: sql.placeholder('device'),
    actor_id: sql.placeholder('actor_id'),
    bearer_id: sql.placeholder('bearer_id'),
    n: sql.placeholder('n'),
    nv: sql.placeholder('nv'),
    payload: sql.placeholder('payload'),
    payload_hash: sql.placeholder('payload_hash'),
    outcome: sql.placeholder('outcome'),
    code: sql.placeholder('code'),
    server: sql.placeholder('server'),
    fact_version: sql.placeholder('fact_version'),
    order_id: sql.placeholder('order_id'),
    root_m: sql.placeholder('root_m'),
    at: sql.placeholder('at'),
  }),
);

async function keepOutcome(ctx: Ctx, device: string, mutation: WireMutation, result: MutationResult): Promise<void> {
  const { c, s, m, n, nv, actor_id } = mutation;
  await insertOutcome(ctx.db, {
    m,
    c,
    s,
    device,
    actor_id,
    bearer_id: carrierOf(ctx.actor),
    n,
    nv,
    payload: mutation,
    payload_hash: hashOf(mutation),
    outcome: result.outcome,
    code: result.code,
    server: result.server ?? null,
    fact_version: result.fact_version ?? null,
    order_id: result.order_id ?? null,
    root_m: result.root_m ?? null,
    at: ctx.now,
  });
}

/** Count in the database an unexpected error of a mutation, so that every process knows how often it happened. */
async function noteFailure(ctx: Ctx, { m }: WireMutation, error: unknown): Promise<number> {
  try {
    const [noted] = await ctx.services.database.unitOfWork((db) =>
      db
        .insert(syncFailures)
        .values({ m, error: String(error), attempts: 1, at: ctx.now })
        .onConflictDoUpdate({ target: syncFailures.m, set: { attempts: sql`${syncFailures.attempts} + 1`, error: String(error), at: ctx.now } })
        .returning({ attempts: syncFailures.attempts }),
    );
    return noted?.attempts ?? 1;
  } catch {
    return 1;
  }
}

/** Refuse a mutation that cannot be carried out, and leave it to the office, so that the tablet's queue continues. */
async function giveUp(ctx: Ctx, device: string, mutation: WireMutation): Promise<Result> {
  const { c, s, m } = mutation;
  await startClient(ctx.db, { c, device, now: ctx.now });
  const [advanced] = await advanceClient(ctx.db, { c, device, s, m, before: s - 1, now: ctx.now });
  if (!advanced) throw new Halted({ why: 'retry' });
  const order_id = await orderNamedBy(ctx.db, mutation);
  const taken = await itemsTaken(ctx.db, device, mutation);
  await keepOutcome(ctx, device, mutation, await keepUncountedItems(ctx, device, mutation, taken, { ...refuseWith('INTERNAL'), order_id }));
  return { m, s, ...refuseWith('INTERNAL'), server: null };
}
