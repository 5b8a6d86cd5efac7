import { orderByTerms, type Suggestion } from '../../shared/purchasing/suggest-order.ts';
import type { PreviewedLine, ShortProduct } from './client.ts';

/** The SKUs that are chosen for purchase orders. */
export interface Choice {
  /** Each with the quantity that was typed for it; null is the suggested one. */
  chosen: ReadonlyMap<number, number | null>;
  /** What is ordered of each chosen SKU, as far as the server has answered. */
  planned: ReadonlyMap<number, PreviewedLine>;
  choose: (ids: readonly number[], isChosen: boolean) => void;
  /** Chooses a SKU in another quantity; null is the suggested one. */
  setQuantity: (id: number, quantity: number | null) => void;
}

/** Whether anything of a SKU can be ordered. */
export const canOrder = ({ needed, supplier, discontinued_at }: ShortProduct): boolean => needed > 0 && supplier !== null && discontinued_at === null;

/** How many items of a SKU are ordered, and why they are not what is needed or typed. */
export function orderedOf(product: ShortProduct, { chosen, planned }: Choice): Omit<Suggestion, 'needed'> {
  const quantity = chosen.get(product.id);
  if (quantity === undefined) return { ordered: product.suggested, reasons: product.reasons };
  return planned.get(product.id) ?? (quantity === null ? { ordered: product.suggested, reasons: product.reasons } : orderByTerms(quantity, product));
}
