import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { isOrderable } from '../catalogue/is-orderable.ts';
import { enforceOrderable } from '../catalogue/orderable.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias, rows } from '../db/db.ts';
import { products } from '../db/tables/index.ts';

const parent = alias(products, 'parent');

/** A SKU that may be put on lines. */
export interface NewProduct {
  id: number;
  parent_id: number | null;
  sku: string;
  name: string;
  /** Pence. */
  price: number;
  vat_rate: number | null;
}

/** The SKUs with these ids; 422 on the field of the first that does not exist, belongs to another company, is a style or is discontinued. */
export async function newProducts(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor'>,
  account_id: number,
  requested: readonly { id: number; field: string }[],
): Promise<Map<number, NewProduct>> {
  const productRows = await ctx.db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      sku: products.sku,
      name: products.name,
      price: products.price,
      vat_rate: sql<number | null>`coalesce(${products.vat_rate}, ${parent.vat_rate})`,
      is_orderable: sql<boolean>`${isOrderable(ctx.now, products, parent)}`.mapWith(Boolean),
      is_style: sql<boolean>`exists (select 1 from ${products} child where child.parent_id = ${products.id} and child.deleted_at is null)`.mapWith(
        Boolean,
      ),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(
      and(
        among(products.id, idList(requested.map(({ id }) => id))),
        isNull(products.deleted_at),
        or(isNull(products.account_id), eq(products.account_id, account_id)),
      ),
    );
  const byId = new Map(productRows.map((product) => [product.id, product]));
  for (const { id, field } of requested) {
    const product = byId.get(id);
    if (!product) throw invalid({ [field]: messages.choose_product });
    if (product.is_style) throw invalid({ [field]: messages.substitute_size });
    if (!product.is_orderable) await enforceOrderable(ctx, id, field);
  }
  return byId;
}

export interface SetTerms {
  name: string | null;
  /** Pence. */
  price: number;
}

/**
 * By line, the price and the name that a product has in the clothing sets of the line's wearer. Lines whose wearer has no set with the product are
 * absent.
 */
export async function setTerms(
  ctx: Pick<Ctx, 'db'>,
  lines: readonly { line_id: number; employee_id: number; site_id: number | null; product_id: number }[],
): Promise<Map<number, SetTerms>> {
  if (!lines.length) return new Map();
  const values = sql.join(
    lines.map(
      ({ line_id, employee_id, site_id, product_id }) =>
        sql`(cast(${line_id} as bigint), cast(${employee_id} as bigint), cast(${site_id ?? 0} as bigint), cast(${product_id} as bigint))`,
    ),
    sql`, `,
  );
  const terms = await rows<{ line_id: number; price: number; name: string | null }>(
    ctx.db,
    sql`with line (line_id, employee_id, site_id, product_id) as (values ${values})
      select line.line_id as line_id, min(coalesce(term.price, products.price)) as price, max(coalesce(term.name, term.parent_name)) as name
      from line
      join products on products.id = line.product_id
      join user_clothing_sets worn on worn.user_id = line.employee_id
      join clothing_sets sets on sets.id = worn.clothing_set_id and sets.deleted_at is null
      join clothing_set_products term on term.clothing_set_id = sets.id and (term.product_id = products.id or term.product_id = products.parent_id)
      where not exists (select 1 from clothing_set_excluded_sites exclusion where exclusion.clothing_set_id = sets.id and exclusion.site_id = line.site_id)
      group by line.line_id`,
  );
  return new Map(terms.map(({ line_id, price, name }) => [Number(line_id), { price: Number(price), name }]));
}
