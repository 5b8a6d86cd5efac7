import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';
import type { Countable } from './to-count.ts';

/** Records the quantities that were counted in bins of a SKU. */
export const countStock = ({ id, bin }: Pick<Countable, 'id' | 'bin'>, bins: { bin: string | null; qty: number }[]): Promise<Verdict> =>
  queueMutation('stock.count', {
    product_id: id,
    qty: bins.reduce((sum, { qty }) => sum + qty, 0),
    counted_at: new Date().toISOString(),
    pick_bin: bin,
    bins,
  });
