import { and, asc, desc, eq, gte, isNotNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays } from '../../shared/add-days.ts';
import { calendarDate } from '../../shared/calendar-date.ts';
import { collectionNumber } from '../../shared/collections/collection-number.ts';
import { collectionState, collectionStates } from '../../shared/collections/collection-state.ts';
import { judgeLeaver, leaverStates, leaverSteps } from '../../shared/collections/leaver.ts';
import { collectionSlipUrl } from '../../shared/documents/document-urls.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, pageInMemory, pageSchema, readPage } from '../core/paging.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { personName } from '../db/person-name.ts';
import { accounts, collectionLines, collections, orderLines, orders, userSites, users } from '../db/tables/index.ts';
import { visibleLines } from '../orders/scope.ts';
import { rolesOfPeople, sitesOfPeople } from '../people/places-of-people-queries.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type HeldLine, heldLines, worthOf } from '../wearers/holdings-queries.ts';

/** People who left at most so many days ago are listed, unless the query names another day. */
const DAYS_BACK = 90;
/** How many order lines are read for one list. */
const MAX_LINES = 20_000;

const day = calendarDate(messages.day_invalid).optional();
export const leaverQuery = listQuery({ orderBy: ['leaves_on'], default: 'leaves_on', per_page: limits.leavers_page }).extend({
  from: day.describe('The first last day; 90 days ago by default'),
  until: day.describe('The last last day'),
  state: z.enum(leaverStates).optional(),
  site_id: z.coerce.number().int().positive().optional(),
});
export type LeaverQuery = z.infer<typeof leaverQuery>;

const named = z.object({ id: z.int(), name: z.string() });
export const leaver = z.object({
  employee: z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable() }),
  site: named.nullable(),
  role: named.nullable(),
  leaves_on: z.string(),
  state: z.enum(leaverStates),
  next_step: z.enum(leaverSteps).nullable().describe('What is to be done; null if nothing is'),
  qty_held: z.int().describe('Items that the person holds: shipped, less approved returns'),
  value_now: z.int().nullable().describe('Of these items today, in pence ex VAT; null if the reader sees the value of none'),
  collection: z
    .object({
      id: z.int(),
      number: z.string(),
      state: z.enum(collectionStates),
      qty_expected: z.int(),
      qty_received: z.int(),
      slip: z.string().describe('The URL of the slip that goes into the parcel'),
    })
    .nullable()
    .describe('The newest one'),
  qty_not_returned: z.int().describe('Of a closed collection, what did not arrive'),
  deduction_consent_on: z.string().nullable(),
});
export type Leaver = z.infer<typeof leaver>;

const states = z.object(Object.fromEntries(leaverStates.map((state) => [state, z.int()])) as Record<(typeof leaverStates)[number], z.ZodInt>);
export const leaverPage = pageSchema(leaver).extend({
  leaving: z.int().describe('People in the period, whatever their state'),
  states: states.describe('How many are in each state'),
  is_cut: z.boolean().describe('Whether more people leave in the period than are read; the later ones are left out'),
});

type Person = Awaited<ReturnType<typeof peopleWhoLeave>>[number];

