import { formatDate } from '../../shared/uk-time.ts';

/** A time in short: `09:42`, or with the date if it is not today's. */
export function formatPickTime(at: string): string {
  const isToday = formatDate(at, 'list') === formatDate(new Date().toISOString(), 'list');
  return isToday ? formatDate(at, 'time') : `${formatDate(at, 'list')} ${formatDate(at, 'time')}`;
}
