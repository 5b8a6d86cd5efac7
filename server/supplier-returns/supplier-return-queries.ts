import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { supplierReturnNumber } from '../../shared/supplier-returns/supplier-return.ts';
import { sizeText } from '../catalogue/size-text.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { byName, nameKeyColumn } from '../db/folded.ts';
import { inOrder } from '../db/in-order.ts';
import { personName } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products, stockLevels, supplierReturnLines, supplierReturns, suppliers, users } from '../db/tables/index.ts';
import { qtyFree, qtyFreeOrNone } from '../stock/qty-free.ts';
import { supplierSku } from '../suppliers/supplier-sku.ts';

const includes = include(['supplier', 'creator', 'approver', 'lines', 'lines.product', 'lines.product.parent']);

export const supplierReturnQuery = listQuery({
  orderBy: ['id', 'supplier_return_number', 'supplier', 'created_at', 'approved_at'],
  default: 'id',
  sortedBy: 'desc',
  per_page: limits.supplier_returns_page,
}).extend({ include: includes, stage: z.enum(['draft', 'approved']).optional(), supplier_id: z.coerce.number().int().positive().optional() });
export const oneQuery = z.object({ include: includes });

const person = z.object({ id: z.int(), name: z.string() });

export const supplierReturnListItem = z.object({
  id: z.int(),
  supplier_return_number: z.string(),
  supplier: z.object({ id: z.int(), name: z.string(), code: z.string(), sales_email: z.string().nullable() }),
  created_at: z.string(),
  creator: person,
  approved_at: z.string().nullable(),
  approver: person.nullable(),
  email: z.boolean().describe('Whether the supplier gets an email'),
  emailed_to: z.string().nullable(),
  qty_lines: z.int(),
  qty_requested: z.int().describe('Items of all lines'),
  version: z.int(),
});

const sku = z.object({
  id: z.int(),
  sku: z.string(),
  supplier_sku: z.string().nullable(),
  name: z.string(),
  parent: z.object({ id: z.int(), sku: z.string(), name: z.string() }).nullable(),
  attributes: skuAttributes,
  media: z.array(z.object({ url: z.string() })),
  bin: z.string().nullable(),
  qty_available: z.int().describe('On hand'),
  qty_free: z.int().describe('Not allocated'),
});
export const supplierReturnLineSchema = z.object({
  id: z.int(),
  product: sku.nullable().describe('Null in a line without a product'),
  qty_requested: z.int(),
  reason: z.string().nullable(),
});
export type SupplierReturnLineView = z.infer<typeof supplierReturnLineSchema>;

export const supplierReturnSchema = supplierReturnListItem.extend({
  lines: z.array(supplierReturnLineSchema),
  can: z.object({ edit: z.boolean() }),
});
export type SupplierReturnView = z.infer<typeof supplierReturnSchema>;
export const supplierSkus = z.object({ items: z.array(sku) });

const creator = alias(users, 'creator');
const approver = alias(users, 'approver');
const parent = alias(products, 'parent');
const lineSum = (what: SQL) =>
  sql<number>`(select ${what} from ${supplierReturnLines} where ${supplierReturnLines.supplier_return_id} = ${supplierReturns.id})`.mapWith(Number);

const heads = (ctx: Ctx) =>
  ctx.db
    .select({
      id: supplierReturns.id,
      supplier_id: suppliers.id,
      supplier_name: suppliers.name,
      supplier_code: suppliers.code,
      sales_email: suppliers.sales_email,
      created_at: supplierReturns.created_at,
      approved_at: supplierReturns.approved_at,
      email: supplierReturns.email,
      emailed_to: supplierReturns.emailed_to,
      version: supplierReturns.version,
      creator_id: creator.id,
      creator_name: personName(creator).as('creator_name'),
      approver_id: approver.id,
      approver_name: personName(approver).as('approver_name'),
      qty_lines: lineSum(sql`count(*)`),
      qty_requested: lineSum(sql`coalesce(sum(${supplierReturnLines.qty_requested}), 0)`),
    })
    .from(supplierReturns)
    .innerJoin(suppliers, eq(suppliers.id, supplierReturns.supplier_id))
    .innerJoin(creator, eq(creator.id, supplierReturns.creator_id))
    .leftJoin(approver, eq(approver.id, supplierReturns.approver_id));

type Head = Awaited<ReturnType<typeof heads>>[number];

const itemOf = ({ supplier_id, supplier_name, supplier_code, sales_email, creator_id, creator_name, approver_id, approver_name, ...head }: Head) => ({
  ...head,
  supplier_return_number: supplierReturnNumber(head.id),
  supplier: { id: supplier_id, name: supplier_name, code: supplier_code, sales_email },
  creator: { id: creator_id, name: creator_name },
  approver: approver_id === null ? null : { id: approver_id, name: approver_name ?? '' },
});

const orders = {
  id: [supplierReturns.id],
  supplier_return_number: [supplierReturns.id],
  supplier: [nameKeyColumn(suppliers.name), supplierReturns.id],
  created_at: [supplierReturns.created_at, supplierReturns.id],
  approved_at: [supplierReturns.approved_at, supplierReturns.id],
};

function searched(text: string): SQL | undefined {
  const holds = sql`exists (select 1 from ${supplierReturnLines} join ${products} on ${products.id} = ${supplierReturnLines.product_id}
    where ${supplierReturnLines.supplier_return_id} = ${supplierReturns.id} and ${contains(products.sku, text)})`;
  return or(
    /^\d{1,15}$/.test(text) ? eq(supplierReturns.id, Number(text)) : undefined,
    contains(suppliers.name, text),
    contains(suppliers.code, text),
    contains(personName(creator), text),
    holds,
  );
}

