import { z } from 'zod';

/** Labels that one wearer of an order may have printed at once. */
const MOST_LABELS = 50;
const MOST_DISPATCHES = 200;

const id = z.coerce.number().int().positive();
const oneOrMany = z.union([id.transform((one) => [one]), z.array(id).min(1).max(MOST_DISPATCHES)]);
const count = z.coerce.number().int().min(0).max(MOST_LABELS);

/** The query of `/admin/labels`: dispatches, or one order with `q[employee]=count`. */
export const labelQuery = z.looseObject({ 'dispatch_ids[]': oneOrMany.optional(), order: id.optional() });

/** What is to be printed. A wearer who is not named gets one label. */
export type LabelRequest = { dispatch_ids: number[] } | { order_id: number; counts: Map<number, number> };

/** The labels that a query asks for; null when it names neither dispatches nor an order, both, or a count that is none. */
export function labelRequestOf(query: z.infer<typeof labelQuery>): LabelRequest | null {
  const { 'dispatch_ids[]': dispatch_ids, order } = query;
  if ((dispatch_ids === undefined) === (order === undefined)) return null;
  if (dispatch_ids) return { dispatch_ids: [...new Set(dispatch_ids)] };

  const counts = new Map<number, number>();
  for (const [key, value] of Object.entries(query)) {
    const employee_id = /^q\[(\d{1,15})\]$/.exec(key)?.[1];
    if (employee_id === undefined) continue;
    const parsed = count.safeParse(value);
    if (!parsed.success) return null;
    counts.set(Number(employee_id), parsed.data);
  }
  return { order_id: order ?? 0, counts };
}

/** Where the consignment labels of dispatches are. */
export const dispatchLabelsUrl = (dispatch_ids: readonly number[]): string =>
  `/admin/labels?${new URLSearchParams(dispatch_ids.map((one) => ['dispatch_ids[]', String(one)]))}`;

/** Where the bag labels of an order are; `counts` by employee. */
export const orderLabelsUrl = (order_id: number, counts: Readonly<Record<number, number>> = {}): string =>
  `/admin/labels?${new URLSearchParams([['order', String(order_id)], ...Object.entries(counts).map(([employee, n]) => [`q[${employee}]`, String(n)])])}`;

/** Where a dispatch's delivery note is, as part of one of its orders. */
export const deliveryNoteUrl = (uuid: string, dispatch_id: number): string => `/orders/${uuid}/dispatch/${dispatch_id}/delivery-note`;

/** Where an order's picking list is. */
export const pickingListUrl = (uuid: string): string => `/admin/picking/orders/${uuid}/download`;
