import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { syncDevices, syncLosses, users } from '../db/tables/index.ts';
import { type AttentionItem, blank, personOf, type ReadKind } from './attention-item.ts';

const waiting = sql`select 'loss', m, at, 0, null, at, m, 0 from sync_losses where resolved_at is null`;

async function read(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const losses = await db
    .select({
      m: syncLosses.m,
      qty: syncLosses.n,
      since: syncLosses.since,
      device: syncLosses.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name: personNameIfAny(users),
      at: syncLosses.at,
    })
    .from(syncLosses)
    .innerJoin(syncDevices, eq(syncDevices.device, syncLosses.device))
    .leftJoin(users, eq(users.id, syncLosses.bearer_id))
    .where(inArray(syncLosses.m, names));
  const items = losses.map(
    ({ m, qty, since, device, device_name, at, ...row }): AttentionItem => ({
      ...blank,
      kind: 'loss',
      m,
      qty,
      device,
      device_name,
      server: { since },
      person: personOf(row),
      at,
    }),
  );
  return new Map(items.map((item) => [item.m, item]));
}

/** Actions that a tablet lost because its browser's data was deleted. */
export const openLosses: ReadKind = { waiting, read };