/** Returns to suppliers, newest first by default. */
export async function listSupplierReturns(
  ctx: Ctx,
  query: z.infer<typeof supplierReturnQuery>,
): Promise<Page<z.infer<typeof supplierReturnListItem>>> {
  authorize(policy.return_to_suppliers(ctx.actor));
  const inStage = { draft: isNull(supplierReturns.approved_at), approved: isNotNull(supplierReturns.approved_at) };
  const where = and(
    query.stage && inStage[query.stage],
    query.supplier_id ? eq(supplierReturns.supplier_id, query.supplier_id) : undefined,
    query.search ? searched(query.search) : undefined,
  );
  const order = inOrder(query.sortedBy, ...orders[query.orderBy]);
  return readPage(ctx.db, query, { rows: heads(ctx).where(where), order }, (page) => page.map(itemOf));
}

const skuColumns = {
  product_id: products.id,
  sku: products.sku,
  supplier_sku: supplierSku,
  name: products.name,
  bin: products.bin,
  variation_colour: products.variation_colour,
  colour_hex: products.colour_hex,
  ...sizeColumns,
  parent_id: parent.id,
  parent_sku: parent.sku,
  parent_name: parent.name,
  picture: pictureOf(products.id).as('picture'),
  style_picture: pictureOf(parent.id).as('style_picture'),
  qty_available: sql<number>`coalesce(${stockLevels.qty_available}, 0)`.mapWith(Number),
  qty_free: qtyFreeOrNone,
};

type Sku = z.infer<typeof sku>;

const skuOf = (row: {
  product_id: number;
  sku: string;
  supplier_sku: string | null;
  name: string;
  bin: string | null;
  variation_colour: string | null;
  colour_hex: string | null;
  variation_size_1: string | null;
  variation_size_2: string | null;
  variation_all_size: string | null;
  parent_id: number | null;
  parent_sku: string | null;
  parent_name: string | null;
  picture: string | null;
  style_picture: string | null;
  qty_available: number;
  qty_free: number;
}): Sku => {
  const { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size } = row;
  return {
    id: row.product_id,
    sku: row.sku,
    supplier_sku: row.supplier_sku,
    name: row.name,
    parent: row.parent_id === null ? null : { id: row.parent_id, sku: row.parent_sku ?? '', name: row.parent_name ?? '' },
    attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
    media: mediaOf(row.picture, row.style_picture),
    bin: row.bin,
    qty_available: row.qty_available,
    qty_free: row.qty_free,
  };
};

/** One supplier return with its lines and the free stock of each SKU. */
export async function supplierReturnOf(ctx: Ctx, id: number): Promise<SupplierReturnView> {
  authorize(policy.return_to_suppliers(ctx.actor));
  const [head] = await heads(ctx).where(eq(supplierReturns.id, id));
  const row = requireFound(head);
  const rows = await ctx.db
    .select({
      id: supplierReturnLines.id,
      chosen_id: supplierReturnLines.product_id,
      qty_requested: supplierReturnLines.qty_requested,
      reason: supplierReturnLines.reason,
      ...skuColumns,
    })
    .from(supplierReturnLines)
    .leftJoin(products, eq(products.id, supplierReturnLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(eq(supplierReturnLines.supplier_return_id, id))
    .orderBy(asc(supplierReturnLines.id));
  const lines = rows.map(({ id: line_id, chosen_id, qty_requested, reason, product_id, sku: code, name, ...about }) => ({
    id: line_id,
    product: chosen_id === null || product_id === null ? null : skuOf({ ...about, product_id, sku: code ?? '', name: name ?? '' }),
    qty_requested,
    reason,
  }));
  return { ...itemOf(row), lines, can: { edit: row.approved_at === null } };
}

/** The condition that a supplier delivers a SKU: the SKU names this supplier, or names none while its style names this supplier. */
const ofSupplier = (supplier_id: number): SQL =>
  sql`coalesce(${products.supplier_id}, ${parent.supplier_id}) = ${supplier_id} and ${products.deleted_at} is null
    and not exists (select 1 from ${products} child where child.parent_id = ${products.id} and child.deleted_at is null)`;

/** SKUs that may go back to the supplier of a return, with the free stock of each; SKUs with free stock come first. */
export async function returnableSkus(ctx: Ctx, id: number, search: string | undefined): Promise<z.infer<typeof supplierSkus>> {
  authorize(policy.return_to_suppliers(ctx.actor));
  const [head] = await ctx.db.select({ supplier_id: supplierReturns.supplier_id }).from(supplierReturns).where(eq(supplierReturns.id, id));
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 6);
  const rows = await ctx.db
    .select(skuColumns)
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(
      and(
        ofSupplier(requireFound(head).supplier_id),
        ...words.map((word) =>
          or(...[products.sku, products.supplier_sku, products.name, products.variation_colour, sizeText].map((column) => contains(column, word))),
        ),
      ),
    )
    .orderBy(sql`case when ${qtyFree} > 0 then 0 else 1 end`, byName(products.name), asc(products.position), asc(products.id))
    .limit(50);
  return { items: rows.map(skuOf) };
}

/** Whether a SKU may be on a return to a supplier. */
export async function isOfSupplier(ctx: Ctx, product_id: number, supplier_id: number): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: products.id })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(products.id, product_id), ofSupplier(supplier_id)));
  return row !== undefined;
}