/** The people of a client company with a last day in a period and whom the caller may see, the first to leave first. */
const peopleWhoLeave = ({ db, actor }: Ctx, account_id: number, from: string, { until, search, site_id }: LeaverQuery) =>
  db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      employee_number: users.employee_number,
      leaves_on: sql<string>`${users.leaves_on}`.as('last_day'),
      deduction_consent_on: users.deduction_consent_on,
    })
    .from(users)
    .where(
      and(
        eq(users.account_id, account_id),
        isNotNull(users.leaves_on),
        gte(users.leaves_on, from),
        until === undefined ? undefined : lte(users.leaves_on, until),
        visibleEmployees(actor),
        search ? or(contains(personName(users), search), contains(users.employee_number, search)) : undefined,
        site_id === undefined
          ? undefined
          : sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${site_id})`,
      ),
    )
    .orderBy(asc(users.leaves_on), asc(users.name_key), asc(users.id))
    .limit(limits.leavers + 1);

/** The collections of people with how many items they expect and have received, the newest first. */
const collectionsByPerson = async ({ db }: Ctx, account_id: number, ids: string) =>
  groupBy(
    await db
      .select({
        id: collections.id,
        employee_id: collections.employee_id,
        closed_at: collections.closed_at,
        qty_expected: sql<number>`sum(${collectionLines.qty_expected})`.mapWith(Number).as('qty_expected'),
        qty_received: sql<number>`sum(${collectionLines.qty_restocked} + ${collectionLines.qty_written_off})`.mapWith(Number).as('qty_received'),
      })
      .from(collections)
      .innerJoin(collectionLines, eq(collectionLines.collection_id, collections.id))
      .where(and(eq(collections.account_id, account_id), among(collections.employee_id, ids)))
      .groupBy(collections.id, collections.employee_id, collections.closed_at)
      .orderBy(desc(collections.id)),
    ({ employee_id }) => employee_id,
  );

async function leaversOf(ctx: Ctx, account_id: number, people: readonly Person[]): Promise<Leaver[]> {
  if (!people.length) return [];
  const today = ukDate(ctx.now);
  const people_ids = people.map(({ id }) => id);
  const ids = idList(people_ids);
  const theirs = and(among(orderLines.employee_id, ids), eq(orders.account_id, account_id), visibleLines(ctx.actor));
  const held = groupBy(await heldLines(ctx, theirs, MAX_LINES), ({ employee_id }) => employee_id);
  const collected = await collectionsByPerson(ctx, account_id, ids);
  const sites = await sitesOfPeople(ctx, people_ids);
  const roles = await rolesOfPeople(ctx, people_ids);
  const worthNow = (line: HeldLine): number => worthOf(line, today).value_now * (line.qty_shipped - line.qty_approved);
  return people.map(({ id, name, employee_number, leaves_on, deduction_consent_on }): Leaver => {
    const lines = held.get(id) ?? [];
    const priced = lines.filter(({ owner }) => policy.see_order_prices(ctx.actor, owner));
    const qty_held = lines.reduce((sum, { qty_shipped, qty_approved }) => sum + qty_shipped - qty_approved, 0);
    const qty_returnable = lines.reduce((sum, line) => sum + (line.is_non_returnable ? 0 : qtyReturnable(line)), 0);
    const newest = collected.get(id)?.[0];
    const collection = newest
      ? {
          id: newest.id,
          number: collectionNumber(newest.id),
          state: collectionState({ ...newest, is_closed: newest.closed_at !== null }),
          qty_expected: newest.qty_expected,
          qty_received: newest.qty_received,
          slip: collectionSlipUrl(newest.id),
        }
      : null;
    const { state, next } = judgeLeaver({ leaves_on, deduction_consent_on, qty_held, qty_returnable, collection: collection?.state ?? null }, today);
    const [site, role] = [sites.get(id)?.[0], roles.get(id)?.[0]];
    return {
      employee: { id, name, employee_number },
      site: site ? { id: site.id, name: site.name } : null,
      role: role ? { id: role.id, name: role.name } : null,
      leaves_on,
      state,
      next_step: next,
      qty_held,
      value_now: priced.length ? priced.reduce((sum, line) => sum + worthNow(line), 0) : null,
      collection,
      qty_not_returned: collection?.state === 'closed' ? collection.qty_expected - collection.qty_received : 0,
      deduction_consent_on,
    };
  });
}

/** The people of a client company who leave or have left, with what they hold and what is to be done: a fixed number of statements. */
export async function listLeavers(ctx: Ctx, account_id: number, query: LeaverQuery): Promise<z.infer<typeof leaverPage>> {
  const { db, actor, now } = ctx;
  authorize(policy.edit_people(actor));
  if (actor.account_id !== null && actor.account_id !== account_id) throw notFound();
  requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)))[0]);
  const people = await peopleWhoLeave(ctx, account_id, query.from ?? addDays(ukDate(now), -DAYS_BACK), query);
  const leaving = await leaversOf(ctx, account_id, people.slice(0, limits.leavers));
  const chosen = leaving.filter(({ state }) => query.state === undefined || state === query.state);
  const page = await readPage(db, query, pageInMemory(query.sortedBy === 'desc' ? chosen.toReversed() : chosen, query));
  const count = Object.fromEntries(leaverStates.map((state) => [state, 0])) as Record<(typeof leaverStates)[number], number>;
  for (const { state } of leaving) count[state] += 1;
  return { ...page, leaving: leaving.length, states: count, is_cut: people.length > limits.leavers };
}
