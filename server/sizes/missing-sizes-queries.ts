import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { orderLines, products, sizeLinks, users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';

export const missingSizesSchema = z.object({
  items: z.array(
    z.object({
      employee: z.object({ id: z.int(), name: z.string() }),
      lines: z.int().describe('Lines without a size'),
      has_email: z.boolean().describe('Whether this wearer has an email address'),
      asked_at: z.string().nullable().describe('When the last link to choose them was sent'),
      expires_at: z.string().nullable().describe('When that link expires'),
    }),
  ),
});

const missingLines = prepared('missing_size_lines', (db) =>
  db
    .select({
      line_id: orderLines.id,
      product: orderLines.product_name,
      colour: sql<string | null>`coalesce(${products.variation_colour}, ${orderLines.variation_colour})`.as('colour'),
      quantity: sql<number>`${orderLines.qty_requested} - ${orderLines.qty_cancelled}`.mapWith(Number).as('quantity'),
      employee_id: users.id,
      forenames: users.forenames,
      name: personName(users).as('name'),
      email: users.email,
      deleted_at: users.deleted_at,
      is_disabled: users.is_disabled,
    })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(
      and(
        eq(orderLines.order_id, sql.placeholder('order_id')),
        sql`not ${orderLines.is_size_selected}`,
        // Cancelled items need no size.
        sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`,
      ),
    )
    .orderBy(asc(users.name_key), asc(users.id), asc(orderLines.id)),
);

/** A wearer with missing sizes, and the lines without a size. */
export interface UnsizedWearer {
  id: number;
  forenames: string;
  name: string;
  /** Null if the wearer has no usable email address. */
  email: string | null;
  lines: { line_id: number; product: string; colour: string | null; quantity: number }[];
}

/**
 * The wearers with missing sizes on an order, sorted by name. Not scoped to a client, because the calling code has already found the order in its
 * scope.
 */
export async function unsizedWearers(ctx: Pick<Ctx, 'db'>, order_id: number): Promise<UnsizedWearer[]> {
  const byWearer = groupBy(await missingLines(ctx.db, { order_id }), ({ employee_id }) => employee_id);
  return [...byWearer.values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { employee_id, forenames, name, deleted_at, is_disabled } = first;
    return [{ id: employee_id, forenames, name, email: deleted_at || is_disabled ? null : first.email, lines }];
  });
}

const linksOfOrder = prepared('size_links_of_order', (db) =>
  db
    .select({
      employee_id: sizeLinks.employee_id,
      asked_at: sql<string>`max(${sizeLinks.created_at})`.mapWith(sizeLinks.created_at).as('asked_at'),
      expires_at: sql<string>`max(${sizeLinks.expires_at})`.mapWith(sizeLinks.expires_at).as('last_expires_at'),
      links_since: sql<number>`sum(case when ${sizeLinks.created_at} > ${sql.placeholder('since')} then 1 else 0 end)`
        .mapWith(Number)
        .as('links_since'),
    })
    .from(sizeLinks)
    .where(eq(sizeLinks.order_id, sql.placeholder('order_id')))
    .groupBy(sizeLinks.employee_id),
);

interface SizeRequest {
  asked_at: string;
  expires_at: string;
  /** How many links were sent since the given time. */
  links_since: number;
}

/** For each wearer of an order: when the wearer was last asked for sizes, and how often since `since`. */
export const sizeRequestsOf = async (ctx: Pick<Ctx, 'db' | 'now'>, order_id: number, since = ctx.now): Promise<Map<number, SizeRequest>> =>
  new Map((await linksOfOrder(ctx.db, { order_id, since })).map(({ employee_id, ...when }) => [employee_id, when]));

/**
 * For people who order for others: the wearers with missing sizes on an order. Each says whether they can be asked by email, and when they were
 * asked.
 */
export async function missingSizes(ctx: Ctx, uuid: string): Promise<z.infer<typeof missingSizesSchema>> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.ask_for_sizes(ctx.actor, order));
  const wearers = await unsizedWearers(ctx, order.id);
  const requests = await sizeRequestsOf(ctx, order.id);
  return {
    items: wearers.map(({ id, name, email, lines }) => ({
      employee: { id, name },
      lines: lines.length,
      has_email: email !== null,
      asked_at: requests.get(id)?.asked_at ?? null,
      expires_at: requests.get(id)?.expires_at ?? null,
    })),
  };
}

const unsizedLines = prepared('unsized_lines_left', (db) =>
  db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.order_id, sql.placeholder('order_id')),
        sql`not ${orderLines.is_size_selected}`,
        sql`${orderLines.qty_requested} > ${orderLines.qty_cancelled}`,
      ),
    )
    .limit(1),
);

/** Whether every line of an order that needs a size has one. */
export const isSized = async (ctx: Pick<Ctx, 'db'>, order_id: number): Promise<boolean> => (await unsizedLines(ctx.db, { order_id })).length === 0;
