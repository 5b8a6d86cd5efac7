import { addMonths } from '../add-months.ts';
import { ukDate } from '../uk-time.ts';

/** The timeframes of a graph, with the labels by which a person chooses one. */
export const timeframes = {
  '1m': 'Last month',
  '2m': 'Last 2 months',
  '3m': 'Last 3 months',
  '6m': 'Last 6 months',
  '12m': 'Last 12 months',
  ytd: 'Since 1 January',
} as const;

export type Timeframe = keyof typeof timeframes;
export const timeframeNames = Object.keys(timeframes) as [Timeframe, ...Timeframe[]];

/** The first day of a timeframe: the same day that many months ago, or the last day of a shorter month; it begins at midnight in the UK. */
export function timeframeStart(timeframe: Timeframe, now: string): string {
  const today = ukDate(now);
  return timeframe === 'ytd' ? `${today.slice(0, 4)}-01-01` : addMonths(today, -Number.parseInt(timeframe, 10));
}
