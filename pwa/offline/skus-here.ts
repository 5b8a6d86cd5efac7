import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { isExactCodeOf, withCode } from '../../shared/scan/is-code-of.ts';
import { binQuestion, hasFormOfBin, judgeBin } from '../../shared/stock/judge-bin.ts';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';

/** A SKU that this tablet knows by its id. */
export interface SkuHere {
  id: number;
  sku: string;
  name: string;
  colour: string | null;
  size: string | null;
  /** The SKU's pick bin. */
  bin: string | null;
  /** The codes of the SKU's overflow bins, if it has any. */
  overflow_bins?: readonly string[] | undefined;
  barcode: string | null;
}

type SkuRows = Pick<SyncRows, 'to_count' | 'product' | 'purchase_order_line'>;

const codesOf = (bins: readonly OverflowBin[] | undefined): string[] | undefined => bins?.map(({ bin }) => bin);

/** Every SKU that this tablet knows by its id, once: SKUs to be counted, on purchase orders, or on lines of the floor. */
function skusHere({ to_count, product, purchase_order_line }: SkuRows): SkuHere[] {
  const skus = new Map<number, SkuHere>();
  for (const { product_id: id, sku, name, variation_colour: colour, size, bin, overflow_bins, barcode } of to_count.values())
    skus.set(id, { id, sku, name, colour, size, bin, overflow_bins, barcode });
  for (const { product_id: id, sku, name, variation_colour: colour, size, bin, bins, barcode } of purchase_order_line.values())
    skus.set(id, { id, sku, name, colour, size, bin, overflow_bins: codesOf(bins), barcode });
  for (const { id, sku, name, variation_colour: colour, bin, bins, barcode, ...parts } of product.values())
    skus.set(id, { id, sku, name, colour, size: sizeOf(parts), bin, overflow_bins: codesOf(bins), barcode });
  return [...skus.values()];
}

const isBin = (bin: string | null, code: string): boolean => bin?.toUpperCase() === code.toUpperCase();
const isIn = ({ bin, overflow_bins = [] }: SkuHere, code: string): boolean => [bin, ...overflow_bins].some((one) => isBin(one, code));

/** The question to ask before items of a SKU are put into a bin, judged by the bins that this tablet knows; null if no question is needed. */
export function binQuestionHere(rows: SkuRows & Pick<SyncRows, 'style'>, sku: Pick<SkuHere, 'id' | 'sku'>, bin: string, ask?: string): string | null {
  const siblings = [...rows.style.values()].flatMap(({ colours }) =>
    colours.flatMap(({ skus }) => skus.map(([code, , pickBin]) => ({ id: null, sku: code, bin: pickBin }))),
  );
  return binQuestion(bin, judgeBin([...skusHere(rows), ...siblings], sku, bin), ask);
}

/** Whether a code is a bin that this tablet knows, or has the format of the known bins. */
export const isBinHere = (rows: SkuRows & Pick<SyncRows, 'receipt'>, code: string): boolean =>
  skusInBin(rows, code).length > 0 ||
  hasFormOfBin(
    skusHere(rows).flatMap(({ bin }) => bin ?? []),
    code,
  );

/**
 * The SKUs of a scanned code, as far as this tablet knows: SKUs with this code or barcode, or all SKUs in this bin. If there is no exact match, other
 * formats of the trade item number (GTIN) are compared.
 */
export function skusOfCode(rows: SkuRows, code: string): SkuHere[] {
  const skus = skusHere(rows);
  const written = skus.filter((sku) => isExactCodeOf(sku, code) || isIn(sku, code));
  return written.length ? written : withCode(skus, code);
}

/** The SKUs that this tablet knows to be in a bin: by their pick bin or an overflow bin, or because a delivery was put away there. */
export function skusInBin(rows: SkuRows & Pick<SyncRows, 'receipt'>, bin: string): SkuHere[] {
  const placed = new Set<number>();
  for (const { put_away } of rows.receipt.values()) for (const one of put_away) if (one.qty > 0 && isBin(one.bin, bin)) placed.add(one.product_id);
  return skusHere(rows).filter((sku) => placed.has(sku.id) || isIn(sku, bin));
}
