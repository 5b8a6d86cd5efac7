import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { DaysBetween } from '../../shared/days-between.ts';
import type { Ctx } from '../core/context.ts';
import { inOrder } from '../db/in-order.ts';
import { type dispatches, orders } from '../db/tables/index.ts';

/** The greatest number of orders that one query finds. */
const ORDERS = 500;

/** The conditions that a time lies within these days. */
export const within = (column: typeof orders.submitted_at | typeof dispatches.dispatched_at, { from, to }: DaysBetween): SQL[] => [
  ...(from ? [gte(column, from)] : []),
  ...(to ? [lt(column, to)] : []),
];

/** Ids of a report's orders, the first submitted first, a page at a time. */
export async function* bySubmission({ db }: Pick<Ctx, 'db'>, which: SQL | undefined): AsyncGenerator<number[]> {
  let after: { submitted_at: string; id: number } | undefined;
  for (;;) {
    const page: { id: number; submitted_at: string | null }[] = await db
      .select({ id: orders.id, submitted_at: orders.submitted_at })
      .from(orders)
      .where(and(which, after && sql`(${orders.submitted_at}, ${orders.id}) > (${after.submitted_at}, ${after.id})`))
      .orderBy(...inOrder('asc', orders.submitted_at, orders.id))
      .limit(ORDERS);
    yield page.map(({ id }) => id);
    const last = page.at(-1);
    if (page.length < ORDERS || !last?.submitted_at) return;
    after = { submitted_at: last.submitted_at, id: last.id };
  }
}
