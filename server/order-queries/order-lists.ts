import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { daysBetween } from '../../shared/days-between.ts';
import { nameKey } from '../../shared/folded.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { statusNames } from '../../shared/ordering/order-status.ts';
import { orderWaits } from '../../shared/ordering/order-waits.ts';
import { stages } from '../../shared/ordering/stages.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { providerName } from '../../shared/provider-name.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared, rows } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { hasPoPart, PO_PART_MIN, poPart, scannedOrders } from '../db/order-search.ts';
import { dispatches, dispatchOrders, orderEmployees, orderLines, orders, users } from '../db/tables/index.ts';
import { lineAmount } from '../orders/order-facts.ts';
import { visibleOrders, wholeOrders } from '../orders/scope.ts';
import { visibleEmployees } from '../people/scope.ts';
import { countedByStatus, countSubmitted, total } from './count-orders.ts';
import { isOfficeDraft, isOpenExchange } from './office-conditions.ts';
import { isByDayOnly, officeFilters, officeOrder, otherFilters, stageOf, tallyFilters } from './office-view-queries.ts';
import { type Extras, orderSummaries } from './order-summaries.ts';
import type { OrderListItem } from './order-view.ts';
import { type FoundOrders, isNumberOnly, isOtherNumber, ORDER_NUMBER, searchOrders, searchWithin } from './search-orders.ts';
import { waitingOrders } from './waiting-orders.ts';

const included = include([
  'lines',
  'lines.product',
  'lines.product.parent',
  'lines.employee',
  'employees',
  'dispatches',
  'dispatches.consignment',
  'delivery_address',
  'delivery_site',
  'requester',
  'creator',
  'account',
  'progress',
  'progress_summary',
]);

const extrasOf = (names: readonly string[] = []): Extras => ({
  lines: names.some((name) => name.startsWith('lines')),
  employees: names.includes('employees'),
  delivery_address: names.includes('delivery_address'),
});

export const clientOrderQuery = listQuery({
  orderBy: ['created_at', 'submitted_at', 'order_number', 'client_po_reference', 'status', 'requester', 'dispatched_at', 'sub_total'],
  default: 'created_at',
  sortedBy: 'desc',
  per_page: limits.orders_page,
}).extend({
  include: included,
  this_employee_only: queryFlag.optional(),
  status: z.enum(statusNames).optional(),
  /** Only orders of which this person is a wearer or the requester. */
  employee_id: z.coerce.number().int().positive().optional(),
  /** Drafts, requests and orders that have neither shipped in full nor been cancelled. */
  unfinished: queryFlag.optional(),
  waits: z.enum(orderWaits).optional().describe('Only orders in which this waits for the reader'),
  site_id: z.coerce.number().int().positive().optional(),
});

export const adminOrderQuery = listQuery({
  orderBy: ['submitted_at', 'order_number', 'created_at', 'required_on'],
  default: 'submitted_at',
  sortedBy: 'desc',
  per_page: limits.admin_orders_page,
}).extend({
  include: included,
  ...officeFilters,
});
export type AdminOrderQuery = z.infer<typeof adminOrderQuery>;

const unfinishedStatuses = statusNames.filter((status) => status !== 'shipped' && status !== 'cancelled');

interface Paging {
  page: number;
  per_page: number;
}
const range = ({ page, per_page }: Paging) => ({ limit: per_page, offset: (page - 1) * per_page });

interface SearchScope {
  ids: number[];
  n: number;
}

const idsWhere = async (db: Db, where: SQL | undefined, order: SQL[], paging: Paging): Promise<number[]> => {
  const { limit, offset } = range(paging);
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
};

