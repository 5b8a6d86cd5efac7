import { z } from 'zod';
import { limits } from '../limits.ts';

const id = z.coerce.number().int().positive();
const oneOrMany = z.union([id.transform((one) => [one]), z.array(id).min(1).max(limits.labelled_dispatches)]);
const count = z.union([z.literal('').transform(() => 1), z.coerce.number().int().min(0).max(limits.labels_per_bag)]);

/** The query of `/admin/labels`: dispatches, or one order with `q[employee]=count`; an empty count is one. */
export const labelQuery = z.looseObject({ 'dispatch_ids[]': oneOrMany.optional(), order: id.optional() });

/** What to print. Without named wearers each wearer gets one label; otherwise only the named wearers get theirs. */
export type LabelRequest = { dispatch_ids: number[] } | { order_id: number; counts: Map<number, number> };

/** The labels that a query requests; null when it names neither dispatches nor an order, both, or an invalid count. */
export function labelRequestOf(query: z.infer<typeof labelQuery>): LabelRequest | null {
  const { 'dispatch_ids[]': dispatch_ids, order } = query;
  if ((dispatch_ids === undefined) === (order === undefined)) return null;
  if (dispatch_ids) return { dispatch_ids: [...new Set(dispatch_ids)] };

  const counts = new Map<number, number>();
  for (const [key, value] of Object.entries(query)) {
    if (!key.startsWith('q[')) continue;
    const employee_id = /^q\[(\d{1,15})\]$/.exec(key)?.[1];
    const parsed = count.safeParse(value);
    if (employee_id === undefined || !parsed.success) return null;
    counts.set(Number(employee_id), parsed.data);
  }
  return { order_id: order ?? 0, counts };
}
