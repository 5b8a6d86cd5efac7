import { z } from 'zod';
import { limits } from '../../limits.ts';
import type { Mutation } from '../mutation.ts';
import { changeReceipt, checkReceiptHere, receiptArgs } from '../receipt-mutation.ts';

/** `delivery_note_number` is null if the delivery has no delivery note. */
export const setReceiptHeaderArgs = receiptArgs.extend({
  delivery_note_number: z.string().trim().min(1).max(limits.delivery_note_number).nullable(),
});

/** `receipt.set_header`: the number on the supplier's delivery note. */
export const setReceiptHeader: Mutation<z.infer<typeof setReceiptHeaderArgs>> = {
  version: 1,
  check: (rows, { receipt }) => checkReceiptHere(rows, receipt),
  apply: (overlay, { receipt, delivery_note_number }, author) => changeReceipt(overlay, receipt, author, () => ({ delivery_note_number })),
  describe: (_names, { delivery_note_number }) => ({
    text: delivery_note_number ? `Delivery note ${delivery_note_number}` : 'Took back the number of a delivery note',
    order_number: null,
  }),
  title: 'Changed a delivery note number',
};
