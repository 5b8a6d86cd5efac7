import { z } from 'zod';
import { messages } from '../../messages.ts';
import { isTote } from '../../purchasing/tote.ts';
import { binsAfterCount, countsEachBin, judgeCountOfBins } from '../../stock/count-bins.ts';
import { allow } from '../../verdict.ts';
import { changeBins } from '../change-bins.ts';
import type { Mutation } from '../mutation.ts';
import type { Overlay } from '../overlay.ts';
import { id, place } from '../pick-mutation.ts';

const quantity = z.int().nonnegative().max(1_000_000);

/** The items counted in one bin; a null `bin` is the shelf of a SKU without a pick bin. */
const binCount = z.object({ bin: place.nullable(), qty: quantity });

/**
 * `qty` is the counted total, `counted_at` the tablet's time of the count. `bins` are the counted bins, and `pick_bin` is the pick bin in the
 * tablet's rows; without `bins`, `qty` covers all bins together.
 */
export const countStockArgs = z
  .object({
    product_id: id,
    qty: quantity,
    counted_at: z.iso.datetime(),
    bins: z.array(binCount).min(1).max(200).optional(),
    pick_bin: place.nullish(),
  })
  .refine(({ bins = [] }) => bins.every(({ bin }) => bin === null || !isTote(bin)), { error: messages.bin_is_tote, path: ['bins'] })
  .refine(({ qty, bins }) => !bins || bins.reduce((sum, one) => sum + one.qty, 0) === qty, {
    error: 'The number is the sum of what was counted in the bins.',
    path: ['qty'],
  });
type CountStock = z.infer<typeof countStockArgs>;

/** Sets the SKU's bins to what was counted. A shelf stays on the list until all of its bins are counted. */
function applyBins(overlay: Overlay, { product_id, bins: counted = [], pick_bin = null }: CountStock): void {
  changeBins(overlay, product_id, (bins) => {
    const on_shelf = bins.overflow.reduce((sum, { qty }) => sum + qty, 0);
    return binsAfterCount(bins, judgeCountOfBins({ ...bins, on_shelf }, { counted, pick_bin }).bins);
  });
  const shelf = overlay.read('to_count').get(product_id);
  if (!shelf) return;
  // The tablet does not get the quantities in the listed bins, so each bin counts as holding one item.
  const stock = { pick_bin: shelf.bin, overflow: (shelf.overflow_bins ?? []).map((bin) => ({ bin, qty: 1 })), on_shelf: 0 };
  const { bins } = judgeCountOfBins(stock, { counted, pick_bin });
  const overflow_bins = binsAfterCount(stock, bins).map(({ bin }) => bin);
  if (countsEachBin(stock, bins)) overlay.remove('to_count', product_id);
  else overlay.put('to_count', product_id, { ...shelf, overflow_bins });
}

/** `stock.count`: somebody counted a shelf. The count is blind: nobody on the floor knows the recorded quantity. */
export const countStock: Mutation<CountStock> = {
  version: 2,
  check: () => allow,
  apply: (overlay, a) => {
    overlay.touch('product', a.product_id);
    if (a.bins) applyBins(overlay, a);
    else overlay.remove('to_count', a.product_id);
  },
  describe: (names, { product_id, qty, bins = [] }) => {
    const each = bins.length > 1 ? `: ${bins.map((one) => `${one.qty} in ${one.bin ?? 'no bin'}`).join(', ')}` : '';
    return { text: `Counted ${qty} of ${names.product(product_id) ?? 'a product'}${each}`, order_number: null };
  },
  title: 'Counted a shelf',
};