/** Reads the ids of one page and the number of all matches in one query. `matches` is a query of order ids; null searches all orders. */
async function findPage(db: Db, matches: SQL | null, where: SQL | undefined, order: SQL[], paging: Paging): Promise<SearchScope> {
  const { limit, offset } = range(paging);
  const from = matches ? sql`with found (id) as (${matches})` : sql``;
  // The database keeps the sequence of a cross join, so it looks up each match in `orders` instead of searching all orders for the matches.
  const table = matches ? sql`found cross join ${orders} where ${orders.id} = found.id and ${where}` : sql`${orders} where ${where}`;
  const read = (most: number, skip: number) =>
    rows<{ id: number; n: number }>(
      db,
      sql`${from} select ${orders.id} as id, count(*) over () as n from ${table} order by ${sql.join(order, sql`, `)} limit ${most} offset ${skip}`,
    );
  const page = await read(limit, offset);
  const [first] = page.length || !offset ? page : await read(1, 0);
  return { ids: page.map(({ id }) => id), n: first?.n ?? 0 };
}

/** A sort value for readers who may see only part of an order: the order's place in the list must not reveal what the reader may not see. */
function visibleValue(actor: Actor, value: SQLWrapper): SQLWrapper {
  const whole = wholeOrders(actor);
  return whole ? sql`case when ${whole} then ${value} end` : value;
}

/** The sort value of a requester: the name that the reader sees. */
const nameOf = (actor: Actor): SQL<string> =>
  isClientRole(actor.role)
    ? sql<string>`case when ${users.account_id} is null then ${nameKey(providerName)} else ${users.name_key} end`
    : sql<string>`${users.name_key}`;

/**
 * Reads the ids of a page of a client's orders, sorted by requester. The orders of each requester are counted in an index, so that orders are read
 * only for the requesters on the page, however many orders there are.
 */
async function idsByRequester({ db, actor }: Ctx, where: SQL, direction: 'asc' | 'desc', paging: Paging): Promise<number[]> {
  const asking = db
    .select({ id: orders.requester_id, n: sql<number>`count(*)`.mapWith(Number).as('n') })
    .from(orders)
    .where(where)
    .groupBy(orders.requester_id)
    .as('asking');
  const people = await db
    .select({ id: asking.id, n: asking.n, name: nameOf(actor).as('name') })
    .from(asking)
    .innerJoin(users, eq(users.id, asking.id))
    .orderBy(...inOrder(direction, sql`name`));
  const { limit, offset } = range(paging);
  const parts: SQL[] = [];
  let before = 0;
  for (const group of groupBy(people, ({ name }) => name).values()) {
    const n = group.reduce((sum, person) => sum + person.n, 0);
    const skip = Math.max(0, offset - before);
    const most = Math.min(n, offset + limit - before) - skip;
    if (most > 0) {
      const isOfGroup = among(orders.requester_id, idList(group.map(({ id }) => id)));
      parts.push(sql`select * from (select ${sql.raw(String(parts.length))} as place, ${orders.id} as id from ${orders} where ${and(where, isOfGroup)}
        order by ${sql.join(inOrder(direction, orders.id), sql`, `)} limit ${most} offset ${skip}) as part`);
    }
    before += n;
    if (before >= offset + limit) break;
  }
  if (!parts.length) return [];
  const page = await rows<{ place: number; id: number }>(db, sql.join(parts, sql` union all `));
  return page.sort((one, other) => one.place - other.place).map(({ id }) => id);
}

/** Sort values that have to be calculated for each order. Only the orders of one client can be sorted by these values, never all orders. */
const reckoned = (actor: Actor) => ({
  requester: sql`(select ${nameOf(actor)} from ${users} where ${users.id} = ${orders.requester_id})`,
  dispatched_at: sql`(select ${dispatches.dispatched_at} from ${dispatchOrders} join ${dispatches} on ${dispatches.id} = ${dispatchOrders.dispatch_id}
    where ${dispatchOrders.order_id} = ${orders.id} and ${dispatches.state} = 'shipped' order by ${dispatches.id} desc limit 1)`,
  sub_total: visibleValue(actor, sql`(select coalesce(sum(${lineAmount}), 0) from ${orderLines} where ${orderLines.order_id} = ${orders.id})`),
});

/**
 * The condition on `orders` that a person is a wearer or the requester. Only a reader who sees the whole order learns that somebody else is a
 * wearer. 422 if the reader may not see the person.
 */
