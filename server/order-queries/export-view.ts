import { z } from 'zod';
import { type Cell, dayCell, poundsCell } from '../../shared/csv.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import type { Batches } from '../http/csv.ts';
import { viewedOrders } from './office-view-queries.ts';
import type { AdminOrderQuery } from './order-lists.ts';
import { orderSummaries } from './order-summaries.ts';
import type { OrderListItem } from './order-view.ts';

export const viewColumns = [
  'order_number',
  'status',
  'submitted_at',
  'account',
  'site',
  'requester',
  'client_po_reference',
  'on_hold',
  'is_pickable',
  'qty_requested',
  'qty_allocated',
  'qty_shipped',
  'dispatched_at',
  'sub_total',
  'vat',
  'total',
] as const;

/** Orders that one query reads. */
const ORDERS = 200;

const money = (pence: number | null): Cell => (pence === null ? null : poundsCell(pence));

const cellsOf = (order: OrderListItem): Cell[] => [
  order.order_number,
  order.status,
  dayCell(order.submitted_at),
  order.account.name,
  order.delivery_site?.name ?? null,
  order.requester.name,
  order.client_po_reference,
  order.is_frozen ? 'yes' : 'no',
  order.is_pickable,
  order.qty_total_items,
  order.qty_items_allocated,
  order.qty_items_shipped,
  dayCell(order.dispatches.findLast(({ dispatched_at }) => dispatched_at)?.dispatched_at),
  money(order.sub_total),
  money(order.vat),
  money(order.total),
];

async function* rowsOf(ctx: Ctx, query: AdminOrderQuery): AsyncGenerator<Cell[][]> {
  for await (const page of viewedOrders(ctx, query, ORDERS)) {
    const ids = page.map(({ id }) => id);
    yield (await orderSummaries(ctx, ids, { lines: false, employees: false, delivery_address: false })).map(cellsOf);
  }
}

/** The office's list of orders as rows of a CSV document: everything it shows, on all its pages. */
export function exportView(ctx: Ctx, query: AdminOrderQuery): Batches {
  authorize(policy.use_office(ctx.actor));
  return rowsOf(ctx, query);
}

export const matchingSchema = z.object({
  uuids: z.array(z.string()),
  is_cut: z.boolean().describe(`There are more than the ${limits.chosen_orders.toLocaleString('en-GB')} that are named`),
});

/** The orders that a view shows on all its pages together, so that actions can be applied to them. */
export async function matchingOrders(ctx: Ctx, query: AdminOrderQuery): Promise<z.infer<typeof matchingSchema>> {
  authorize(policy.use_office(ctx.actor));
  const uuids: string[] = [];
  for await (const page of viewedOrders(ctx, query, limits.chosen_orders + 1)) {
    for (const { uuid } of page) uuids.push(uuid);
    if (uuids.length > limits.chosen_orders) return { uuids: uuids.slice(0, limits.chosen_orders), is_cut: true };
  }
  return { uuids, is_cut: false };
}
