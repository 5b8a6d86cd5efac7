import { BAG_G, emptyBoxes, type Packaging } from '../prep/packaging.ts';

/** A wearer's items in the boxes of a dispatch. */
export interface BoxedBag<Item> {
  items: readonly Item[];
  /** True if the items lie in a bag of their own. */
  is_bagged: boolean;
  /** The accepted weight of the bag with its packaging, in grams; null if the bag was not weighed. */
  weight_g: number | null;
}

/**
 * What the boxes of a dispatch should weigh: the items whose weights count, and the packaging. A bag that was weighed counts with its own weight, so
 * that a difference which somebody has confirmed is not asked about again.
 */
export function boxContents<Item>(bags: readonly BoxedBag<Item>[], boxes: number, tare_g: number | null): { items: Item[]; packaging: Packaging } {
  const empty = emptyBoxes(boxes, tare_g);
  const bags_g = bags.reduce((sum, { is_bagged, weight_g }) => sum + (weight_g ?? (is_bagged ? BAG_G : 0)), 0);
  return {
    items: bags.flatMap(({ items, weight_g }) => (weight_g === null ? items : [])),
    packaging: { ...empty, weight_g: empty.weight_g === null ? null : empty.weight_g + bags_g },
  };
}