async function ofPerson({ db, actor }: Ctx, employee_id: number): Promise<SQL | undefined> {
  const visible = visibleEmployees(actor, { with_archived: policy.edit_people(actor) });
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, employee_id), visible));
  if (!found) throw invalid({ employee_id: messages.unknown_employee });
  const theirs = sql`${orders.id} in (select ${orderEmployees.order_id} from ${orderEmployees} where ${orderEmployees.employee_id} = ${employee_id}
    union select id from ${orders} as ordered where ordered.requester_id = ${employee_id} and ordered.deleted_at is null)`;
  return employee_id === actor.id ? theirs : and(theirs, wholeOrders(actor));
}

/** The orders that a client's person sees, newest first by default. */
export async function clientOrders(ctx: Ctx, query: z.infer<typeof clientOrderQuery>): Promise<Page<OrderListItem>> {
  const { actor, db } = ctx;
  authorize(policy.see_orders(actor));
  const isWearer = sql`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${orderEmployees.employee_id} = ${actor.id})`;
  const filters: (SQL | undefined)[] = [];
  if (query.this_employee_only) filters.push(or(eq(orders.requester_id, actor.id), isWearer));
  if (query.status) filters.push(eq(orders.status, query.status));
  if (query.employee_id) filters.push(await ofPerson(ctx, query.employee_id));
  if (query.waits) filters.push(waitingOrders(ctx, query.waits));
  if (query.site_id) filters.push(eq(orders.delivery_site_id, query.site_id));
  if (query.unfinished) filters.push(inArray(orders.status, unfinishedStatuses));
  if (query.search && actor.account_id !== null) filters.push(await searchWithin(ctx, actor.account_id, query.search));
  const matches = query.search && actor.account_id === null ? (await searchOrders(ctx, query.search)).ids : null;
  const where = and(visibleOrders(actor), ...filters);
  // Orders get their ids in the sequence of their creation. Only the index by id covers the orders of all clients.
  const created = actor.account_id === null ? [orders.id] : [orders.created_at, orders.id];
  const by = reckoned(actor);
  if (actor.account_id === null && query.orderBy in by) throw invalid({ orderBy: messages.sort_of_one_client });
  const columns: Record<typeof query.orderBy, SQLWrapper[]> = {
    created_at: created,
    submitted_at: [orders.submitted_at, orders.id],
    order_number: [orders.id],
    client_po_reference: [visibleValue(actor, orders.client_po_reference), orders.id],
    status: [orders.status, orders.id],
    requester: [by.requester, orders.id],
    dispatched_at: [by.dispatched_at, orders.id],
    sub_total: [by.sub_total, orders.id],
  };
  const order = inOrder(query.sortedBy, ...columns[query.orderBy]);
  const isTallied = !matches && !filters.length && (actor.account_id === null || actor.role === 'client_admin');
  const isByRequester = query.orderBy === 'requester' && where !== undefined;
  const { ids, n } = isTallied
    ? {
        ids: isByRequester ? await idsByRequester(ctx, where, query.sortedBy, query) : await idsWhere(db, where, order, query),
        n: total(await countedByStatus(db, actor.account_id === null ? null : [actor.account_id])),
      }
    : await findPage(db, matches, where, order, query);
  return readPage(db, query, { page: ids, total: n }, (ids) => orderSummaries(ctx, ids, extrasOf(query.include)));
}

const newestOrders = prepared('newest_orders', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(isNull(orders.deleted_at))
    .orderBy(...inOrder('desc', orders.submitted_at, orders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

/** Finds orders whose number or whole PO is the digits of a search. This search is the most frequent, so its query is prepared. */
const numberedOrders = prepared('orders_by_number_or_po', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.deleted_at), or(eq(orders.id, sql.placeholder('number')), eq(orders.client_po_reference, sql.placeholder('text')))))
    .orderBy(...inOrder('desc', orders.submitted_at, orders.id)),
);

const oneWithPoPart = prepared('one_order_with_po_part', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.deleted_at), hasPoPart(sql.placeholder('part'))))
    .limit(1),
);

