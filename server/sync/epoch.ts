import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { epochName, type SyncRequest } from '../../shared/sync/wire.ts';
import type { Ctx, Services } from '../core/context.ts';
import { invalid, Problem } from '../core/problem.ts';
import type { Settings } from '../core/settings.ts';
import { type Database, type Db, run } from '../db/db.ts';
import { credentialEnds } from '../db/end-credentials.ts';
import { syncClock } from '../db/tables/index.ts';
import { thisVersion } from '../db/versions.ts';
import { ownAcknowledgement } from './acknowledge.ts';
import type { ClientState } from './client-state.ts';
import { readClock, stamped } from './clock.ts';
import { isFillingUp } from './pull.ts';

/** How long an increased mark may stay unwritten, in milliseconds. A restore that undoes no more than this time is noticed only by tablets. */
const WRITE_EVERY = 2_000;

const markSchema = z.object({ epoch: z.string(), v: z.number() });
type Mark = z.infer<typeof markSchema>;

/** The version that the restore command writes into the mark. */
const RESTORED = Number.MAX_SAFE_INTEGER;

const markFile = (folder: string): string => join(folder, 'sync-mark.json');

async function readMark(folder: string): Promise<Mark | null> {
  try {
    return markSchema.parse(JSON.parse(await readFile(markFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

const writeMark = (folder: string, mark: Mark): Promise<void> => writeFileAtomic(markFile(folder), JSON.stringify(mark));

/** Make the next start in this data folder begin a new epoch, because a backup has replaced the database, perhaps on another machine. */
export async function markRestored(folder: string): Promise<void> {
  const mark = await readMark(folder);
  await writeMark(folder, { epoch: mark?.epoch ?? '', v: RESTORED });
}

/**
 * The number of an epoch. A tablet's epoch other than the database's, with the same number or a higher one, began later than the backup from which
 * the database was restored.
 */
const countOf = (epoch: string): number => Number(epochName.safeParse(epoch).success ? (/^(\d+)-/.exec(epoch)?.[1] ?? 0) : 0);

/**
 * By how much the number of an epoch may exceed the database's. Each restored backup adds about one, and nobody restores this many backups that the
 * database does not know of.
 */
const MAX_EPOCH_LEAD = 1_000;

/** Refuse an epoch whose number far exceeds this database's: no server of this system created it, and later epochs would run out of digits. */
function refuseImplausibleEpoch({ clock }: ClientState, request: SyncRequest): void {
  const epoch = epochOf(request) ?? clock.epoch;
  if (epoch === clock.epoch || countOf(epoch) <= countOf(clock.epoch) + MAX_EPOCH_LEAD) return;
  throw invalid({ [request.pull.cursor ? 'pull.cursor.epoch' : 'pull.epoch']: messages.sync_epoch_unknown });
}

/**
 * Begin a new epoch in place of `old`. The new number is greater than those of `old` and `claimed`. The versions and last mutations that tablets have
 * stored are no longer valid.
 */
async function beginEpoch(db: Db, old: string, claimed: string): Promise<void> {
  const count = Math.max(countOf(old), countOf(claimed)) + 1;
  await run(db, sql`update sync_clock set epoch = ${`${count}-${randomUUID().replaceAll('-', '')}`} where epoch = ${old}`);
  // A copied database may contain rows with later versions than its own. Such rows would be sent again and again.
  for (const table of stamped) await run(db, sql`update ${sql.identifier(table)} set v = ${thisVersion} where v > ${thisVersion}`);
  await run(db, sql`update floor_orders set entered_v = ${thisVersion} where entered_v > ${thisVersion}`);
  await run(db, sql`update sync_tombstones set v = ${thisVersion} where v > ${thisVersion}`);
  await run(db, sql`update sync_clock set forgotten_v = ${thisVersion} where forgotten_v > ${thisVersion}`);
}

/** Begin a new epoch in a restored database. If several servers use it, only one of them has the mark that tells of the restore. */
export async function beginEpochOfRestored(database: Database): Promise<void> {
  const { epoch } = await readClock(database.reader);
  await database.unitOfWork((db) => beginEpoch(db, epoch, epoch));
}

/**
 * The shortest time in seconds between two epochs that begin because of tablets' proofs, because each new epoch makes every tablet fetch all rows
 * again.
 */
const RENEWAL_INTERVAL = 60;

/**
 * Begin a new epoch because a tablet has proved that a backup was restored, unless another tablet's proof has already begun one. 503 if the last
 * epoch is too recent.
 */
export async function renewAfter(ctx: Ctx, { clock }: ClientState, request: SyncRequest): Promise<void> {
  const { services, actor, now } = ctx;
  const since = new Date(Date.parse(now) - RENEWAL_INTERVAL * 1000).toISOString();
  const isThisEpoch = eq(syncClock.epoch, clock.epoch);
  const isAllowed = or(isNull(syncClock.renewed_at), lte(syncClock.renewed_at, since), gt(syncClock.renewed_at, now));
  const isRenewed = await services.database.unitOfWork(async (db) => {
    const [renewed] = await db.update(syncClock).set({ renewed_at: now }).where(and(isThisEpoch, isAllowed)).returning({ epoch: syncClock.epoch });
    if (renewed) await beginEpoch(db, clock.epoch, epochOf(request) ?? clock.epoch);
    // If another request with the same proof has begun the new epoch meanwhile, nothing is left to do.
    else if ((await readClock(db)).epoch === clock.epoch)
      throw new Problem(503, { message: messages.sync_renewed_recently }, { 'Retry-After': String(RENEWAL_INTERVAL) });
    return renewed !== undefined;
  });
  if (isRenewed)
    services.log.warn({ device: request.device, user_id: actor.id }, 'a tablet has seen later changes than this database holds: a new epoch begins');
}

const compared = new WeakMap<Database, Promise<void>>();

/**
 * Whether a database is older than the mark beside it, and was therefore restored from a backup. A database whose epoch is later than the mark’s was
 * not restored: another server began that epoch.
 */
const isOfBackup = (mark: Mark, clock: { epoch: string; limit_v: number }): boolean =>
  mark.v === RESTORED || (mark.epoch === clock.epoch ? mark.v > clock.limit_v : countOf(mark.epoch) >= countOf(clock.epoch));

/** Compare the database with the mark that is stored beside it, once for each start. A database that is behind its mark was restored. */
export function compareMark(services: Services): Promise<void> {
  const earlier = compared.get(services.database);
  if (earlier !== undefined) return earlier;
  const comparing = (async () => {
    const mark = await readMark(services.settings.DATA_DIR);
    const clock = await readClock(services.database.reader);
    if (!mark || !isOfBackup(mark, clock)) return;
    await services.database.unitOfWork(async (db) => {
      await beginEpoch(db, clock.epoch, mark.epoch);
      // Needed if somebody restored the database without the restore command, which runs these statements itself.
      for (const { statement } of credentialEnds(services.clock().toISOString())) await run(db, sql.raw(statement));
    });
  })();
  compared.set(services.database, comparing);
  return comparing;
}

/** The epoch that a request names, in its cursor or beside it; undefined if it names none. */
const epochOf = ({ pull: { cursor, epoch } }: SyncRequest): string | undefined => cursor?.epoch ?? epoch;

/**
 * Whether a tablet has data that it cannot have got from this database, which means that a backup was restored. Anybody can name a client that
 * the server does not know, so a client's last mutation counts only with an acknowledgement that the server signed. A backup may be older than
 * everything that the tablet did; the tablet then has to send all of it again, in sequence.
 */
function provesRestore(settings: Settings, { clock, lm: serverLm, known_lm }: ClientState, request: SyncRequest): boolean {
  const epoch = epochOf(request);
  if (epoch === undefined) return false;
  if (epoch !== clock.epoch) return countOf(epoch) >= countOf(clock.epoch);
  const { cursor, lm } = request.pull;
  if (cursor !== null && cursor.v > clock.limit_v) return true;
  const ack = ownAcknowledgement(settings, clock.epoch, request);
  if (ack && ack.s > (serverLm[ack.c] ?? 0)) return true;
  return Object.entries(lm).some(([c, s]) => s > (known_lm[c] ?? s)) && !isFillingUp(cursor);
}

/** `same`: the tablet has the database's epoch or none. `other`: it has another epoch. `restored`: that epoch proves that a backup was restored. */
export type EpochVerdict = 'same' | 'other' | 'restored';

/** Judge the epoch that a request names; 422 on an epoch that no server of this system created. */
export function judgeEpoch(settings: Settings, state: ClientState, request: SyncRequest): EpochVerdict {
  refuseImplausibleEpoch(state, request);
  if (provesRestore(settings, state, request)) return 'restored';
  const epoch = epochOf(request);
  return epoch === undefined || epoch === state.clock.epoch ? 'same' : 'other';
}

interface PendingMark extends Mark {
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}

const pendingMarks = new WeakMap<Database, PendingMark>();

function writePending({ settings, log }: Services, pending: PendingMark): void {
  if (pending.timer) clearTimeout(pending.timer);
  pending.timer = null;
  pending.writing = writeMark(settings.DATA_DIR, { epoch: pending.epoch, v: pending.v }).catch((error: unknown) =>
    log.warn({ err: error }, 'the sync mark was not written'),
  );
}

/**
 * Store the database's version outside the database, so that a restored backup is noticed. The mark is written in the background, and nothing waits
 * for it.
 */
export function raiseMark(services: Services, mark: Mark): void {
  const pending = pendingMarks.get(services.database) ?? { v: 0, epoch: '', timer: null, writing: Promise.resolve() };
  pendingMarks.set(services.database, pending);
  if (mark.epoch === pending.epoch && mark.v <= pending.v) return;
  Object.assign(pending, mark);
  pending.timer ??= setTimeout(() => writePending(services, pending), WRITE_EVERY).unref();
}

/** Write an increased mark at once when the server stops, so that the next start can tell whether a backup has replaced the database. */
export async function flushMark(services: Services): Promise<void> {
  const pending = pendingMarks.get(services.database);
  if (pending?.timer) writePending(services, pending);
  await pending?.writing;
}
