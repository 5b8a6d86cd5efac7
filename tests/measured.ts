/** Returns the value below which this share (0 to 1) of the values lies; NaN if there are no values. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const lowerQuartile = (values: readonly number[]): number => percentile(values, 0.25);
export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const p95 = (values: readonly number[]): number => percentile(values, 0.95);
