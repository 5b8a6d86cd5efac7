import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { limits } from '../../shared/limits.ts';
import { statusNames } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { purchaseStages } from '../../shared/purchasing/stage.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { consignments, dispatches } from '../db/tables/index.ts';
import { orderSummaries } from '../order-queries/order-summaries.ts';
import type { OrderListItem } from '../order-queries/order-view.ts';
import { findPurchaseOrders } from '../purchasing/purchase-order-queries.ts';
import { findItems } from './find-items.ts';
import { findOrders, findParcels } from './find-orders.ts';
import { findAccounts, findSites, findWearers } from './find-people-and-places.ts';

/** How many matches of each kind an answer has at most. */
const MAX_MATCHES = 5;
/** One more than the answer has, to know whether there are more. */
const LOOKED_FOR = MAX_MATCHES + 1;

export const officeSearchQuery = z.object({ q: z.string().trim().min(1).max(100).describe('What was typed: part of a code or of a name') });

const named = z.object({ id: z.int(), name: z.string() });
const order = z.object({
  id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  client_po_reference: z.string().nullable(),
  status: z.enum(statusNames),
  account: named,
  site: z.string().nullable().describe('The name of its delivery site'),
  qty_total_items: z.int(),
  qty_items_allocated: z.int(),
  qty_items_shipped: z.int(),
});
const item = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  colour_hex: z.string().nullable(),
  bin: z.string().nullable().describe('The pick bin'),
  qty_free: z.int(),
  media: z.array(z.object({ url: z.string() })),
});
const matches = <Match extends z.ZodType>(match: Match) => z.object({ items: z.array(match), has_more: z.boolean() });

export const officeSearchSchema = z
  .object({
    orders: matches(order).describe('By their number, or by a part of their PO reference'),
    wearers: matches(z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable(), account: named })),
    parcels: matches(
      z.object({
        dispatch_number: z.string(),
        tracking_number: z.string().nullable().describe('The consignment number if the courier gave no other'),
        dispatched_at: z.string().nullable(),
        orders_count: z.int(),
        order: order.describe('The first of the orders in it'),
      }),
    ).describe('By our own number, or by the whole or a part of a courier’s number'),
    skus: matches(item),
    products: matches(item).describe('Styles that have SKUs'),
    accounts: matches(named.extend({ reference: z.string() })),
    purchase_orders: matches(
      z.object({
        id: z.int(),
        our_reference: z.string(),
        supplier_reference: z.string().nullable(),
        supplier: z.string().nullable(),
        stage: z.enum(purchaseStages),
        status_description: z.string(),
        due_on: z.string().nullable(),
      }),
    ),
    sites: matches(named.extend({ reference_1: z.string().nullable(), postcode: z.string().nullable(), account: named })),
  })
  .describe(`At most ${MAX_MATCHES} of each kind, the likeliest first`);
export type OfficeSearch = z.infer<typeof officeSearchSchema>;
type Order = OfficeSearch['orders']['items'][number];

const firstOf = <Match>(found: readonly Match[]) => ({ items: found.slice(0, MAX_MATCHES), has_more: found.length > MAX_MATCHES });

const orderOf = (summary: OrderListItem): Order => ({
  id: summary.id,
  uuid: summary.uuid,
  order_number: summary.order_number,
  client_po_reference: summary.client_po_reference,
  status: summary.status,
  account: summary.account,
  site: summary.delivery_site?.name ?? null,
  qty_total_items: summary.qty_total_items,
  qty_items_allocated: summary.qty_items_allocated,
  qty_items_shipped: summary.qty_items_shipped,
});

/** The orders and the parcels that a text finds; the orders of both are read together. */
async function ordersAndParcels(ctx: Ctx, text: string) {
  const ids = await findOrders(ctx, text, LOOKED_FOR);
  const parcels = await findParcels(ctx, text, LOOKED_FOR);
  const wanted = [...new Set([...ids, ...parcels.map(({ order_id }) => order_id)])];
  const summaries = await orderSummaries(ctx, wanted, { lines: false, employees: false, delivery_address: false });
  const byId = new Map(summaries.map((summary) => [summary.id, orderOf(summary)]));
  const dispatchIds = parcels.map(({ dispatch_id }) => dispatch_id);
  const dispatchRows = dispatchIds.length
    ? await ctx.db.select({ id: dispatches.id, dispatched_at: dispatches.dispatched_at }).from(dispatches).where(inArray(dispatches.id, dispatchIds))
    : [];
  const numbers = dispatchIds.length
    ? await ctx.db
        .select({ id: consignments.dispatch_id, tracking_number: consignments.tracking_number, consignment_number: consignments.consignment_number })
        .from(consignments)
        .where(inArray(consignments.dispatch_id, dispatchIds))
    : [];
  const dispatchedAt = new Map(dispatchRows.map(({ id, dispatched_at }) => [id, dispatched_at]));
  const numberOf = new Map(numbers.map(({ id, tracking_number, consignment_number }) => [id, tracking_number ?? consignment_number]));
  return {
    orders: ids.flatMap((id) => byId.get(id) ?? []),
    parcels: parcels.flatMap(({ dispatch_id, order_id, orders_count }) => {
      const first = byId.get(order_id);
      if (!first) return [];
      return [
        {
          dispatch_number: dispatchNumber(dispatch_id),
          tracking_number: numberOf.get(dispatch_id) ?? null,
          dispatched_at: dispatchedAt.get(dispatch_id) ?? null,
          orders_count,
          order: first,
        },
      ];
    }),
  };
}

/**
 * Everything of the office that a text finds, by kind. Numbers and codes are found by their parts, names as in the lists. A single character finds
 * only the order that has it as its number.
 */
export async function searchOffice(ctx: Ctx, text: string): Promise<OfficeSearch> {
  authorize(policy.use_office(ctx.actor));
  const { orders, parcels } = await ordersAndParcels(ctx, text);
  const isLong = text.length >= limits.search_min;
  const wearers = isLong ? await findWearers(ctx, text, LOOKED_FOR) : [];
  const items = isLong ? await findItems(ctx, text, LOOKED_FOR) : { skus: [], products: [] };
  const accounts = isLong ? await findAccounts(ctx, text, LOOKED_FOR) : [];
  const purchaseOrders = isLong ? await findPurchaseOrders(ctx, text, LOOKED_FOR) : [];
  const sites = isLong ? await findSites(ctx, text, LOOKED_FOR) : [];
  return {
    orders: firstOf(orders),
    wearers: firstOf(wearers),
    parcels: firstOf(parcels),
    skus: firstOf(items.skus),
    products: firstOf(items.products),
    accounts: firstOf(accounts),
    purchase_orders: firstOf(
      purchaseOrders.map(({ id, our_reference, supplier_reference, supplier, stage, status_description, due_on }) => ({
        id,
        our_reference,
        supplier_reference,
        supplier: supplier?.name ?? null,
        stage,
        status_description,
        due_on,
      })),
    ),
    sites: firstOf(sites.map(({ delivery_address, ...site }) => ({ ...site, postcode: delivery_address?.postcode ?? null }))),
  };
}
