import type { LedgerRow } from './client.ts';

export const typeWords: Record<LedgerRow['type'], string> = {
  PURCHASE_ORDER: 'Purchase order',
  DISPATCH: 'Dispatch',
  ORDER_RETURN: 'Order return',
  SUPPLIER_RETURN: 'Supplier return',
  ADJUSTMENT: 'Adjustment',
  IMPORT: 'Import',
};

/** +24, −4. */
export const signedQty = (qty: number): string => `${qty > 0 ? '+' : '−'}${Math.abs(qty)}`;

/** A garment by name, colour and size: "Softshell Jacket, Navy, L". */
export const skuName = (sku: { name: string; variation_colour?: string | null; size: string | null }): string =>
  [sku.name, sku.variation_colour, sku.size].filter(Boolean).join(', ');
