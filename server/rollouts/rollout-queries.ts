import { and, asc, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import {
  type ListedRollout,
  type Rollout,
  type RolloutCounts,
  type RolloutPerson,
  type RolloutStatus,
  rolloutProduct,
  rolloutState,
  rolloutStatuses,
  stylesOfLine,
} from '../../shared/rollouts/rollout.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { lockRows } from '../db/lock.ts';
import { personName } from '../db/person-name.ts';
import { personHas } from '../db/person-search.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import {
  accounts,
  clothingSetProducts,
  clothingSets,
  orders,
  products,
  rolloutMailings,
  rolloutPeople,
  rollouts,
  sites,
  users,
} from '../db/tables/index.ts';
import { visibleEmployees } from '../people/scope.ts';

export type StoredRollout = typeof rollouts.$inferSelect;
export type StoredPerson = typeof rolloutPeople.$inferSelect;

export const rolloutQuery = listQuery({ orderBy: ['id', 'name', 'deadline'], default: 'id', sortedBy: 'desc', per_page: limits.rollouts_page });
export const rolloutPeopleQuery = listQuery({ orderBy: ['name'], default: 'name', per_page: limits.people_page }).extend({
  status: z.enum(rolloutStatuses).optional(),
  site: z.coerce.number().int().positive().optional(),
});

/** 403 for people who may not roll out kits, or only not see them, 404 for another client company. */
export async function authorizeRollouts(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  account_id: number,
  to: 'edit_rollouts' | 'fill_in_rollouts' = 'edit_rollouts',
): Promise<void> {
  authorize(policy[to](actor));
  const isOther = actor.account_id !== null && actor.account_id !== account_id;
  const [account] = isOther ? [] : await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
  requireFound(account);
}

/** A roll-out of an account; 404 if it belongs to another one. With `lock`, it is locked until the unit of work ends. */
export async function findRollout(ctx: Pick<Ctx, 'db' | 'actor'>, account_id: number, id: number, { lock = false } = {}): Promise<StoredRollout> {
  await authorizeRollouts(ctx, account_id);
  const query = ctx.db
    .select()
    .from(rollouts)
    .where(and(eq(rollouts.id, id), eq(rollouts.account_id, account_id)));
  return requireFound((await (lock ? lockRows(query) : query))[0]);
}

/** Whose sizes on file are still to be read, and who waits in a run. Written without a value, so that their indexes serve on SQLite too. */
export const isUnprepared = sql`not ${rolloutPeople.is_prepared}`;
export const isQueued = sql`${rolloutPeople.is_queued}`;

/** The condition on `rollout_people` for people in the caller's scope; whoever may roll out kits sees everybody. */
const isInScope = (actor: Actor): SQL | undefined =>
  policy.edit_rollouts(actor)
    ? undefined
    : sql`exists (select 1 from ${users} where ${users.id} = ${rolloutPeople.user_id} and ${visibleEmployees(actor, { with_archived: true })})`;

/** A roll-out of an account that the caller may see because somebody in their scope is in it, or because they may roll out kits; 404 otherwise. */
export async function readRollout({ db, actor }: Pick<Ctx, 'db' | 'actor'>, account_id: number, id: number): Promise<StoredRollout> {
  await authorizeRollouts({ db, actor }, account_id, 'fill_in_rollouts');
  const [row] = await db
    .select()
    .from(rollouts)
    .where(and(eq(rollouts.id, id), eq(rollouts.account_id, account_id), hasPeopleInScope(actor)));
  return requireFound(row);
}

/** The condition on `rollouts` that somebody in the caller's scope is in it. */
const hasPeopleInScope = (actor: Actor): SQL | undefined => {
  const isHere = isInScope(actor);
  return isHere && sql`exists (select 1 from ${rolloutPeople} where ${rolloutPeople.rollout_id} = ${rollouts.id} and ${isHere})`;
};

/** 404 unless a person of a roll-out is in the caller's scope. */
export async function enforceInScope({ db, actor }: Pick<Ctx, 'db' | 'actor'>, rollout_id: number, user_id: number): Promise<void> {
  const [row] = await db
    .select({ id: rolloutPeople.id })
    .from(rolloutPeople)
    .where(and(eq(rolloutPeople.rollout_id, rollout_id), eq(rolloutPeople.user_id, user_id), isInScope(actor)));
  requireFound(row);
}

/** The status of a row of `rollout_people`. */
export const personStatus = sql<RolloutStatus>`case when ${rolloutPeople.ordered_at} is not null then 'ordered' when ${rolloutPeople.failure} is not null then 'failed'
  when ${rolloutPeople.sized_by} = 'file' then 'ready' when ${rolloutPeople.sized_by} = 'answer' then 'answered'
  when ${rolloutPeople.sized_by} = 'fill' then 'filled' when ${rolloutPeople.asked_at} is not null then 'asked' else 'unasked' end`;

const noCounts = (): RolloutCounts => ({ people: 0, ready: 0, asked: 0, answered: 0, filled: 0, ordered: 0, failed: 0 });

