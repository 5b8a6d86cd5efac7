import type { PurchaseFacts } from '../../shared/purchasing/stage.ts';

export const at = '2026-11-25T09:00:00.000Z';

/** The facts of a draft of ten items, with `facts` in place of the defaults. */
export const factsOf = (facts: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  approved_at: null,
  sent_at: null,
  cancelled_at: null,
  closed_at: null,
  qty_received: 0,
  qty_cancelled: 0,
  qty_pending: 10,
  ...facts,
});
