import { DateField } from '../ui/date-field.tsx';
import type { ReportForm } from './use-report.ts';

/** The first and the last day of a report, `YYYY-MM-DD`; empty if that end is open. */
export interface Days {
  start: string;
  end: string;
}
export const noDays: Days = { start: '', end: '' };

const uk = (date: string): string => date.split('-').reverse().join('/');

/** The days as text. */
export function daysText({ start, end }: Days): string {
  if (start && end) return start === end ? uk(start) : `${uk(start)} to ${uk(end)}`;
  if (start) return `from ${uk(start)}`;
  return end ? `to ${uk(end)}` : 'all days';
}

/** Two dates side by side. */
export function DayFields({ form }: { form: Pick<ReportForm<Days>, 'values' | 'field'> }) {
  const { start, end } = form.values;
  return (
    <div className="report-days">
      <DateField label="Start Date" max={end || undefined} {...form.field('start')} />
      <DateField label="End Date" min={start || undefined} {...form.field('end')} />
    </div>
  );
}
