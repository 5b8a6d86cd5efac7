import { and, eq, gte, isNull, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type GraphName, MAX_LABELS } from '../../shared/dashboards/graphs.ts';
import { ukMidnight } from '../../shared/uk-time.ts';
import { talliedRows, talliedSince } from '../budgets/tallied-days.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared, rows } from '../db/db.ts';
import { accounts, orderLines, orders, products, sites } from '../db/tables/index.ts';
import { boughtPieces, chargedPieces, returnedPieces } from '../orders/spent-pieces.ts';
import { type Graph, graphOf } from './graph-view.ts';
import { chosenSites, type GraphQuery, pricedOrders, startOf } from './spend-scope.ts';

export type SpendGraph = Extract<GraphName, 'sbc' | 'sbp' | 'sbs'>;

/** The name of each label in the graph. */
const nameColumns: Record<SpendGraph, SQL> = {
  sbc: sql`(select ${accounts.name} from ${accounts} where ${accounts.id} = top.id)`,
  sbp: sql`(select ${products.name} from ${products} where ${products.id} = top.id)`,
  sbs: sql`(select ${sites.name} from ${sites} where ${sites.id} = top.id)`,
};
/** The text of the last label, which sums the rest, and of a label without a name. */
const others: Record<SpendGraph, (members: number) => string> = {
  sbc: (members) => `${members} other ${members === 1 ? 'client' : 'clients'}`,
  sbp: (members) => `${members} other ${members === 1 ? 'product' : 'products'}`,
  sbs: (members) => `${members} other ${members === 1 ? 'site' : 'sites'}`,
};
const unnamed = 'No site';

/** One label of a graph, with its sums. */
interface Row {
  id: number | null;
  label: string | null;
  members: number;
  n: number;
  spent: number;
  returned: number;
}

const most = sql.raw(String(MAX_LABELS));

/**
 * Makes labels from the rows of `facts`, which has `key_id`, `n`, `spent` and `returned`. The largest label comes first. If there are too many, one
 * label sums the smallest.
 */
const labelled = (graph: SpendGraph, facts: SQL): SQL => sql`(
  with counted as (
    select key_id, sum(n) as n, sum(spent) as spent, sum(returned) as returned from (${facts}) as facts group by key_id
  ), placed as (
    select key_id, n, spent, returned, row_number() over (order by spent - returned desc, key_id) as place
    from counted where n <> 0 or spent <> 0 or returned <> 0
  ), top as (
    select case when place <= ${most} then key_id end as id, min(place) as place, count(*) as members,
      sum(n) as n, sum(spent) as spent, sum(returned) as returned
    from placed group by case when place <= ${most} then place else ${most} + 1 end, case when place <= ${most} then key_id end
  )
  select id, ${nameColumns[graph]} as label, place, members, n, spent, returned from top
) as labelled`;

const columns = {
  id: sql<number | null>`id`.as('id'),
  label: sql<string | null>`label`.as('label'),
  members: sql<number>`members`.mapWith(Number).as('members'),
  n: sql<number>`n`.mapWith(Number).as('n'),
  spent: sql<number>`spent`.mapWith(Number).as('spent'),
  returned: sql<number>`returned`.mapWith(Number).as('returned'),
};
const placeholders = {
  first_month: sql.placeholder('first_month'),
  first_day: sql.placeholder('first_day'),
  last_day: sql.placeholder('last_day'),
  sign: sql.placeholder('sign'),
};

/** A graph of a whole client, or of all clients, from the tally. */
const tallied = (name: string, graph: SpendGraph, condition: SQL) =>
  prepared(name, (db) =>
    db
      .select(columns)
      .from(labelled(graph, talliedRows(condition, placeholders)))
      .orderBy(sql`place`),
  );
const ofKind = (kind: string, of_id: Placeholder | number): SQL => sql`kind = ${sql.raw(`'${kind}'`)} and of_id = ${of_id}`;
const account = sql.placeholder('account_id');

const byClient = tallied('spend_by_client', 'sbc', ofKind('client', 0));
const byProductOfAll = tallied('spend_by_product_of_all', 'sbp', ofKind('any_product', 0));
const byProduct = tallied('spend_by_product', 'sbp', ofKind('product', account));
const bySite = tallied('spend_by_site', 'sbs', ofKind('site', account));
const byChosenSite = tallied('spend_by_chosen_site', 'sbs', sql`${ofKind('site', account)} and ${among(sql`key_id`, sql.placeholder('site_ids'))}`);

