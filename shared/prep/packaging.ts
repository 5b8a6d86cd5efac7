/** What encloses the items on a scale. */
export interface Packaging {
  /** In grams; null if that is not known. */
  weight_g: number | null;
  /** By how much it usually deviates, in grams. */
  weight_deviation_g: number;
}

/** What an empty bag and its paper weigh, in grams. */
export const BAG_G = 30;
export const BAG: Packaging = { weight_g: BAG_G, weight_deviation_g: 0 };

/** By which part of its weight an empty box with its tape and paper usually deviates. */
const BOX_DEVIATION = 0.1;

/** Boxes that weigh `tare_g` each when they are empty; null if that is not known. */
export const emptyBoxes = (boxes: number, tare_g: number | null): Packaging => ({
  weight_g: tare_g === null ? null : boxes * tare_g,
  weight_deviation_g: Math.sqrt(boxes) * (tare_g ?? 0) * BOX_DEVIATION,
});
