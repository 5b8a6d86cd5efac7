import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mediaFields, skuFields } from '../../shared/catalogue/sku-fields.ts';
import { roundingReasons } from '../../shared/purchasing/suggest-order.ts';
import { among, idList } from '../db/among.ts';
import { alias, type Db, prepared } from '../db/db.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products, suppliers } from '../db/tables/index.ts';
import { supplierSkuOrStyle } from '../suppliers/supplier-sku.ts';

/** A SKU that may be ordered: its supplier and terms, its stock, the items on order, and the quantity to order. */
export const skuToOrder = skuFields.extend({
  supplier_sku: z.string().nullable(),
  media: mediaFields,
  supplier: z.object({ id: z.int(), name: z.string() }).nullable().describe('Null where nobody supplies it any more'),
  pack_size: z.int().nullable(),
  min_order_qty: z.int().nullable(),
  qty_free: z.int(),
  qty_in_drafts: z.int().describe('On purchase orders that are not approved yet'),
  due: z.string().nullable().describe('The earliest expected delivery'),
  due_reference: z.string().nullable().describe('The purchase order that brings it'),
  due_order_id: z.int().nullable(),
  needed: z.int().describe('Items that neither stock nor purchase orders and drafts cover'),
  suggested: z.int().describe('The same, at least the supplier’s minimum and in whole packs'),
  reasons: z.array(z.enum(roundingReasons)).describe('Why more is suggested than is needed'),
});

const parent = alias(products, 'parent');
const byId = prepared('skus_to_order', (db) =>
  db
    .select({
      id: products.id,
      ...skuColumns,
      version: products.version,
      supplier_sku: supplierSkuOrStyle,
      name: products.name,
      brand: products.brand,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
      discontinued_at: products.discontinued_at,
      supplier_id: suppliers.id,
      supplier_name: suppliers.name,
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(suppliers, and(eq(suppliers.id, products.supplier_id), isNull(suppliers.archived_at)))
    .where(among(products.id, sql.placeholder('ids'))),
);

/** Reads these SKUs, each with its supplier and the terms of ordering it. */
export async function readSkusToOrder(db: Db, ids: readonly number[]) {
  const rows = ids.length ? await byId(db, { ids: idList(ids) }) : [];
  return new Map(
    rows.map(({ picture, style_picture, supplier_id, supplier_name, ...sku }) => [
      sku.id,
      { ...sku, media: mediaOf(picture, style_picture), supplier: supplier_id === null ? null : { id: supplier_id, name: supplier_name ?? '' } },
    ]),
  );
}
