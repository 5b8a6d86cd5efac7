import { gtinOf } from './gtin.ts';

interface Coded {
  sku: string;
  barcode?: string | null | undefined;
}

/** Whether a scanned code is this SKU or its barcode exactly, except for case. */
export function isExactCodeOf({ sku, barcode }: Coded, code: string): boolean {
  const key = code.toUpperCase();
  return sku.toUpperCase() === key || barcode?.toUpperCase() === key;
}

/** Whether a scanned code is this SKU, its barcode, or another form of the trade item number in its barcode. */
export function isCodeOf(coded: Coded, code: string): boolean {
  if (isExactCodeOf(coded, code)) return true;
  const gtin = coded.barcode ? gtinOf(code) : null;
  return gtin !== null && gtinOf(coded.barcode ?? '') === gtin;
}

/** The items that a scanned code stands for: those with exactly this code, else those with its trade item number. */
export function withCode<Item extends Coded>(items: readonly Item[], code: string): Item[] {
  const exact = items.filter((item) => isExactCodeOf(item, code));
  return exact.length ? exact : items.filter((item) => isCodeOf(item, code));
}
