import { orderByTerms, type Suggestion } from '../../shared/purchasing/suggest-order.ts';
import type { PreviewedLine, ShortProduct } from './client.ts';

/** The SKUs that are chosen for purchase orders. */
export interface Choice {
  /** The chosen SKUs by id, each with the typed quantity; null means the suggested quantity. */
  chosen: ReadonlyMap<number, number | null>;
  /** For each chosen SKU, the line that would be ordered. A SKU is missing until the server has answered. */
  planned: ReadonlyMap<number, PreviewedLine>;
  choose: (ids: readonly number[], isChosen: boolean) => void;
  /** Chooses a SKU with this quantity; null means the suggested quantity. */
  setQuantity: (id: number, quantity: number | null) => void;
}

/** Whether a SKU can be ordered. */
export const canOrder = ({ needed, supplier, discontinued_at }: ShortProduct): boolean => needed > 0 && supplier !== null && discontinued_at === null;

/** How many items of a SKU are ordered, and why the number differs from the needed or typed quantity. */
export function orderedOf(product: ShortProduct, { chosen, planned }: Choice): Omit<Suggestion, 'needed'> {
  const quantity = chosen.get(product.id);
  if (quantity === undefined) return { ordered: product.suggested, reasons: product.reasons };
  return planned.get(product.id) ?? (quantity === null ? { ordered: product.suggested, reasons: product.reasons } : orderByTerms(quantity, product));
}
