import { timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { SyncRequest } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, Problem } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncDevices, syncDeviceUsers, syncLosses } from '../db/tables/index.ts';
import { carrierOf } from './actor-of.ts';

const SEEN_EVERY = 5 * 60_000;
/** Upper limit of the stored number of unsent mutations. */
const MAX_UNSENT = 1_000_000;

const deviceWithUser = prepared('sync_device', (db: Db) =>
  db
    .select({
      secret_hash: syncDevices.secret_hash,
      last_seen_at: syncDevices.last_seen_at,
      qty_unsent: syncDevices.qty_unsent,
      retired_at: syncDevices.retired_at,
      user_id: syncDeviceUsers.user_id,
    })
    .from(syncDevices)
    .leftJoin(syncDeviceUsers, and(eq(syncDeviceUsers.device, syncDevices.device), eq(syncDeviceUsers.user_id, sql.placeholder('user_id'))))
    .where(eq(syncDevices.device, sql.placeholder('device'))),
);

const keepDevice = prepared('sync_keep_device', (db: Db) =>
  db
    .insert(syncDevices)
    .values({
      device: sql.placeholder('device'),
      secret_hash: sql.placeholder('secret_hash'),
      name: sql.placeholder('name'),
      created_at: sql.placeholder('now'),
      last_seen_at: sql.placeholder('now'),
      qty_unsent: sql.placeholder('qty_unsent'),
      unsent_since: sql.placeholder('unsent_since'),
    })
    .onConflictDoUpdate({
      target: syncDevices.device,
      set: {
        last_seen_at: sql`excluded.last_seen_at`,
        name: sql`coalesce(excluded.name, ${syncDevices.name})`,
        qty_unsent: sql`excluded.qty_unsent`,
        unsent_since: sql`case when excluded.qty_unsent > 0 then coalesce(${syncDevices.unsent_since}, excluded.unsent_since) end`,
        retired_at: null,
      },
    }),
);

const keepDeviceUser = prepared('sync_keep_device_user', (db: Db) =>
  db
    .insert(syncDeviceUsers)
    .values({ device: sql.placeholder('device'), user_id: sql.placeholder('user_id'), first_at: sql.placeholder('now') })
    .onConflictDoNothing(),
);

const isSecret = (hash: string, secret: string): boolean => timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(secret)));

/**
 * Admit a tablet: its secret is stored the first time and has to match later. Everybody who has signed in on the tablet may then act from it. A
 * tablet that the office took out of use is in use again.
 */
export async function admitDevice(ctx: Ctx, { device, device_name, secret, lost, pending, push }: SyncRequest): Promise<void> {
  authorize(policy.use_floor(ctx.actor));
  const { database } = ctx.services;
  const row = (await deviceWithUser(ctx.db, { device, user_id: ctx.actor.id }))[0];
  const qty_unsent = Math.min(Math.max(0, pending - push.length), MAX_UNSENT);
  const isSame = row && row.qty_unsent === qty_unsent && row.retired_at === null;
  const isFresh = isSame && Date.parse(ctx.now) - Date.parse(row.last_seen_at) < SEEN_EVERY;
  if (row && !isSecret(row.secret_hash, secret)) throw deviceRefused();
  // A super who acts as somebody does not register that person on the tablet, because the person has not signed in there.
  const isPersonHere = ctx.actor.impersonator_id === null;
  if (isFresh && (row.user_id !== null || !isPersonHere) && !lost) return;

  await database.unitOfWork(async (db) => {
    await keepDevice(db, {
      device,
      secret_hash: hashToken(secret),
      name: device_name || null,
      now: ctx.now,
      qty_unsent,
      unsent_since: qty_unsent > 0 ? ctx.now : null,
    });
    const storedDevice = (await deviceWithUser(db, { device, user_id: ctx.actor.id }))[0];
    if (!storedDevice || !isSecret(storedDevice.secret_hash, secret)) throw deviceRefused();
    if (isPersonHere) await keepDeviceUser(db, { device, user_id: ctx.actor.id, now: ctx.now });
    if (lost) {
      await db
        .insert(syncLosses)
        .values({
          m: crypto.randomUUID(),
          device,
          lost_device: lost.device,
          n: lost.n,
          since: lost.since,
          bearer_id: carrierOf(ctx.actor),
          at: ctx.now,
        })
        .onConflictDoNothing();
    }
  });
}

/** The 403 for a tablet without its own secret, which may not fetch or change anything. */
export const deviceRefused = (): Problem => new Problem(403, { message: messages.device_secret, code: 'device_secret' });
