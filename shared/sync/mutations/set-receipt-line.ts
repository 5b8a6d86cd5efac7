import type { z } from 'zod';
import { messages } from '../../messages.ts';
import { checkComesBack } from '../../purchasing/comes-back.ts';
import { all, allow, refuse } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';
import { changeReceipt, checkReceiptHere, receiptArgs, receivedQuantity, withQuantity } from '../receipt-mutation.ts';
import type { ReceiptRow } from '../rows.ts';
import { shareReceived } from '../share-received.ts';

/** `qty` is the whole quantity that this receipt has of the line. `po_line_id` is null for items that are on no purchase order. */
export const setReceiptLineArgs = receiptArgs.extend({ po_line_id: id.nullable(), product_id: id, qty: receivedQuantity });

const qtyOf = (lines: ReceiptRow['lines'], product_id: number): number =>
  lines.reduce((sum, line) => sum + (line.product_id === product_id ? line.qty : 0), 0);

/** `receipt.set_line`: how many items of a SKU a delivery brought. */
export const setReceiptLine: Mutation<z.infer<typeof setReceiptLineArgs>> = {
  version: 1,
  check: (rows, { receipt, po_line_id, product_id, qty }) => {
    const line = po_line_id === null ? undefined : rows.purchase_order_line.get(po_line_id);
    const isOther = line !== undefined && line.product_id !== product_id;
    if (!line || isOther) return all(checkReceiptHere(rows, receipt), isOther ? refuse('sku', messages.choose_sku, 'product_id') : allow);
    const lines = rows.receipt.get(receipt)?.lines ?? [];
    const before = lines.find((one) => one.purchase_order_line_id === po_line_id && one.product_id === product_id)?.qty ?? 0;
    return all(checkReceiptHere(rows, receipt), checkComesBack(line.qty_out ?? null, qty - before));
  },
  apply: (overlay, { receipt, po_line_id, product_id, qty }, author) => {
    overlay.touch('product', product_id);
    if (po_line_id !== null) overlay.touch('purchase_order_line', po_line_id);
    changeReceipt(overlay, receipt, author, (row) => {
      const isSame = (line: ReceiptRow['lines'][number]): boolean => line.purchase_order_line_id === po_line_id && line.product_id === product_id;
      const lines = withQuantity(row.lines, { purchase_order_line_id: po_line_id, product_id, qty }, isSame);
      const by = qty - (row.lines.find(isSame)?.qty ?? 0);
      const ordered = overlay.read('purchase_order_line').get(po_line_id ?? 0);
      if (ordered && by !== 0) {
        const qty_out = ordered.qty_out === undefined ? {} : { qty_out: Math.max(0, ordered.qty_out - by) };
        overlay.put('purchase_order_line', ordered.id, { ...ordered, ...qty_out, qty_received: Math.max(0, ordered.qty_received + by) });
      }
      const quantities = { before: qtyOf(row.lines, product_id), received: qtyOf(lines, product_id) };
      return { lines, allocations: shareReceived(overlay, product_id, row.allocations, quantities) };
    });
  },
  describe: (names, { product_id, qty }) => ({ text: `Received ${qty} of ${names.product(product_id) ?? 'a product'}`, order_number: null }),
  title: 'Received goods',
};