function addCount(counts: RolloutCounts, status: RolloutStatus, people: number): void {
  counts.people += people;
  if (status !== 'unasked') counts[status] += people;
}

/** The counts of each of these roll-outs, of the people in the caller's scope. */
async function countsOf({ db, actor }: Pick<Ctx, 'db' | 'actor'>, ids: readonly number[]): Promise<Map<number, RolloutCounts>> {
  const rows = await db
    .select({ rollout_id: rolloutPeople.rollout_id, status: personStatus.as('status'), people: sql<number>`count(*)`.mapWith(Number) })
    .from(rolloutPeople)
    .where(and(among(rolloutPeople.rollout_id, idList(ids)), isInScope(actor)))
    .groupBy(rolloutPeople.rollout_id, sql`2`);
  const counts = new Map(ids.map((id) => [id, noCounts()]));
  for (const { rollout_id, status, people } of rows) addCount(counts.get(rollout_id) ?? noCounts(), status, people);
  return counts;
}

/** The roll-outs of an account in which somebody in the caller's scope is, newest first, with their counts. */
export async function listRollouts(ctx: Ctx, account_id: number, query: z.infer<typeof rolloutQuery>): Promise<Page<ListedRollout>> {
  await authorizeRollouts(ctx, account_id, 'fill_in_rollouts');
  const rows = ctx.db
    .select()
    .from(rollouts)
    .where(and(eq(rollouts.account_id, account_id), query.search ? contains(rollouts.name, query.search) : undefined, hasPeopleInScope(ctx.actor)));
  return readPage(ctx.db, query, { rows, order: [rollouts[query.orderBy], rollouts.id] }, async (list) => {
    const counts = await countsOf(
      ctx,
      list.map(({ id }) => id),
    );
    return list.map((row) => ({ ...headOf(row), counts: counts.get(row.id) ?? noCounts() }));
  });
}

const headOf = (row: StoredRollout): Omit<ListedRollout, 'counts'> => {
  const { id, account_id: company, name, deadline, order_per, created_at } = row;
  return { id, account_id: company, name, deadline, order_per, state: rolloutState(row), created_at };
};

/** One roll-out with its counts, by site too: of the people in the caller's scope. How many were asked and sent in all is only for who rolls out. */
export async function rolloutOf(ctx: Ctx, account_id: number, rollout_id: number): Promise<Rollout> {
  const row = await readRollout(ctx, account_id, rollout_id);
  const { db, actor } = ctx;
  const seesAll = policy.edit_rollouts(actor);
  const bySite = await db
    .select({
      site_id: rolloutPeople.site_id,
      site: sites.name,
      status: personStatus.as('status'),
      people: sql<number>`count(*)`.mapWith(Number).as('people'),
      unprepared: sql<number>`sum(case when ${rolloutPeople.is_prepared} then 0 else 1 end)`.mapWith(Number).as('unprepared'),
    })
    .from(rolloutPeople)
    .leftJoin(sites, eq(sites.id, rolloutPeople.site_id))
    .where(and(eq(rolloutPeople.rollout_id, rollout_id), isInScope(actor)))
    .groupBy(rolloutPeople.site_id, sites.name, sql`3`)
    .orderBy(asc(sites.name), asc(rolloutPeople.site_id));
  const counts = noCounts();
  const siteCounts = new Map<number | null, Rollout['sites'][number]>();
  for (const { site_id, site, status, people } of bySite) {
    const one = siteCounts.get(site_id) ?? { id: site_id, name: site ?? 'No site', ...noCounts() };
    siteCounts.set(site_id, one);
    addCount(one, status, people);
    addCount(counts, status, people);
  }
  const mailings = await db
    .select({ kind: rolloutMailings.kind, at: rolloutMailings.at, people: rolloutMailings.people })
    .from(rolloutMailings)
    .where(eq(rolloutMailings.rollout_id, rollout_id))
    .orderBy(desc(rolloutMailings.id))
    .limit(limits.rollout_mailings);
  const named = [...new Set(row.lines.flatMap(stylesOfLine))];
  const namedProducts = await db
    .select({ id: products.id, name: products.name, sku: products.sku })
    .from(products)
    .where(among(products.id, idList(named)))
    .orderBy(asc(products.id));
  const { is_role_kit, lines, client_po_reference, cost_code, asked_at, submitted_at, is_running, run_error, version } = row;
  return {
    ...headOf(row),
    counts,
    kit: is_role_kit ? 'role' : { lines: lines.map(({ employee_role_id: _, ...line }) => line) },
    lines,
    products: namedProducts,
    client_po_reference,
    cost_code,
    asked_at,
    submitted_at,
    is_preparing: bySite.some(({ unprepared }) => unprepared > 0),
    is_running,
    run: submitted_at && seesAll ? { done: row.run_done, total: row.run_total, failed: row.run_failed } : null,
    run_error: seesAll ? run_error : null,
    sites: [...siteCounts.values()],
    mailings: seesAll ? mailings.reverse() : [],
    version,
  };
}

