import type { OrderTerms } from './suggest-order.ts';

/** The quantities in which a supplier sells a SKU, as text: `packs of 6, minimum 12`; empty if there are no terms. */
export const termsText = ({ pack_size, min_order_qty }: OrderTerms): string =>
  [pack_size !== null && pack_size > 1 && `packs of ${pack_size}`, min_order_qty !== null && min_order_qty > 1 && `minimum ${min_order_qty}`]
    .filter(Boolean)
    .join(', ');

/** The term that a quantity does not meet: its supplier’s minimum, else whole packs; undefined if it meets both. */
export function unmetTerm({ pack_size, min_order_qty }: OrderTerms, quantity: number): string | undefined {
  if (min_order_qty !== null && quantity < min_order_qty) return `Minimum ${min_order_qty}`;
  return pack_size !== null && pack_size > 1 && quantity % pack_size !== 0 ? `Packs of ${pack_size}` : undefined;
}
