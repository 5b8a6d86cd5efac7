const zone = 'Europe/London';
const short = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: '2-digit' });
const long = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

/** `list` is dd/mm/yy, `date` dd/mm/yyyy, `time` 09:42, `moment` both. */
export type DateForm = 'list' | 'date' | 'time' | 'moment';

/** A moment or a calendar date in UK time, as people here write it. */
export function formatDate(value: string | number | Date, form: DateForm = 'date'): string {
  const date = typeof value === 'string' && value.length === 10 ? new Date(`${value}T12:00:00Z`) : new Date(value);
  if (form === 'list') return short.format(date);
  if (form === 'time') return clock.format(date);
  return form === 'date' ? long.format(date) : `${long.format(date)} ${clock.format(date)}`;
}

/** A date with its exact moment behind it; nothing where there is none. */
export function DateText({ value, form = 'date', none = null }: { value: string | null | undefined; form?: DateForm; none?: string | null }) {
  if (!value) return none;
  return (
    <time dateTime={value} title={value.length > 10 ? formatDate(value, 'moment') : undefined}>
      {formatDate(value, form)}
    </time>
  );
}
