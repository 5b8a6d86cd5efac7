import { type DateForm, formatDate } from '../../shared/uk-time.ts';

/** A date with its exact time as a tooltip; empty if there is no date. */
export function DateText({ value, form = 'date', none = null }: { value: string | null | undefined; form?: DateForm; none?: string | null }) {
  if (!value) return none;
  return (
    <time dateTime={value} title={value.length > 10 ? formatDate(value, 'moment') : undefined}>
      {formatDate(value, form)}
    </time>
  );
}