/** The ids of the orders whose number or PO is `text`. Null if `text` can also mean something else, so that a wider search is needed. */
async function findNumbered(db: Db, text: string): Promise<number[] | null> {
  const isNumber = text.startsWith('#');
  const numberedOrder = await numberedOrders(db, { number: Number(text.replace('#', '')), text: isNumber ? '' : text });
  const isPart = async () =>
    text.length >= PO_PART_MIN && ((await oneWithPoPart(db, { part: poPart(text) })).length > 0 || (await isOtherNumber(db, text)));
  const isAll = isNumber || (numberedOrder.length > 0 && (isNumberOnly(text) || !(await isPart())));
  return isAll ? numberedOrder.map(({ id }) => id) : null;
}

/** What follows `from` in a query that searches all orders by scanning them: the tables and the condition. */
const scanOrders = (matches: FoundOrders, where: SQL | undefined): SQL => sql`${scannedOrders} where ${and(where, sql`(${matches.scanned})`)}`;

/** Upper limit of orders at the beginning of a list that are checked one by one against a search. */
const MAX_EXAMINED = 2_500;

/**
 * Reads a page of the orders that match a search, and the number of all matches. Few matches are collected and sorted. If there are many, checking
 * the first orders of the list usually fills a page. If no filter except the stage is set, stored counts give the number of orders of whole clients.
 */
async function searchedPage(ctx: Ctx, matches: FoundOrders, where: SQL | undefined, order: SQL[], query: AdminOrderQuery): Promise<SearchScope> {
  const { db } = ctx;
  const { clients, rest } = matches;
  const stage = stageOf(query);
  const isTallied = matches.scanned_count <= matches.most && !query.account_id && !otherFilters(ctx, query).length;
  const [client, ...more] = clients;
  const isOneClient = isTallied && client && !more.length && !rest;
  if (matches.first) return findPage(db, matches.ids, where, [sql`case when ${matches.first} then 0 else 1 end`, ...order], query);
  if (matches.count <= matches.most && !isOneClient) return findPage(db, matches.ids, where, order, query);

  const inStage = stage ? sql` cross join ${orders} where ${orders.id} = found.id and ${where}` : sql``;
  const further = !isTallied
    ? sql`select count(*) as n from ${scanOrders(matches, where)}`
    : rest && sql`with found (id) as (${rest}) select count(*) as n from found${inStage}`;
  const [countRow] = further ? await rows<{ n: number }>(db, further) : [];
  const tallied = isTallied ? total(await countedByStatus(db, clients), stage ? stages[stage] : statusNames) : 0;
  const n = tallied + Number(countRow?.n ?? 0);
  // An index has the orders of one client in the sequence of the list.
  if (isOneClient) return { ids: await idsWhere(db, and(where, eq(orders.account_id, client)), order, query), n };

  const { limit, offset } = range(query);
  const by = sql.join(order, sql`, `);
  const read = async (from: SQL): Promise<number[]> => {
    const page = await rows<{ id: number }>(
      db,
      sql`select ${orders.id} as id from ${from} order by ${by} limit ${sql.raw(`${limit} offset ${offset}`)}`,
    );
    return page.map(({ id }) => id);
  };
  const examined = Math.ceil((2 * (offset + limit) * total(await countedByStatus(db, null))) / Math.max(n, 1));
  const beginning = sql`select id from (select ${orders.id} from ${orders} where ${where} order by ${by} limit ${sql.raw(String(examined))}) as beginning`;
  const ids = examined <= MAX_EXAMINED ? await read(sql`${orders} where ${orders.id} in (${beginning}) and (${matches.condition})`) : [];
  return { ids: ids.length === limit ? ids : await read(scanOrders(matches, where)), n };
}

