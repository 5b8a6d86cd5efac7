import { gtinOf } from './gtin.ts';

interface Coded {
  sku: string;
  barcode: string | null;
}

/** Whether a scanned code is this SKU or its barcode, with or without the zeros that scanners add or drop. */
export function isCodeOf({ sku, barcode }: Coded, code: string): boolean {
  const key = code.toUpperCase();
  if (sku.toUpperCase() === key || barcode?.toUpperCase() === key) return true;
  const gtin = barcode && gtinOf(code);
  return gtin !== null && gtin !== '' && gtinOf(barcode ?? '') === gtin;
}
