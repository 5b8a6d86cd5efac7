import { z } from 'zod';
import { limits } from '../limits.ts';
import { type LabelledThing, type LabelSize, labelSizes } from './sku-label.ts';

const id = z.coerce.number().int().positive();
const oneOrMany = z.union([id.transform((one) => [one]), z.array(id).min(1).max(limits.labelled_dispatches)]);
const count = z.union([z.literal('').transform(() => 1), z.coerce.number().int().min(0).max(limits.labels_per_bag)]);

/** At most `most` ids in a text, separated by commas. */
export const idsInText = (most: number) =>
  z
    .string()
    .max(10_000)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().positive()).min(1).max(most));

/**
 * The query of `/admin/labels`: it names dispatches, one order with `q[employee]=count` (an empty count means 1), SKUs, or the bins of SKUs. The
 * labels of SKUs and bins have a size and a number of copies.
 */
export const labelQuery = z.looseObject({
  'dispatch_ids[]': oneOrMany.optional(),
  order: id.optional(),
  skus: idsInText(limits.labelled_products).optional(),
  bins_of: idsInText(limits.labelled_products).optional(),
  size: z.enum(labelSizes).default('50x25'),
  copies: z.coerce.number().int().min(1).max(limits.labels_per_bag).default(1),
});

/** The labels to print. Without named wearers each wearer of the order gets one label; otherwise only the named wearers get labels. */
export type LabelRequest =
  | { dispatch_ids: number[] }
  | { order_id: number; counts: Map<number, number> }
  | { product_ids: number[]; of: LabelledThing; size: LabelSize; copies: number };

/** The labels that a query requests; null when it names nothing, several things, or an invalid count. */
export function labelRequestOf(query: z.infer<typeof labelQuery>): LabelRequest | null {
  const { 'dispatch_ids[]': dispatch_ids, order, skus, bins_of, size, copies } = query;
  if ([dispatch_ids, order, skus, bins_of].filter((one) => one !== undefined).length !== 1) return null;
  const product_ids = skus ?? bins_of;
  if (product_ids) return { product_ids: [...new Set(product_ids)], of: skus ? 'sku' : 'bin', size, copies };
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
