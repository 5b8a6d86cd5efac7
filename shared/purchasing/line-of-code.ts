import { gtinOf } from '../scan/gtin.ts';
import type { PurchaseOrderLine } from './purchase-order.ts';

type CodedLine = Pick<PurchaseOrderLine, 'id' | 'product' | 'supplier_sku' | 'qty_requested' | 'qty_cancelled' | 'qty_received'>;

/** Items of a line that are still to come. */
export const qtyMissing = ({ qty_requested, qty_cancelled, qty_received }: Omit<CodedLine, 'id' | 'product' | 'supplier_sku'>): number =>
  Math.max(0, qty_requested - qty_cancelled - qty_received);

const keysOf = (code: string | null | undefined): string[] => (code ? [code.toUpperCase(), gtinOf(code) ?? []].flat() : []);

/**
 * The line that an item with this code belongs to: by our SKU or barcode, else by the supplier’s code. Of several lines with the same
 * SKU, the first of which more is missing than was counted, else the last. `countOf` says what was counted of a line.
 */
export function lineOfCode<Line extends CodedLine>(lines: readonly Line[], code: string, countOf: (line: Line) => number): Line | undefined {
  const scanned = keysOf(code);
  const having = (keys: (line: Line) => readonly string[]): Line[] => lines.filter((line) => keys(line).some((key) => scanned.includes(key)));
  const ours = having(({ product }) => [...keysOf(product?.sku), ...keysOf(product?.barcode)]);
  const matches = ours.length ? ours : having(({ supplier_sku }) => keysOf(supplier_sku));
  return matches.find((line) => countOf(line) < qtyMissing(line)) ?? matches.at(-1);
}
