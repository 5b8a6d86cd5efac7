import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { byBin } from '../../shared/picking/walking-order.ts';
import { gtinOf } from '../../shared/scan/gtin.ts';
import type { Floor, Rows } from '../../shared/sync/floor.ts';
import type { ToCountRow } from '../../shared/sync/rows.ts';

/** The product to count, and its bin. */
export interface Countable {
  id: number;
  sku: string;
  name: string;
  colour: string | null;
  size: string | null;
  bin: string | null;
  /** Where else it is to be counted. */
  overflow_bins?: readonly string[] | undefined;
}

/** The shelves to count, in walking order. */
export const toCountList = ({ rows }: Floor): ToCountRow[] =>
  [...rows.to_count.values()].sort((a, b) => byBin(a.bin, b.bin) || a.sku.localeCompare(b.sku));

interface ScannedSku extends Countable {
  barcode: string | null;
}

/** Every SKU that this tablet knows by its id: what is to be counted, what is on a line of the floor, and what purchase orders bring. */
function* skusHere({ to_count, product, purchase_order_line }: Rows): Generator<ScannedSku> {
  for (const { product_id, variation_colour, ...sku } of to_count.values()) yield { ...sku, id: product_id, colour: variation_colour };
  for (const { product_id, variation_colour, bins, ...sku } of purchase_order_line.values())
    yield { ...sku, id: product_id, colour: variation_colour, overflow_bins: bins?.map(({ bin }) => bin) };
  for (const { variation_colour, bins, ...sku } of product.values())
    yield { ...sku, colour: variation_colour, size: sizeOf(sku), overflow_bins: bins?.map(({ bin }) => bin) };
}

/** The SKUs that a scanned code stands for, as far as this tablet knows: a SKU or its barcode, or all SKUs of a bin. */
export function countableHere(rows: Rows, text: string): Countable[] {
  const [key, gtin] = [text.toUpperCase(), gtinOf(text)];
  const matches = new Map<number, Countable>();
  for (const { barcode, id, sku, name, colour, size, bin, overflow_bins } of skusHere(rows)) {
    const isBin = [bin, ...(overflow_bins ?? [])].some((code) => code?.toUpperCase() === key);
    const isBarcode = barcode !== null && (barcode.toUpperCase() === key || (gtin !== null && gtinOf(barcode) === gtin));
    if (isBarcode || sku.toUpperCase() === key || isBin) matches.set(id, { id, sku, name, colour, size, bin, overflow_bins });
  }
  return [...matches.values()];
}
