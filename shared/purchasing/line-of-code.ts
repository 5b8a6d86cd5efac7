import { cartonOf, itemCodeOf } from '../scan/gs1.ts';
import { withCode } from '../scan/is-code-of.ts';
import type { PurchaseOrderLine } from './purchase-order.ts';

type CodedLine = Pick<PurchaseOrderLine, 'id' | 'product' | 'supplier_sku' | 'qty_requested' | 'qty_cancelled' | 'qty_received'> &
  Partial<Pick<PurchaseOrderLine, 'source' | 'qty_out'>>;

/** Items of a line that are still to come; for a work order, those at the decorator. */
export const qtyMissing = ({
  qty_requested,
  qty_cancelled,
  qty_received,
  source,
  qty_out,
}: Omit<CodedLine, 'id' | 'product' | 'supplier_sku'>): number =>
  source ? (qty_out ?? 0) : Math.max(0, qty_requested - qty_cancelled - qty_received);

/**
 * The line of an item with this code: by the product's SKU or barcode, or else by the supplier’s code. If several lines have this code: the
 * first line that lacks more items than were counted, or else the last line. `countOf` returns how many items of a line were counted.
 */
export function lineOfCode<Line extends CodedLine>(lines: readonly Line[], code: string, countOf: (line: Line) => number): Line | undefined {
  const ours = lines.flatMap((line) => (line.product ? { sku: line.product.sku, barcode: line.product.barcode, line } : []));
  const theirs = lines.flatMap((line) => (line.supplier_sku === null ? [] : { sku: line.supplier_sku, barcode: line.supplier_sku, line }));
  const own = withCode(ours, code);
  const matches = (own.length ? own : withCode(theirs, code)).map(({ line }) => line);
  return matches.find((line) => countOf(line) < qtyMissing(line)) ?? matches.at(-1);
}

/** The line of a scanned code, with its count after the scan: one item more, or as many more as the carton's code says. */
export function countScan<Line extends CodedLine>(
  lines: readonly Line[],
  code: string,
  countOf: (line: Line) => number,
): { line: Line; count: number } | undefined {
  const line = lineOfCode(lines, itemCodeOf(code), countOf);
  return line && { line, count: countOf(line) + (cartonOf(code)?.qty ?? 1) };
}
