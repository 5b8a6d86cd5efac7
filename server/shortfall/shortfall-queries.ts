import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { suggestOrder } from '../../shared/purchasing/suggest-order.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageSchema, queryFlag, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { rows } from '../db/db.ts';
import { nameKeyColumn } from '../db/folded.ts';
import { inOrder } from '../db/in-order.ts';
import { accounts, orders, products, purchaseOrderLines, stockLevels } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import { isComing, qtyOrdered } from '../stock/qty-owed.ts';
import { comingForAccounts, firstShortOf, shortByAccount, shortBySku } from '../stock/short-lines-queries.ts';
import { draftQuantities } from './drafts-queries.ts';
import { skuSupplyOf } from './sku-supply-queries.ts';
import { readSkusToOrder, skuToOrder } from './skus-to-order.ts';

const filters = {
  supplier_id: z.coerce.number().int().positive().optional(),
  is_uncovered: queryFlag.optional().describe('Only SKUs of which free stock, purchase orders and drafts bring too few'),
};
export const shortfallQuery = listQuery({ orderBy: ['name', 'current_shortfall_qty'], default: 'name', per_page: limits.shortfall_page }).extend(
  filters,
);
export const shortProductsQuery = listQuery({
  orderBy: ['submitted_at', 'sku', 'current_shortfall_qty'],
  default: 'submitted_at',
  per_page: limits.shortfall_page,
}).extend(filters);

export const uncoveredQuery = shortfallQuery.pick({ search: true, supplier_id: true });
export const uncoveredProducts = z.object({
  product_ids: z.array(z.int()),
  is_cut: z.boolean().describe(`There are more than the ${limits.shortfall_products.toLocaleString('en-GB')} that are named`),
});

const quantities = {
  current_shortfall_qty: z.int().describe('Requested by this client on open orders, less cancelled, allocated and shipped'),
  current_on_order_qty: z.int().describe('Requested of suppliers on open purchase orders that are not fully received'),
  current_partially_received_qty: z.int().describe('Of that, what has come already'),
};
const days = z.int().describe('Whole days for which the oldest order has waited');

export const shortAccount = z.object({
  id: z.int().describe('The client'),
  name: z.string(),
  reference: z.string().nullable(),
  products_count: z.int(),
  days,
  ...quantities,
});
export type ShortAccount = z.infer<typeof shortAccount>;
export const shortAccounts = pageSchema(shortAccount).extend({ total_shortfall_qty: z.int().describe('Of all clients in the list, on every page') });

export const shortProduct = skuToOrder.extend({
  id: z.int().describe('The SKU that is picked: the substitute, where a line has one'),
  is_discontinued: z.boolean(),
  discontinued_at: z.string().nullable().describe('From then on it is not sold; nothing of it is suggested'),
  orders_count: z.int(),
  days,
  ...quantities,
  total_shortfall_qty: z.int().describe('Of all clients'),
  needed: z.int().describe('Items for all clients that neither stock nor purchase orders cover'),
});
export type ShortProduct = z.infer<typeof shortProduct>;

interface Filters {
  search?: string | undefined;
  supplier_id?: number | undefined;
  is_uncovered?: boolean | undefined;
}

const coming = sql`coming as (select ${purchaseOrderLines.product_id} as product_id, sum(${qtyOrdered}) as on_order,
  sum(${purchaseOrderLines.qty_received}) as received from ${purchaseOrderLines} where ${isComing}
  group by ${purchaseOrderLines.product_id})`;