/** The people of a roll-out who are in the caller's scope, by name, or `only` one of them, with their sizes, their order, or why there is none. */
export async function peopleOfRollout(
  ctx: Ctx,
  account_id: number,
  rollout_id: number,
  query: z.infer<typeof rolloutPeopleQuery>,
  only?: number,
): Promise<Page<RolloutPerson>> {
  const { lines: kit } = await readRollout(ctx, account_id, rollout_id);
  const { db } = ctx;
  const rows = db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      employee_number: users.employee_number,
      email: users.email,
      is_disabled: users.is_disabled,
      site_id: sites.id,
      site: sites.name,
      status: personStatus.as('status'),
      asked_at: rolloutPeople.asked_at,
      failure: rolloutPeople.failure,
      uuid: orders.uuid,
      order_id: orders.id,
      sizes: rolloutPeople.sizes,
    })
    .from(rolloutPeople)
    .innerJoin(users, eq(users.id, rolloutPeople.user_id))
    .leftJoin(sites, eq(sites.id, rolloutPeople.site_id))
    .leftJoin(orders, eq(orders.id, rolloutPeople.order_id))
    .where(
      and(
        eq(rolloutPeople.rollout_id, rollout_id),
        isInScope(ctx.actor),
        only === undefined ? undefined : eq(users.id, only),
        query.status ? sql`${personStatus} = ${query.status}` : undefined,
        query.site ? eq(rolloutPeople.site_id, query.site) : undefined,
        query.search && query.search.length >= limits.search_min ? personHas(query.search) : undefined,
      ),
    );
  return readPage(db, query, { rows, order: [users.name_key, users.id] }, async (list) => {
    const ids = list.flatMap(({ sizes }) => sizes.flatMap(({ line, product_id }) => product_id ?? stylesOfLine(kit[line] ?? noLine)));
    const named = await db
      .select({ id: products.id, name: products.name, ...sizeColumns })
      .from(products)
      .where(among(products.id, idList([...new Set(ids)])));
    const byId = new Map(named.map((product) => [product.id, product]));
    return list.map(({ email, is_disabled, site_id, site, failure, uuid, order_id, sizes, ...person }) => ({
      ...person,
      has_email: email !== null && !is_disabled,
      site: site_id !== null && site !== null ? { id: site_id, name: site } : null,
      reason: failure,
      order: uuid !== null && order_id !== null ? { uuid, order_number: orderNumber(order_id) } : null,
      lines: sizes.map(({ line, product_id }) => {
        const sku = byId.get(product_id ?? 0);
        const name = (product_id === null ? stylesOfLine(kit[line] ?? noLine) : [product_id]).flatMap((id) => byId.get(id)?.name ?? []).join(' or ');
        return { line, product_id, size: sku ? sizeOf(sku) : null, name, quantity: kit[line]?.quantity ?? 0 };
      }),
    }));
  });
}

export const productSearchQuery = z.object({ search: z.string().trim().max(200).default('') });
export const rolloutProducts = z.object({ items: z.array(rolloutProduct) });

/** Styles of the clothing sets of an account, by name, from which a roll-out can be made. */
export async function searchProducts(ctx: Ctx, account_id: number, search: string): Promise<z.infer<typeof rolloutProducts>> {
  await authorizeRollouts(ctx, account_id);
  const inSets = sql`exists (select 1 from ${clothingSetProducts} join ${clothingSets} on ${clothingSets.id} = ${clothingSetProducts.clothing_set_id}
      and ${clothingSets.deleted_at} is null
    join ${products} as in_set on in_set.id = ${clothingSetProducts.product_id}
    where ${clothingSets.account_id} = ${account_id} and coalesce(in_set.parent_id, in_set.id) = "products"."id")`;
  const items = await ctx.db
    .select({ id: products.id, name: products.name, sku: products.sku })
    .from(products)
    .where(and(isNull(products.deleted_at), isNull(products.parent_id), search ? contains(products.name, search) : undefined, inSets))
    .orderBy(asc(products.name), asc(products.id))
    .limit(limits.product_search_page);
  return { items };
}

const noLine = { product_id: null, choose_from: [] };

/** The condition on `rollout_people` and `users` for people for whom orders can be sent now; with `include`, also for people without sizes. */
export function isToOrder(rollout_id: number, include: boolean): SQL | undefined {
  return and(
    eq(rolloutPeople.rollout_id, rollout_id),
    eq(rolloutPeople.is_prepared, true),
    isNull(rolloutPeople.ordered_at),
    isNull(rolloutPeople.failure),
    include ? undefined : isNotNull(rolloutPeople.sized_by),
  );
}

/** The condition that somebody still works there on a day. */
export const isStaying = (now: string): SQL | undefined =>
  and(isNull(users.deleted_at), sql`(${users.leaves_on} is null or ${users.leaves_on} > ${ukDate(now)})`);

/** Whether a day is over in the UK. */
export const isPast = (day: string, now: string): boolean => day < ukDate(now);

/** Roll-outs that were asked for, are open, and have not passed their deadline. */
export const isAsking = (now: string): SQL | undefined =>
  and(isNotNull(rollouts.asked_at), isNull(rollouts.closed_at), gte(rollouts.deadline, ukDate(now)));
