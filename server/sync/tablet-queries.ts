import { and, desc, eq, exists, isNotNull, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { amongTexts, textList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import type { Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { personNamed } from '../db/person-search.ts';
import { syncDevices, syncDeviceUsers, users } from '../db/tables/index.ts';

/** Milliseconds without a sync after which a tablet counts as missing. */
const UNSEEN_AFTER = 24 * 60 * 60_000;
/** Milliseconds for which a tablet may have unsent work: a usual sync sends all of it within seconds. */
const UNSENT_AFTER = 15 * 60_000;

/** A tablet is missing if it was last seen at `unseen` or earlier, or if it has had unsent work since `unsent` or earlier. */
export const missingSince = (now: string): { unseen: string; unsent: string } => ({
  unseen: new Date(Date.parse(now) - UNSEEN_AFTER).toISOString(),
  unsent: new Date(Date.parse(now) - UNSENT_AFTER).toISOString(),
});

type Times = Record<'unseen' | 'unsent', string | Placeholder>;
/** The condition that a tablet in use has not synced for a day, or has not sent all its work for a quarter of an hour. */
export const isTabletMissing = ({ unseen, unsent }: Times): SQL | undefined =>
  and(isNull(syncDevices.retired_at), or(lte(syncDevices.last_seen_at, unseen), lte(syncDevices.unsent_since, unsent)));

export const tabletQuery = listQuery({ orderBy: ['last_seen_at', 'name', 'created_at'], default: 'last_seen_at', per_page: 50 }).extend({
  show: z.enum(['missing', 'in_use', 'retired']).optional(),
});

export const listedTablet = z.object({
  device: z.string(),
  name: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
  qty_unsent: z.int().describe('Changes that waited on the tablet after its last sync'),
  unsent_since: z.string().nullable(),
  retired_at: z.string().nullable(),
  is_missing: z.boolean().describe('In use, and not seen for a day or with work that it has not sent'),
  people: z.array(z.string()).describe('Who has signed in on it, the last to begin first'),
});
export type ListedTablet = z.infer<typeof listedTablet>;

/** How many people of a tablet are named. */
const SHOWN_PEOPLE = 5;

/** The names of the people of each tablet, sorted by their first sign-in on the tablet, the latest first. */
async function peopleOf(db: Db, devices: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ device: syncDeviceUsers.device, name: personName(users).as('name') })
    .from(syncDeviceUsers)
    .innerJoin(users, eq(users.id, syncDeviceUsers.user_id))
    .where(amongTexts(syncDeviceUsers.device, textList(devices)))
    .orderBy(desc(syncDeviceUsers.first_at), desc(users.id));
  return new Map(
    [...groupBy(rows, ({ device }) => device)].map(([device, people]) => [device, people.slice(0, SHOWN_PEOPLE).map(({ name }) => name)]),
  );
}

/**
 * The tablets that sync. By default, the tablet that has not been seen for the longest time comes first. A search finds tablets by their names, and
 * by the names of the people who use them.
 */
export async function listTablets(ctx: Ctx, query: z.infer<typeof tabletQuery>): Promise<Page<ListedTablet>> {
  authorize(policy.use_office(ctx.actor));
  const isMissing = isTabletMissing(missingSince(ctx.now));
  const shows = { missing: isMissing, in_use: isNull(syncDevices.retired_at), retired: isNotNull(syncDevices.retired_at) };
  const ofPeople = (text: string): SQL =>
    exists(
      ctx.db
        .select({ one: sql`1` })
        .from(syncDeviceUsers)
        .innerJoin(users, eq(users.id, syncDeviceUsers.user_id))
        .where(and(eq(syncDeviceUsers.device, syncDevices.device), personNamed(text))),
    );
  const { search, show } = query;
  const where = and(show && shows[show], search ? or(contains(syncDevices.name, search), ofPeople(search)) : undefined);
  const columns = columnsOf(syncDevices, listedTablet.omit({ people: true }), {
    is_missing: sql<boolean>`case when ${isMissing} then 1 else 0 end`.mapWith(Boolean),
  });
  const rows = ctx.db.select(columns).from(syncDevices).where(where);
  return readPage(ctx.db, query, { rows, order: [syncDevices[query.orderBy], syncDevices.device] }, async (page) => {
    const people = await peopleOf(
      ctx.db,
      page.map(({ device }) => device),
    );
    return page.map((tablet) => ({ ...tablet, people: people.get(tablet.device) ?? [] }));
  });
}
