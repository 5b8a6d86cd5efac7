/** Weights are in kilograms and told to the gram. */
export const GRAM = 0.001;
/** Kilograms. */
export const HEAVIEST = 10_000;

/** What a person typed or a scale said, in kilograms to the gram; null where that is no weight of a parcel. */
export function weightOf(text: string): number | null {
  const kilograms = Math.round(Number(text.replace(',', '.')) / GRAM) * GRAM;
  const rounded = Number(kilograms.toFixed(3));
  return rounded >= GRAM && rounded <= HEAVIEST ? rounded : null;
}
