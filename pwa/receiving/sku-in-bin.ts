import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import type { Rows } from '../../shared/sync/floor.ts';

export interface SkuInBin {
  id: number;
  sku: string;
  name: string;
  bin: string | null;
  bins?: readonly OverflowBin[] | undefined;
}

/** The SKUs that this tablet knows to be in a bin: by their pick bin, an overflow bin, or because a delivery was put away there. */
export function skusInBin(
  { product, purchase_order_line, receipt }: Pick<Rows, 'product' | 'purchase_order_line' | 'receipt'>,
  bin: string,
): SkuInBin[] {
  const skus = new Map<number, SkuInBin>();
  for (const { product_id, sku, name, bin, bins } of purchase_order_line.values()) skus.set(product_id, { id: product_id, sku, name, bin, bins });
  for (const { id, sku, name, bin, bins } of product.values()) skus.set(id, { id, sku, name, bin, bins });
  const placed = new Set<number>();
  for (const { put_away } of receipt.values())
    for (const one of put_away) if (one.qty > 0 && one.bin?.toUpperCase() === bin.toUpperCase()) placed.add(one.product_id);
  const isHere = (code: string | null): boolean => code?.toUpperCase() === bin.toUpperCase();
  return [...skus.values()].filter((one) => placed.has(one.id) || isHere(one.bin) || one.bins?.some((held) => isHere(held.bin)));
}
