import { z } from 'zod';
import { allow } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';

/** `qty` is all that lies on the shelf, `counted_at` the tablet's time of the count. */
export const countStockArgs = z.object({ product_id: id, qty: z.int().nonnegative().max(1_000_000), counted_at: z.iso.datetime() });

/** `stock.count`: somebody counted a shelf. The count is blind: nobody on the floor knows what the stock says. */
export const countStock: Mutation<z.infer<typeof countStockArgs>> = {
  version: 1,
  check: () => allow,
  apply: (overlay, { product_id }) => {
    overlay.touch('product', product_id);
    overlay.remove('to_count', product_id);
  },
  describe: (names, { product_id, qty }) => ({ text: `Counted ${qty} of ${names.product(product_id) ?? 'a product'}`, order_number: null }),
  title: 'Counted a shelf',
};
