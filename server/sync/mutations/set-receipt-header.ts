import { applied } from '../../../shared/sync/outcomes.ts';
import { receiveLines } from '../../purchasing/receive-lines.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `receipt.set_header`. */
export const handleSetReceiptHeader: MutationHandler<'receipt.set_header'> = async (ctx, { receipt, delivery_note_number }, { device }) => {
  await receiveLines(ctx, { receipt, device, lines: [], delivery_note_number });
  return applied;
};
