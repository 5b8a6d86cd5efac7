import { z } from 'zod';
import { allow } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';

/** `qty` is the number of items that the shelf seems to hold; null if nobody counted. */
export const requestCountArgs = z.object({ product_id: id, pick_line_id: id.nullable(), qty: z.int().nonnegative().max(1_000_000).nullable() });

/** `stock.request_count`: somebody asks the office to have a shelf counted. */
export const requestCount: Mutation<z.infer<typeof requestCountArgs>> = {
  version: 1,
  check: () => allow,
  apply: (overlay, { product_id, pick_line_id }) => {
    overlay.touch('product', product_id);
    if (pick_line_id) overlay.touch('pick_line', pick_line_id);
  },
  describe: (names, { product_id, qty }) => {
    const product = names.product(product_id);
    if (qty === null) return { text: `Asked for a count of ${product ?? 'a product'}`, order_number: null };
    return { text: `Counted ${qty} ${product ?? 'of a product'}`, order_number: null };
  },
  title: 'Asked for a count',
};
