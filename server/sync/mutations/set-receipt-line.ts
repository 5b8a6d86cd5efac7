import { applied } from '../../../shared/sync/outcomes.ts';
import { receiveLines } from '../../purchasing/receive-lines.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/**
 * Handle `receipt.set_line`: items that have arrived are received even if their order was closed or cancelled. Items that were not due are listed for
 * the office.
 */
export const handleSetReceiptLine: MutationHandler<'receipt.set_line'> = async (ctx, { receipt, po_line_id, product_id, qty }, { device, at }) => {
  await receiveLines(ctx, { receipt, device, lines: [{ purchase_order_line_id: po_line_id, product_id, qty }], recorded_at: at });
  return applied;
};
