import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Records what lies on a shelf. */
export const countStock = (product_id: number, qty: number): Promise<Verdict> =>
  queueMutation('stock.count', { product_id, qty, counted_at: new Date().toISOString() });
