import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { mediaFields, skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { statusNames } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { manySubstitution } from '../../shared/substitution/substitute.ts';
import { ukMidnight } from '../../shared/uk-time.ts';
import { isOrderable } from '../catalogue/is-orderable.ts';
import { sizeText } from '../catalogue/size-text.ts';
import { successorsOf } from '../catalogue/successors.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { inOrder } from '../db/in-order.ts';
import { personName } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { orderLines, orders, products, sites, stockLevels, users } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import { waitingFor } from './lines-queries.ts';
import { enforceScope } from './substitute-many.ts';

const { from_date } = manySubstitution.shape;

export const affectedQuery = listQuery({ orderBy: ['id'], default: 'id', per_page: 500, cap: 500 }).extend({
  account_id: z.coerce.number('Choose an account.').int().positive(),
  from_date,
  parent_sku_id: z.coerce.number('Choose a parent product.').int().positive(),
});

const skuSchema = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  sku: z.string(),
  name: z.string(),
  price: z.int().describe('Pence, unless a clothing set has its own price'),
  attributes: skuAttributes,
  media: mediaFields,
  qty_free: z.int(),
  is_discontinued: z.boolean(),
});
export type FoundSku = z.infer<typeof skuSchema>;
export const foundSkus = z.object({ items: z.array(skuSchema) });

const affectedLine = z.object({
  id: z.int(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string(), submitted_at: z.string(), status: z.enum(statusNames) }),
  employee: z.object({ id: z.int(), name: z.string() }),
  site: z.object({ id: z.int(), name: z.string() }).nullable(),
  product: z.object({ id: z.int(), sku: z.string(), name: z.string(), attributes: skuAttributes }).describe('What is picked now'),
  qty_requested: z.int().describe('Items that are not shipped yet'),
  qty_allocated: z.int(),
});
export type AffectedLine = z.infer<typeof affectedLine>;

const parent = alias(products, 'parent');

const foundSkuColumns = {
  id: products.id,
  parent_id: products.parent_id,
  ...skuColumns,
  name: products.name,
  price: products.price,
  picture: pictureOf(products.id).as('picture'),
  style_picture: pictureOf(parent.id).as('style_picture'),
  qty_free: qtyFreeOrNone,
  discontinued_at: products.discontinued_at,
};

async function skusWhere(ctx: Ctx, where: SQL | undefined, limit: number): Promise<FoundSku[]> {
  const rows = await ctx.db
    .select(foundSkuColumns)
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(where, isNull(products.deleted_at)))
    .orderBy(byName(products.name), ...inOrder('asc', products.variation_colour, products.position, products.id))
    .limit(limit);
  return rows.map(
    ({ picture, style_picture, discontinued_at, variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size, ...row }) => ({
      ...row,
      attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
      media: mediaOf(picture, style_picture),
      is_discontinued: isDiscontinued(discontinued_at, ctx.now),
    }),
  );
}

export const productsQuery = z.object({
  search: z.string().trim().max(200).optional(),
  /** `parents`: styles that may be replaced; `skus`: the SKUs that may replace them. */
  kind: z.enum(['parents', 'skus']).default('skus'),
  /** Only the SKUs of this style, in all its colours and sizes. */
  style_id: z.coerce.number().int().positive().optional(),
  /** Only the successor of this SKU. */
  successor_of: z.coerce.number().int().positive().optional(),
});

const isStyle = sql`exists (select 1 from ${products} child where child.parent_id = ${products.id} and child.deleted_at is null)`;

/** Products to choose from, found by SKU, name, colour and size. */
export async function productChoices(
  ctx: Ctx,
  { search, kind, style_id, successor_of }: z.infer<typeof productsQuery>,
): Promise<z.infer<typeof foundSkus>> {
  authorize(policy.substitute(ctx.actor));
  if (successor_of !== undefined) {
    const successor = (await successorsOf(ctx, [successor_of])).get(successor_of);
    return { items: successor === undefined ? [] : await skusWhere(ctx, eq(products.id, successor), 1) };
  }
  if (style_id !== undefined)
    return { items: await skusWhere(ctx, and(eq(products.parent_id, style_id), isOrderable(ctx.now, products, parent)), limits.style_variations) };
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 6);
  const columns = [products.sku, products.name, products.variation_colour, sizeText, products.variation_all_size];
  const matching = words.map((word) => or(...columns.map((column) => contains(column, word))));
  const items = await skusWhere(
    ctx,
    and(kind === 'parents' ? isNull(products.parent_id) : and(sql`not ${isStyle}`, isOrderable(ctx.now, products, parent)), ...matching),
    50,
  );
  return { items };
}

export const affectedPage = z.object({
  items: z.array(affectedLine),
  products: z
    .array(skuSchema.extend({ successor: skuSchema.nullable().describe('Sold in its place') }))
    .describe('The SKUs of the style that these lines ask for'),
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
});
export type Affected = Page<AffectedLine> & { products: (FoundSku & { successor: FoundSku | null })[] };

/** These SKUs, each with its successor. */
async function withSuccessors(ctx: Ctx, skus: readonly FoundSku[]): Promise<Affected['products']> {
  const successors = await successorsOf(
    ctx,
    skus.map(({ id }) => id),
  );
  const successorRows = successors.size ? await skusWhere(ctx, among(products.id, idList([...successors.values()])), limits.substitutions) : [];
  const byId = new Map(successorRows.map((one) => [one.id, one]));
  return skus.map((sku) => ({ ...sku, successor: byId.get(successors.get(sku.id) ?? 0) ?? null }));
}

/** The lines that wait for a style in an account's open orders, with the SKUs for which the lines wait. */
export async function affectedLines(ctx: Ctx, query: z.infer<typeof affectedQuery>): Promise<Affected> {
  authorize(policy.substitute(ctx.actor));
  const sizes = await enforceScope(ctx, query);
  const where = waitingFor(query.account_id, ukMidnight(query.from_date), [...sizes]);
  const used = await ctx.db
    .select({ product_id: pickedSku.as('used_id') })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(where)
    .groupBy(sql`1`);
  const rows = ctx.db
    .select({
      id: orderLines.id,
      order_id: orders.id,
      uuid: orders.uuid,
      submitted_at: orders.submitted_at,
      status: orders.status,
      employee_id: users.id,
      employee_name: personName(users).as('employee_name'),
      site_id: sites.id,
      site_name: sites.name,
      product_id: products.id,
      ...skuColumns,
      name: products.name,
      qty_requested: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped}`.mapWith(Number),
      qty_allocated: orderLines.qty_allocated,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, pickedSku))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(where);
  const page = await readPage(ctx.db, query, { rows, order: [asc(orderLines.id)] }, (lines) =>
    lines.map(({ variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size, ...row }) => ({
      id: row.id,
      order: { id: row.order_id, uuid: row.uuid, order_number: orderNumber(row.order_id), submitted_at: row.submitted_at ?? '', status: row.status },
      employee: { id: row.employee_id, name: row.employee_name },
      site: row.site_id === null ? null : { id: row.site_id, name: row.site_name ?? '' },
      product: {
        id: row.product_id,
        sku: row.sku,
        name: row.name,
        attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
      },
      qty_requested: row.qty_requested,
      qty_allocated: row.qty_allocated,
    })),
  );
  const ids = used.map(({ product_id }) => product_id);
  const skus = ids.length ? await skusWhere(ctx, among(products.id, idList(ids)), limits.substitutions) : [];
  return { ...page, products: await withSuccessors(ctx, skus) };
}
