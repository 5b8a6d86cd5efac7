const steps = [1, 2, 2.5, 5, 10];

/** The ticks of a chart's axis: rounded pence from 0 to at least `most`. An axis up to £2 has two or three ticks, others have four or five. */
export function ticksOf(most: number): number[] {
  const pounds = Math.max(most / 100, 1);
  const rough = pounds / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (steps.find((one) => one * power >= rough) ?? 10));
  const count = Math.ceil(pounds / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => Math.round(n * step * 100));
}

/** A tick as short text: £0, £500, £2.5k, £1m. */
export function tickText(pence: number): string {
  const pounds = pence / 100;
  const short = (value: number, unit: string): string => `£${Number(value.toFixed(2))}${unit}`;
  if (pounds >= 1_000_000) return short(pounds / 1_000_000, 'm');
  return pounds >= 1000 ? short(pounds / 1000, 'k') : short(pounds, '');
}

/** A chart is as wide as its container. With more than `MAX_LABELS` labels, it is at least `LABEL_WIDTH` pixels wide for each label. */
const MAX_LABELS = 15;
const LABEL_WIDTH = 35;

/** The minimum width of a chart with this many labels, in pixels; undefined if its container is wide enough for all of them. */
export const widthOf = (labels: number): number | undefined => (labels > MAX_LABELS ? labels * LABEL_WIDTH : undefined);
