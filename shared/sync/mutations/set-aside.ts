import { z } from 'zod';
import { keyText } from '../../text.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';
import { changeReceipt, checkReceiptHere, receiptArgs, receivedQuantity, withQuantity } from '../receipt-mutation.ts';

/**
 * `code` is the scanned or typed code, or the product's SKU if nothing was scanned or typed. `qty` is the number of all items that this receipt sets
 * aside under the code for this reason.
 */
export const setAsideArgs = receiptArgs.extend({
  code: keyText(100).default(''),
  product_id: id.nullable(),
  qty: receivedQuantity,
  reason: z.string().trim().min(1).max(200),
  notes: z.string().trim().max(500).nullable().default(null),
});

/** `receipt.set_aside`: sets aside items that arrived wrong, damaged or unknown, so that they do not enter stock. */
export const setAside: Mutation<z.infer<typeof setAsideArgs>> = {
  version: 1,
  check: (rows, { receipt }) => checkReceiptHere(rows, receipt),
  apply: (overlay, { receipt, ...entry }, author) => {
    if (entry.product_id !== null) overlay.touch('product', entry.product_id);
    changeReceipt(overlay, receipt, author, ({ set_asides }) => ({
      set_asides: withQuantity(set_asides, entry, ({ code, reason }) => code === entry.code && reason === entry.reason),
    }));
  },
  describe: (names, { code, product_id, qty }) => ({
    text: `Set aside ${qty} of ${(product_id === null ? null : names.product(product_id)) ?? code}`,
    order_number: null,
  }),
  title: 'Set goods aside',
};