/** The SQL of the shortfall of each SKU for each client, limited by the filters. */
function shortRows({ search, supplier_id, is_uncovered }: Filters, account_id?: number): { list: SQL; from: SQL } {
  const list = is_uncovered
    ? // Whether a SKU is covered depends on the shortfall of all clients together.
      sql`short_of_each as (${shortBySku({ withFirst: true })}), short as (select short_of_each.*, sum(qty_short) over (partition by product_id) as qty_of_all
        from short_of_each), drafts as (${draftQuantities})`
    : sql`short as (${shortBySku({ condition: account_id === undefined ? undefined : eq(orders.account_id, account_id), withFirst: true })})`;
  const where = and(
    account_id === undefined ? undefined : sql`short.account_id = ${account_id}`,
    supplier_id === undefined ? undefined : eq(products.supplier_id, supplier_id),
    search ? or(contains(products.name, search), contains(products.sku, search), contains(accounts.name, search)) : undefined,
    is_uncovered
      ? sql`short.qty_of_all > coalesce(coming.on_order - coming.received, 0) + coalesce(drafts.qty, 0)
          + ${qtyFreeOrNone}`
      : undefined,
  );
  return {
    list: sql`${list}, ${coming}`,
    from: sql`short join ${accounts} on ${accounts.id} = short.account_id join ${products} on ${products.id} = short.product_id
      left join coming on coming.product_id = short.product_id
      ${is_uncovered ? sql`left join drafts on drafts.product_id = short.product_id left join ${stockLevels} on ${stockLevels.product_id} = short.product_id` : sql``}
      ${where ? sql`where ${where}` : sql``}`,
  };
}

const isFiltered = ({ search, supplier_id, is_uncovered }: Filters): boolean =>
  search !== undefined || supplier_id !== undefined || is_uncovered === true;

/** The SQL of `by_account`, which has the shortfall of each client. If no filter is set, `first_at` is null. */
function shortAccountRows(filters: Filters): SQL {
  if (!isFiltered(filters))
    return sql`${coming}, coming_by_account as (select account_id, sum(coming.on_order) as on_order, sum(coming.received) as received
        from (${comingForAccounts}) as pairs join coming on coming.product_id = pairs.product_id group by account_id),
      by_account as (select short.*, coalesce(coming_by_account.on_order, 0) as on_order, coalesce(coming_by_account.received, 0) as received,
        null as first_at from (${shortByAccount}) as short left join coming_by_account on coming_by_account.account_id = short.account_id)`;
  const { list, from } = shortRows(filters);
  return sql`${list}, by_account as (select short.account_id, count(*) as products_count, sum(short.qty_short) as qty_short,
      coalesce(sum(coming.on_order), 0) as on_order, coalesce(sum(coming.received), 0) as received, min(short.first_at) as first_at
      from ${from} group by short.account_id)`;
}

const day = 24 * 3_600_000;
const daysSince = (now: string, time: string | Date): number => Math.floor((Date.parse(now) - new Date(time).getTime()) / day);

interface AccountRow {
  id: number;
  name: string;
  reference: string | null;
  products_count: number;
  qty_short: number | string;
  on_order: number | string;
  received: number | string;
  /** Null if nothing is filtered: another query then reads this time, for the rows of the page only. */
  first_at: string | Date | null;
  n: number;
  qty_of_all: number | string;
}

/** The clients for which items are short, with their shortfall and the items of the same SKUs that suppliers still owe. */
export async function listShortAccounts(
  ctx: Ctx,
  query: z.infer<typeof shortfallQuery>,
): Promise<Page<ShortAccount> & { total_shortfall_qty: number }> {
  const { db, now } = ctx;
  authorize(policy.run_reports(ctx.actor));
  const by = query.orderBy === 'name' ? [nameKeyColumn(accounts.name)] : [sql`by_account.qty_short`, nameKeyColumn(accounts.name)];
  const read = (limit: number, offset: number) =>
    rows<AccountRow>(
      db,
      sql`with ${shortAccountRows(query)}
        select ${accounts.id} as id, ${accounts.name} as name, ${accounts.reference} as reference, by_account.products_count,
        by_account.qty_short, by_account.on_order, by_account.received, by_account.first_at, count(*) over () as n,
        sum(by_account.qty_short) over () as qty_of_all from by_account join ${accounts} on ${accounts.id} = by_account.account_id
        order by ${sql.join(inOrder(query.sortedBy, ...by, accounts.id), sql`, `)} limit ${limit} offset ${offset}`,
    );
  const offset = (query.page - 1) * query.per_page;
  const page = await read(query.per_page, offset);
  const [first] = page.length || !offset ? page : await read(1, 0);
  const listed = await readPage(db, query, { page, total: first?.n ?? 0 }, async (accountRows) => {
    const ids = accountRows.map(({ id }) => id);
    const firsts = isFiltered(query) ? [] : await rows<{ account_id: number; first_at: string | Date | null }>(db, firstShortOf(ids));
    const firstOf = new Map(firsts.map(({ account_id, first_at }) => [account_id, first_at]));
    return accountRows.map(
      (row): ShortAccount => ({
        id: row.id,
        name: row.name,
        reference: row.reference,
        products_count: row.products_count,
        days: daysSince(now, row.first_at ?? firstOf.get(row.id) ?? now),
        current_shortfall_qty: Number(row.qty_short),
        current_on_order_qty: Number(row.on_order),
        current_partially_received_qty: Number(row.received),
      }),
    );
  });
  return { ...listed, total_shortfall_qty: Number(first?.qty_of_all ?? 0) };
}

