import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mediaFields, skuFields } from '../../shared/catalogue/sku-fields.ts';
import { SHORTFALL_DAYS, SHORTFALL_PAGE } from '../../shared/dashboards/graphs.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { dueOf, undatedOf } from '../../shared/purchasing/share-deliveries.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias, prepared, rows } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { personName } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { orderLines, orders, products, purchaseOrderLines, purchaseOrders, sites, users } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { preparedWithin, visibleLines } from '../orders/scope.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { isComing } from '../stock/qty-owed.ts';
import { isShort, qtyShort, qtyWanted } from '../stock/short-lines-queries.ts';
import { checkFilters, chosenSites, filters } from './spend-scope.ts';

export const shortfallQuery = listQuery({ orderBy: ['submitted_at'], default: 'submitted_at', per_page: SHORTFALL_PAGE }).extend(filters.shape);

export const shortfallSchema = z.object({
  id: z.int().describe('The order line'),
  order: z.object({ uuid: z.string(), order_number: z.string() }),
  submitted_at: z.string(),
  days: z.int().describe('Whole days since it was submitted'),
  employee: z.object({ id: z.int(), name: z.string() }),
  site: z.object({ id: z.int(), name: z.string() }).nullable(),
  product: skuFields.extend({ media: mediaFields }),
  qty_requested: z.int().describe('Without cancelled items'),
  qty_allocated: z.int(),
  qty_shipped: z.int(),
  shortfall: z.int().describe('Neither shipped nor allocated'),
  on_order: z.boolean().describe('Open purchase orders have this SKU'),
  due: z.string().nullable().describe('The day on which the last item comes that purchase orders bring'),
  qty_due: z.int().describe('How many of the missing items come by then'),
  qty_undated: z.int().describe('How many of the missing items have no date'),
});
export type Shortfall = z.infer<typeof shortfallSchema>;

const day = 24 * 3_600_000;
const parent = alias(products, 'parent');
/** Selects `what` from the purchase order lines that will still bring the SKU of an order line. */
export const selectIncoming = (
  what: SQL,
): SQL => sql`(select ${what} from ${purchaseOrderLines} join ${purchaseOrders} on ${purchaseOrders.id} = ${purchaseOrderLines.purchase_order_id}
  where ${purchaseOrderLines.product_id} = ${pickedSku} and ${isComing})`;

/** The lines by id, with all that the table shows. */
const linesById = prepared('shortfall_lines', (db) =>
  db
    .select({
      id: orderLines.id,
      uuid: orders.uuid,
      order_id: orders.id,
      submitted_at: orders.submitted_at,
      employee_id: orderLines.employee_id,
      employee_name: personName(users).as('employee_name'),
      site_id: sites.id,
      site_name: sites.name,
      product_id: orderLines.product_id,
      ...skuColumns,
      name: orderLines.product_name,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
      qty_requested: sql<number>`${qtyWanted}`.mapWith(Number).as('wanted'),
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      shortfall: qtyShort.mapWith(Number).as('missing'),
      open_lines: sql<number>`${selectIncoming(sql`count(*)`)}`.mapWith(Number).as('open_lines'),
      picked_sku: pickedSku.as('picked_sku_id'),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(among(orderLines.id, sql.placeholder('ids'))),
);

/** The condition of a search over the table's lines: by order, wearer, product and SKU. */
const matches = (text: string): SQL | undefined =>
  or(
    /^\d{1,15}$/.test(text) ? eq(orders.id, Number(text)) : undefined,
    contains(orderLines.product_name, text),
    sql`exists (select 1 from ${products} where ${products.id} = ${orderLines.product_id} and ${contains(products.sku, text)})`,
    sql`exists (select 1 from ${users} where ${users.id} = ${orderLines.employee_id} and ${contains(personName(users), text)})`,
  );

/** One page of the table as the homepage shows it: all lines in the reader's scope, oldest first, without a filter. */
const usualPage = preparedWithin('shortfall_page', (db, visible) =>
  db
    .select({ id: orderLines.id, n: sql<number>`count(*) over ()`.mapWith(Number).as('n') })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(visible.lines, ...isShort, lte(orders.submitted_at, sql.placeholder('before'))))
    .orderBy(...inOrder('asc', orders.submitted_at, orderLines.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

/** Sized lines in the reader's scope that were submitted two weeks ago or more and are not fully allocated, oldest first. */
export async function shortfall(ctx: Ctx, query: z.infer<typeof shortfallQuery>): Promise<Page<Shortfall>> {
  const { actor, db, now } = ctx;
  authorize(policy.see_shortfall(actor));
  await checkFilters(ctx, query);
  const site_ids = chosenSites(ctx, query);
  const before = new Date(Date.parse(now) - SHORTFALL_DAYS * day).toISOString();
  const where = and(
    visibleLines(actor),
    ...isShort,
    lte(orders.submitted_at, before),
    query.employee_id !== undefined ? eq(orderLines.employee_id, query.employee_id) : undefined,
    site_ids ? among(orders.delivery_site_id, idList(site_ids)) : undefined,
    query.search ? matches(query.search) : undefined,
  );
  const isUsual = query.employee_id === undefined && !site_ids && !query.search && query.sortedBy === 'asc';
  const order = sql.join(inOrder(query.sortedBy, orders.submitted_at, orderLines.id), sql`, `);
  const offset = (query.page - 1) * query.per_page;
  const read = (limit: number, skip: number) =>
    isUsual
      ? usualPage(db, actor, { before, limit, offset: skip })
      : rows<{ id: number; n: number }>(
          db,
          sql`select ${orderLines.id} as id, count(*) over () as n from ${orders} join ${orderLines} on ${orderLines.order_id} = ${orders.id}
            where ${where} order by ${order} limit ${limit} offset ${skip}`,
        );
  const page = await read(query.per_page, offset);
  const [first] = page.length || !offset ? page : await read(1, 0);
  return readPage(db, query, { page, total: first?.n ?? 0 }, async (lines) => {
    const details = await linesById(db, { ids: idList(lines.map(({ id }) => id)) });
    const byId = new Map(details.map((line) => [line.id, line]));
    const incoming = await incomingOf(
      db,
      details.map(({ picked_sku }) => picked_sku),
      { all: true },
    );
    return lines.flatMap(({ id }): Shortfall[] => {
      const line = byId.get(id);
      if (!line?.submitted_at) return [];
      const { uuid, order_id, submitted_at, employee_id, employee_name, site_id, site_name, product_id, picture, style_picture, open_lines } = line;
      return [
        {
          id,
          order: { uuid, order_number: orderNumber(order_id) },
          submitted_at,
          days: Math.floor((Date.parse(now) - Date.parse(submitted_at)) / day),
          employee: { id: employee_id, name: employee_name },
          site: site_id === null ? null : { id: site_id, name: site_name ?? '' },
          product: {
            id: product_id,
            sku: line.sku,
            name: line.name,
            variation_colour: line.variation_colour,
            colour_hex: line.colour_hex,
            variation_size_1: line.variation_size_1,
            variation_size_2: line.variation_size_2,
            variation_all_size: line.variation_all_size,
            media: mediaOf(picture, style_picture),
          },
          qty_requested: line.qty_requested,
          qty_allocated: line.qty_allocated,
          qty_shipped: line.qty_shipped,
          shortfall: line.shortfall,
          on_order: open_lines > 0,
          ...dueOf(incoming.get(id)?.shares ?? []),
          qty_undated: undatedOf(incoming.get(id) ?? { shares: [], qty_uncovered: line.shortfall }),
        },
      ];
    });
  });
}
