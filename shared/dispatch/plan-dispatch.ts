import type { Address } from '../address.ts';
import { addressKey } from '../address-lines.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { DispatchRequestRow } from './request-dispatch.ts';

/** The facts that decide which orders may travel together. */
export interface Destination {
  account_id: number;
  site_id: number | null;
  delivery_address: Address;
}

/** The fields that must be the same for all orders that travel together, because they describe the boxes and not the orders. */
const ofTheBoxes = ['service_key', 'total_weight', 'total_items'] as const;
export type OfTheBoxes = (typeof ofTheBoxes)[number];
type Boxes = Pick<DispatchRequestRow, OfTheBoxes>;

/** An order whose values for the boxes differ from those of the first order in the same dispatch. */
export interface Differing {
  /** The index of the order, counted from 0. */
  index: number;
  fields: OfTheBoxes[];
}

/** One dispatch of the plan. */
export interface PlannedDispatch {
  /** The indexes of the orders that the dispatch carries. The service, weight and boxes are those of the first order. */
  orders: number[];
  differing: Differing[];
}

/**
 * Groups the indexes of orders that are dispatched together, in the sequence of the request. If `consolidated` is true, orders with the same account,
 * site and address form a group. Otherwise each order is a group.
 */
export function groupsToDispatch(destinations: readonly Destination[], consolidated: boolean): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { account_id, site_id, delivery_address }] of destinations.entries()) {
    const key = consolidated ? `${account_id}|${site_id}|${addressKey(delivery_address)}` : String(index);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}

/**
 * The dispatches that a request would create, each with its orders whose box values differ from those of its first order. Tablets use the plan for
 * the preview, and the server uses it for the dispatch itself.
 */
export const planDispatch = (rows: readonly Boxes[], destinations: readonly Destination[], consolidated: boolean): PlannedDispatch[] =>
  groupsToDispatch(destinations, consolidated).map((orders) => {
    const first = rows[orders[0] ?? 0];
    const differing = orders.map((index) => ({ index, fields: ofTheBoxes.filter((field) => rows[index]?.[field] !== first?.[field]) }));
    return { orders, differing: differing.filter(({ fields }) => fields.length > 0) };
  });

/** The fields in which orders of one dispatch differ, so that they cannot be dispatched together. The fields have the names of the request. */
export const differingFields = (plan: readonly PlannedDispatch[]): string[] =>
  plan.flatMap(({ differing }) => differing.flatMap(({ index, fields }) => fields.map((field) => `orders.${index}.${field}`)));

/** Orders that travel together must have the same service, weight and number of boxes. */
export function checkPlan(plan: readonly PlannedDispatch[]): Verdict {
  const [field] = differingFields(plan);
  return field === undefined ? allow : refuse('consolidated_differs', messages.consolidated_differs, field);
}