/** The graph from the tally; null if the tally does not cover the request, for example for a single person. */
function fromTally(ctx: Ctx, graph: SpendGraph, query: GraphQuery, site_ids: readonly number[] | null, starts_on: string) {
  const { db, actor } = ctx;
  if (query.employee_id !== undefined) return null;
  const values = { ...talliedSince(starts_on), account_id: actor.account_id };
  if (actor.role === 'super' && !site_ids) {
    if (graph === 'sbc') return byClient(db, values);
    return graph === 'sbp' ? byProductOfAll(db, values) : null;
  }
  if (graph === 'sbs' && (actor.role === 'site_admin' || actor.role === 'manager'))
    return site_ids ? byChosenSite(db, { ...values, site_ids: idList(site_ids) }) : ofOwnSites(ctx, starts_on);
  if (actor.role !== 'client_admin') return null;
  if (graph === 'sbs') return site_ids ? byChosenSite(db, { ...values, site_ids: idList(site_ids) }) : bySite(db, values);
  return graph === 'sbp' && !site_ids ? byProduct(db, values) : null;
}

/** The key of each label in each graph, and what `n` counts: distinct orders, or items. */
const keys: Record<SpendGraph, { key: SQL; n: SQL }> = {
  sbc: { key: sql`${orders.account_id}`, n: sql`count(distinct ${orders.id})` },
  sbs: { key: sql`coalesce(${orders.delivery_site_id}, 0)`, n: sql`count(distinct ${orders.id})` },
  sbp: { key: sql`coalesce(${products.parent_id}, ${products.id})`, n: sql`sum(${boughtPieces})` },
};

/** The sums over lines of orders, by the key of a graph's labels. */
function lineFacts(graph: SpendGraph, starts_on: string, ...conditions: (SQL | undefined)[]): SQL {
  const { key, n } = keys[graph];
  const where = and(...conditions, gte(orders.submitted_at, ukMidnight(starts_on)), isNull(orders.cancelled_at), eq(orders.is_sample, false));
  return sql`
    select ${key} as key_id, ${n} as n, sum(${chargedPieces} * ${orderLines.unit_price}) as spent, sum(${returnedPieces} * ${orderLines.unit_price}) as returned
    from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id} join ${products} on ${products.id} = ${orderLines.product_id}
    where ${where} group by ${key}`;
}

const graphFrom = (db: Db, graph: SpendGraph, facts: SQL): Promise<Row[]> =>
  all(db, sql`select id, label, members, n, spent, returned from ${labelled(graph, facts)} order by place`);

/** A graph from the lines whose prices the reader sees. */
const fromLines = (ctx: Ctx, graph: SpendGraph, query: GraphQuery, site_ids: readonly number[] | null, starts_on: string): Promise<Row[]> =>
  graphFrom(
    ctx.db,
    graph,
    lineFacts(
      graph,
      starts_on,
      pricedOrders(ctx),
      query.employee_id !== undefined ? eq(orderLines.employee_id, query.employee_id) : undefined,
      site_ids ? among(orders.delivery_site_id, idList(site_ids)) : undefined,
    ),
  );

/** Spend by site for somebody with sites of their own: the tally of these sites, and the lines that the person ordered for other sites. */
function ofOwnSites(ctx: Ctx, starts_on: string): Promise<Row[]> {
  const { actor, db } = ctx;
  const own = idList(actor.site_ids);
  const at_own = sql`${ofKind('site', actor.account_id ?? 0)} and ${among(sql`key_id`, own)}`;
  const elsewhere = or(isNull(orders.delivery_site_id), not(among(orders.delivery_site_id, own)));
  return graphFrom(
    db,
    'sbs',
    sql`select key_id, n, spent, returned from (${talliedRows(at_own, talliedSince(starts_on))}) as tallied
      union all ${lineFacts('sbs', starts_on, pricedOrders(ctx), elsewhere)}`,
  );
}

/** Reads the rows of a query, and converts the sums to numbers, because PostgreSQL returns them as text. */
async function all(db: Db, query: SQL): Promise<Row[]> {
  const spendRows = await rows<Row>(db, query);
  return spendRows.map((row) => ({
    ...row,
    members: Number(row.members),
    n: Number(row.n),
    spent: Number(row.spent),
    returned: Number(row.returned),
  }));
}

/** Spend by client, product or site in a timeframe, ex VAT: submitted orders without cancelled ones and samples, less approved returns. */
export async function spendGraph(ctx: Ctx, graph: SpendGraph, query: GraphQuery): Promise<Graph> {
  const starts_on = startOf(query, ctx);
  const site_ids = chosenSites(ctx, query);
  const spend = await (fromTally(ctx, graph, query, site_ids, starts_on) ?? fromLines(ctx, graph, query, site_ids, starts_on));
  return graphOf({
    starts_on,
    members: spend.reduce((sum, { members }) => sum + members, 0),
    labels: spend.map(({ id, label, members }) => label ?? (id === null ? others[graph](members) : unnamed)),
    ids: spend.map(({ id }) => id || null),
    orders: spend.map(({ spent }) => spent),
    returns: spend.map(({ returned }) => returned),
    count: spend.map(({ n }) => n),
    spend: spend.map(({ spent, returned }) => spent - returned),
  });
}
