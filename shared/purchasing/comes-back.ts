import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** Only items that are at the decorator can come back decorated. `qty_out` is null for a line of a purchase order, which accepts any quantity. */
export const checkComesBack = (qty_out: number | null, qty: number): Verdict =>
  qty_out === null || qty <= qty_out ? allow : refuse('not_sent_out', messages.not_sent_out(qty_out));
