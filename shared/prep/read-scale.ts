/** A weight that a scale reports. */
export interface ScaleReading {
  grams: number;
  /** False while the scale is still moving. */
  is_stable: boolean;
}

const inGrams = { kg: 1000, g: 1 } as const;

/**
 * Reads a line of a scale, such as `ST,GS,+  1.480kg`, `1.480 kg` or `US,+0731 g`; null if the line is no weight. A line that does not say whether the
 * scale is still counts as still.
 */
export function readScale(line: string): ScaleReading | null {
  const match = /([-+−]?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g)\b/i.exec(line);
  if (!match) return null;
  const [, sign = '', digits = '', unit = 'g'] = match;
  const size = Number(digits.replace(',', '.')) * inGrams[unit.toLowerCase() as keyof typeof inGrams];
  const grams = Math.round(size);
  if (sign === '-' || sign === '−' || !Number.isFinite(grams)) return null;
  return { grams, is_stable: !/\bUS\b/i.test(line) };
}

/** Reads what a scale types like a keyboard: a weight with its unit and nothing else; null for any other code. */
export const readTypedWeight = (text: string): number | null =>
  /^\s*\+?\s*\d+(?:[.,]\d+)?\s*(?:kg|g)\s*$/i.test(text) ? (readScale(text)?.grams ?? null) : null;
