import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Asks the office to have a shelf counted; `qty` is the quantity that the shelf seems to hold, null if nobody has counted. */
export const requestCount = (product_id: number, pick_line_id: number | null, qty: number | null): Promise<Verdict> =>
  queueMutation('stock.request_count', { product_id, pick_line_id, qty });
