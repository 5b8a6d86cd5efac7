import type { Rows } from '../../shared/sync/floor.ts';

interface SkuInBin {
  id: number;
  sku: string;
  name: string;
  bin: string | null;
}

/** The SKUs that this tablet knows to be in a bin: by their pick bin, or because a delivery was put away there. */
export function skusInBin(
  { product, purchase_order_line, receipt }: Pick<Rows, 'product' | 'purchase_order_line' | 'receipt'>,
  bin: string,
): SkuInBin[] {
  const skus = new Map<number, SkuInBin>();
  for (const { product_id, sku, name, bin } of purchase_order_line.values()) skus.set(product_id, { id: product_id, sku, name, bin });
  for (const { id, sku, name, bin } of product.values()) skus.set(id, { id, sku, name, bin });
  const placed = new Set<number>();
  for (const { put_away } of receipt.values())
    for (const one of put_away) if (one.qty > 0 && one.bin?.toUpperCase() === bin.toUpperCase()) placed.add(one.product_id);
  return [...skus.values()].filter((one) => placed.has(one.id) || one.bin?.toUpperCase() === bin.toUpperCase());
}
