import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

/** For how many minutes a deleted draft can be restored. Undo takes seconds; the rest is for a slow network. */
export const RESTORE_MINUTES = 15;

/** A draft can be restored for a short time. A submitted order cannot, because its stock was freed. */
export function checkRestoreOrder(order: { submitted_at: string | null; requested_at: string | null; deleted_at: string }, now: string): Verdict {
  if (order.submitted_at || order.requested_at) return refuse('order_submitted', messages.order_submitted);
  const isLate = Date.parse(now) - Date.parse(order.deleted_at) > RESTORE_MINUTES * 60_000;
  return isLate ? refuse('too_late_to_restore', messages.too_late_to_restore) : allow;
}
