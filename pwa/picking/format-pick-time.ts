import { formatDate } from '../../shared/uk-time.ts';

/** When, as people say it on the day: `09:42`, or with its date where that was not today. */
export function formatPickTime(at: string): string {
  const isToday = formatDate(at, 'list') === formatDate(new Date().toISOString(), 'list');
  return isToday ? formatDate(at, 'time') : `${formatDate(at, 'list')} ${formatDate(at, 'time')}`;
}
