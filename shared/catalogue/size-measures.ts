import type { Measures } from './product.ts';

/** What the sizes of a style measure, for a chooser of sizes. */
export interface SizeMeasures {
  /** `Chest in cm`, `Waist / leg in cm`; null if no size has measures. */
  heading: string | null;
  /** What is measured, as the style names it: `Chest`, `Leg`. */
  names: readonly string[];
  /** The measures of each size by its name: `102`, `90 / 81`. A measure that a size lacks is a dash. */
  bySize: ReadonlyMap<string, string>;
}

/** The body measures under these sizes, each in the sequence of the heading. */
export function sizeMeasures(measures: Measures | null, sizes: readonly string[]): SizeMeasures {
  const measured = sizes.flatMap((size) => (measures?.[size] ? [{ size, values: measures[size] }] : []));
  const names = [...new Set(measured.flatMap(({ values }) => Object.keys(values)))];
  if (names.length === 0) return { heading: null, names, bySize: new Map() };
  const words = names.join(' / ').toLowerCase();
  return {
    heading: `${words.charAt(0).toUpperCase()}${words.slice(1)} in cm`,
    names,
    bySize: new Map(measured.map(({ size, values }) => [size, names.map((name) => values[name] ?? '–').join(' / ')])),
  };
}
