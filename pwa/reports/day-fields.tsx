import { TextField } from '../ui/field.tsx';

/** The first and the last day of a report, `YYYY-MM-DD`; empty where it is open. */
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
export function DayFields({ days, onChange, errors }: { days: Days; onChange: (days: Days) => void; errors: Record<string, string> }) {
  return (
    <div className="report-days">
      <TextField
        label="Start Date"
        name="start"
        type="date"
        value={days.start}
        max={days.end || undefined}
        onChange={({ target }) => onChange({ ...days, start: target.value })}
        error={errors.start}
      />
      <TextField
        label="End Date"
        name="end"
        type="date"
        value={days.end}
        min={days.start || undefined}
        onChange={({ target }) => onChange({ ...days, end: target.value })}
        error={errors.end}
      />
    </div>
  );
}
