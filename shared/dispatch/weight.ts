/** Weights are in kilograms, to the gram. */
export const GRAM = 0.001;
/** The greatest weight of a dispatch's boxes together, in kilograms. */
export const HEAVIEST = 10_000;

/** A typed weight or a scale's reading, in kilograms to the gram; null if it is no valid weight. */
export function weightOf(text: string): number | null {
  const kilograms = Math.round(Number(text.replace(',', '.')) / GRAM) * GRAM;
  const rounded = Number(kilograms.toFixed(3));
  return rounded >= GRAM && rounded <= HEAVIEST ? rounded : null;
}
