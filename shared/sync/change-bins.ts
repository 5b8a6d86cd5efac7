import type { OverflowBin } from '../stock/overflow-bin.ts';
import type { Overlay } from './overlay.ts';
import type { ProductRow } from './rows.ts';

/** Changes the overflow bins of a SKU wherever the tablet has them: in the SKU's product row, and in the SKU's lines of purchase orders. */
export function changeBins(
  overlay: Overlay,
  product_id: number,
  change: (bins: { pick_bin: string | null; overflow: readonly OverflowBin[] }) => readonly OverflowBin[],
): void {
  const changed = ({ bins = [], bin: pick_bin }: Pick<ProductRow, 'bin' | 'bins'>): OverflowBin[] | undefined => {
    const after = change({ pick_bin, overflow: bins });
    return after.length ? [...after] : undefined;
  };
  const product = overlay.read('product').get(product_id);
  if (product) overlay.put('product', product_id, { ...product, bins: changed(product) });
  for (const [key, line] of overlay.read('purchase_order_line'))
    if (line.product_id === product_id) overlay.put('purchase_order_line', key, { ...line, bins: changed(line) });
}