/** All clients' orders, last submitted first and drafts last; filtered by stage, by client, or by a search. */
export async function adminOrders(ctx: Ctx, query: AdminOrderQuery): Promise<Page<OrderListItem>> {
  const { db } = ctx;
  authorize(policy.use_floor(ctx.actor));
  const stage = stageOf(query);
  const others = otherFilters(ctx, query);
  const filters = [...tallyFilters(query), ...others];
  const where = and(isNull(orders.deleted_at), ...filters);
  const order = officeOrder(query);
  const isUsual = !filters.length && query.orderBy === 'submitted_at' && query.sortedBy === 'desc';
  const page = async (): Promise<SearchScope> => {
    if (query.search) {
      const numbered = isUsual && ORDER_NUMBER.test(query.search) ? await findNumbered(db, query.search) : null;
      const { limit, offset } = range(query);
      if (numbered) return { ids: numbered.slice(offset, offset + limit), n: numbered.length };
      const matches = await searchOrders(ctx, query.search);
      return searchedPage(ctx, matches, where, order, query);
    }
    if (isByDayOnly(query)) {
      const isAll = !stage && !query.account_id;
      // Most orders may match, so the page and the number of matches are read separately, each from an index.
      return {
        ids: await idsWhere(db, where, order, query),
        n: isAll ? await countSubmitted(db, daysBetween(query)) : await db.$count(orders, where),
      };
    }
    if (others.length) return findPage(db, null, where, order, query);
    const n = total(await countedByStatus(db, query.account_id ? [query.account_id] : null), stage ? stages[stage] : statusNames);
    if (isUsual) return { ids: (await newestOrders(db, range(query))).map(({ id }) => id), n };
    return { ids: await idsWhere(db, where, order, query), n };
  };
  const { ids, n } = await page();
  return readPage(db, query, { page: ids, total: n }, (ids) => orderSummaries(ctx, ids, extrasOf(query.include)));
}

export const orderCountsSchema = z.object({
  all: z.int(),
  requires_allocation: z.int(),
  requires_picking: z.int(),
  requires_prep: z.int(),
  requires_dispatch: z.int(),
  waiting_for_courier: z.int(),
  exchanges: z.int().describe('Exchanges that are not finished, whatever the filters of the view'),
  office_drafts: z.int().describe('Drafts that the office has started, whatever the filters of the view'),
});

/** The number of orders in each status that match the filters of a view. The stage of the view is ignored. */
async function viewCounts(ctx: Ctx, query: AdminOrderQuery): Promise<Map<string, number>> {
  const { db } = ctx;
  const { account_id, search } = query;
  const others = otherFilters(ctx, query);
  const ofAccount = account_id ? [account_id] : null;
  if (!search && !others.length) return countedByStatus(db, ofAccount);
  const matches = search ? await searchOrders(ctx, search) : null;
  // Stored counts cover all orders of the clients that the search matches. `rest` are the matching orders of other clients.
  const isTallied = matches !== null && !account_id && !others.length && matches.scanned_count <= matches.most;
  const counts = isTallied ? new Map(await countedByStatus(db, matches.clients)) : new Map<string, number>();
  const ids = isTallied ? matches.rest : matches?.ids;
  if (ids === null) return counts;
  const where = and(isNull(orders.deleted_at), ...(account_id ? [eq(orders.account_id, account_id)] : []), ...others);
  const isScanned = matches && !isTallied && matches.count > matches.most;
  const from = isScanned
    ? scanOrders(matches, where)
    : ids
      ? sql`found cross join ${orders} where ${orders.id} = found.id and ${where}`
      : sql`${orders} where ${where}`;
  const countRows = await rows<{ status: string; n: number }>(
    db,
    sql`${ids && !isScanned ? sql`with found (id) as (${ids})` : sql``} select ${orders.status} as status, count(*) as n from ${from} group by ${orders.status}`,
  );
  for (const { status, n } of countRows) counts.set(status, (counts.get(status) ?? 0) + Number(n));
  return counts;
}

/** The number of a view's orders in each stage, not only in the stage that the view shows. */
export async function orderCounts(ctx: Ctx, query: AdminOrderQuery): Promise<z.infer<typeof orderCountsSchema>> {
  authorize(policy.use_floor(ctx.actor));
  const counts = await viewCounts(ctx, query);
  return {
    all: total(counts),
    requires_allocation: total(counts, stages.requires_allocation),
    requires_picking: total(counts, stages.requires_picking),
    requires_prep: total(counts, stages.requires_prep),
    requires_dispatch: total(counts, stages.requires_dispatch),
    waiting_for_courier: total(counts, stages.waiting_for_courier),
    exchanges: await ctx.db.$count(orders, and(isNull(orders.deleted_at), isOpenExchange)),
    office_drafts: await ctx.db.$count(orders, and(isNull(orders.deleted_at), isOfficeDraft)),
  };
}