interface ProductRow {
  product_id: number;
  qty_short: number | string;
  first_at: string | Date;
  n: number;
}

/** The SKUs that are short for one client, with the supply that covers each and the quantity to order. 404 for a client that does not exist. */
export async function listShortProducts(ctx: Ctx, account_id: number, query: z.infer<typeof shortProductsQuery>): Promise<Page<ShortProduct>> {
  const { db, now } = ctx;
  authorize(policy.run_reports(ctx.actor));
  const { list, from } = shortRows(query, account_id);
  const by = { submitted_at: sql`short.first_at`, sku: sql`${products.sku}`, current_shortfall_qty: sql`short.qty_short` }[query.orderBy];
  const read = (limit: number, offset: number) =>
    rows<ProductRow>(
      db,
      sql`with ${list} select short.product_id, short.qty_short, short.first_at, count(*) over () as n from ${from}
        order by ${sql.join(inOrder(query.sortedBy, by, products.id), sql`, `)} limit ${limit} offset ${offset}`,
    );
  const offset = (query.page - 1) * query.per_page;
  const page = await read(query.per_page, offset);
  const [first] = page.length || !offset ? page : await read(1, 0);
  if (!first) requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)))[0]);
  return readPage(db, query, { page, total: first?.n ?? 0 }, async (shortRowsOfPage) => {
    const ids = shortRowsOfPage.map(({ product_id }) => product_id);
    const skus = await readSkusToOrder(db, ids);
    const supply = await skuSupplyOf(db, ids, account_id);
    return shortRowsOfPage.flatMap(({ product_id, qty_short, first_at }): ShortProduct[] => {
      const sku = skus.get(product_id);
      const its = supply.get(product_id);
      if (!sku || !its) return [];
      const { discontinued_at, version: _version, brand: _brand, ...facts } = sku;
      const { qty_short: total_shortfall_qty, qty_ordered, qty_received, qty_on_order, ...quantities } = its;
      const qty_coming = qty_on_order + quantities.qty_in_drafts;
      const suggestion = suggestOrder({ qty_short: total_shortfall_qty, qty_free: quantities.qty_free, qty_coming }, facts);
      const { needed } = suggestion;
      const { ordered, reasons } = discontinued_at === null ? suggestion : { ordered: 0, reasons: [] };
      return [
        {
          ...facts,
          ...quantities,
          is_discontinued: isDiscontinued(discontinued_at, now),
          discontinued_at,
          days: daysSince(now, first_at),
          current_shortfall_qty: Number(qty_short),
          current_on_order_qty: qty_ordered,
          current_partially_received_qty: qty_received,
          total_shortfall_qty,
          needed,
          suggested: ordered,
          reasons,
        },
      ];
    });
  });
}

/** The SKUs that have a supplier and a shortfall above stock, purchase orders and drafts; at most as many SKUs as one request may order. */
export async function listUncovered({ db, actor }: Ctx, query: z.infer<typeof uncoveredQuery>): Promise<z.infer<typeof uncoveredProducts>> {
  authorize(policy.run_reports(actor));
  const { list, from } = shortRows({ ...query, is_uncovered: true });
  const uncovered = await rows<{ product_id: number }>(
    db,
    sql`with ${list} select ${products.id} as product_id from ${products} where ${products.supplier_id} is not null and ${products.discontinued_at} is null
      and ${products.id} in (select short.product_id from ${from}) order by ${products.id} limit ${limits.shortfall_products + 1}`,
  );
  const product_ids = uncovered.slice(0, limits.shortfall_products).map(({ product_id }) => product_id);
  return { product_ids, is_cut: uncovered.length > product_ids.length };
}
