import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Sets the number on the supplier's delivery note; null if there is none. */
export const setReceiptHeader = (receipt: string, delivery_note_number: string | null): Promise<Verdict> =>
  queueMutation('receipt.set_header', { receipt, delivery_note_number });
