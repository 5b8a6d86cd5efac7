import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { viewedOrders } from './office-view-queries.ts';
import type { AdminOrderQuery } from './order-lists.ts';
import { orderSummaries } from './order-summaries.ts';
import type { OrderListItem } from './order-view.ts';

/** How many orders one query reads. */
const ORDERS = 200;

async function* summariesInTurn(ctx: Ctx, query: AdminOrderQuery): AsyncGenerator<OrderListItem[]> {
  for await (const page of viewedOrders(ctx, query, ORDERS)) {
    const ids = page.map(({ id }) => id);
    yield await orderSummaries(ctx, ids, { lines: false, employees: false, delivery_address: false });
  }
}

/** The office's list of orders in batches: the rows of all pages of the list. */
export function exportView(ctx: Ctx, query: AdminOrderQuery): AsyncIterable<OrderListItem[]> {
  authorize(policy.use_office(ctx.actor));
  return summariesInTurn(ctx, query);
}

export const matchingSchema = z.object({
  uuids: z.array(z.string()),
  is_cut: z.boolean().describe(`There are more than the ${limits.chosen_orders.toLocaleString('en-GB')} that are named`),
});

/** The orders on all pages of a view, so that actions can be applied to them. */
export async function matchingOrders(ctx: Ctx, query: AdminOrderQuery): Promise<z.infer<typeof matchingSchema>> {
  authorize(policy.use_office(ctx.actor));
  const uuids: string[] = [];
  for await (const page of viewedOrders(ctx, query, limits.chosen_orders + 1)) {
    for (const { uuid } of page) uuids.push(uuid);
    if (uuids.length > limits.chosen_orders) return { uuids: uuids.slice(0, limits.chosen_orders), is_cut: true };
  }
  return { uuids, is_cut: false };
}
