import { periodDays, periodNames, type ReportDays, reportPeriods } from '../../shared/reports/report-periods.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { DateField, type DateFieldProps } from '../ui/date-field.tsx';

/** The first and the last day of a report; empty if that end is open. */
export type Days = ReportDays;
export const noDays: Days = { start: '', end: '' };

const uk = (date: string): string => date.split('-').reverse().join('/');

/** The days as text. */
export function daysText({ start, end }: Days): string {
  if (start && end) return start === end ? uk(start) : `${uk(start)} to ${uk(end)}`;
  if (start) return `from ${uk(start)}`;
  return end ? `to ${uk(end)}` : 'all days';
}

/** A form with the days of a report. */
interface DaysForm {
  values: Days;
  field: (name: keyof Days) => Omit<DateFieldProps, 'label' | 'min' | 'max'>;
  fill: (days: Days) => void;
}

/** Two dates side by side, and the usual periods: a period fills in both dates, and once more empties them. */
export function DayFields({ form }: { form: DaysForm }) {
  const { start, end } = form.values;
  const today = ukDate(new Date().toISOString());
  return (
    <div className="report-days">
      <DateField label="Start Date" max={end || undefined} {...form.field('start')} />
      <DateField label="End Date" min={start || undefined} {...form.field('end')} />
      <fieldset className="report-periods" aria-label="Period">
        {reportPeriods.map((period) => {
          const days = periodDays(period, today);
          const isChosen = days.start === start && days.end === end;
          return (
            <button key={period} type="button" className="link" aria-pressed={isChosen} onClick={() => form.fill(isChosen ? noDays : days)}>
              {periodNames[period]}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
