import type { Address } from '../address.ts';
import { addressKey } from '../address-lines.ts';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { DispatchRequestRow } from './request-dispatch.ts';

/** What decides which orders may travel together. */
export interface Destination {
  account_id: number;
  site_id: number | null;
  delivery_address: Address;
}

/** What orders that travel together have in common, because it is said of their boxes and not of them. */
export const ofTheBoxes = ['service_key', 'total_weight', 'total_items'] as const;
export type OfTheBoxes = (typeof ofTheBoxes)[number];
type Boxes = Pick<DispatchRequestRow, OfTheBoxes>;

/** An order that travels with others and says something else of their boxes than the first of them. */
export interface Differing {
  /** Which of the orders, counted from 0. */
  index: number;
  fields: OfTheBoxes[];
}

/** One dispatch as it will be made. */
export interface PlannedDispatch {
  /** Which orders it carries; service, weight and boxes are the first one's. */
  orders: number[];
  differing: Differing[];
}

/** Indexes of orders that travel together: each alone, or by account, site and address, in the order they came. */
export function groupsToDispatch(destinations: readonly Destination[], consolidated: boolean): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { account_id, site_id, delivery_address }] of destinations.entries()) {
    const key = consolidated ? `${account_id}|${site_id}|${addressKey(delivery_address)}` : String(index);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}

/** Which dispatches come of a request, and what stands in their way. The tablet shows by it what the office does by it. */
export const planDispatch = (rows: readonly Boxes[], destinations: readonly Destination[], consolidated: boolean): PlannedDispatch[] =>
  groupsToDispatch(destinations, consolidated).map((orders) => {
    const first = rows[orders[0] ?? 0];
    const differing = orders.map((index) => ({ index, fields: ofTheBoxes.filter((field) => rows[index]?.[field] !== first?.[field]) }));
    return { orders, differing: differing.filter(({ fields }) => fields.length > 0) };
  });

/** The fields of a request that keep its orders from travelling together, as they are named in it. */
export const differingFields = (plan: readonly PlannedDispatch[]): string[] =>
  plan.flatMap(({ differing }) => differing.flatMap(({ index, fields }) => fields.map((field) => `orders.${index}.${field}`)));

/** Orders that travel together have one service, weight and number of boxes. */
export function checkPlan(plan: readonly PlannedDispatch[]): Verdict {
  const [field] = differingFields(plan);
  return field === undefined ? allow : refuse('consolidated_differs', messages.consolidated_differs, field);
}
