import { and, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { alias } from '../db/db.ts';
import { orderLines, products } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { invalid } from '../http/problem.ts';

interface Dated {
  discontinued_at: SQLWrapper;
}
const parent = alias(products, 'parent');

/** The condition under which products, a SKU and its style, may be ordered at a time: each until its discontinuation begins. */
export const isOrderable = (now: string | Placeholder, ...dated: Dated[]): SQL | undefined =>
  and(...dated.map(({ discontinued_at }) => sql`(${discontinued_at} is null or ${discontinued_at} > ${now})`));

/** 422 on `field` where a product is discontinued. */
export async function enforceOrderable(ctx: Pick<Ctx, 'db' | 'now'>, product_id: number, field: string): Promise<void> {
  const [gone] = await ctx.db
    .select({ name: products.name })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(products.id, product_id), sql`not (${isOrderable(ctx.now, products, parent)})`));
  if (gone) throw invalid({ [field]: messages.discontinued(gone.name) });
}

/** 422 on `lines` where something that an order asks for is discontinued: it is ordered by being submitted. */
export async function enforceLinesOrderable(ctx: Pick<Ctx, 'db' | 'now'>, order_id: number): Promise<void> {
  const gone = await ctx.db
    .selectDistinct({ name: orderLines.product_name, sku: products.sku })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(orderLines.order_id, order_id), sql`not (${isOrderable(ctx.now, products, parent)})`));
  if (gone.length) throw invalid({ lines: gone.map(({ name, sku }) => messages.discontinued(`${name} (${sku})`)) });
}
