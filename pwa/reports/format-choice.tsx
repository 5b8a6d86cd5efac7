import { type ReportFormat, reportFormats } from '../../shared/reports/report-queries.ts';
import { Segments } from '../ui/segments.tsx';

const segments = reportFormats.map((value) => ({ value, label: value.toUpperCase() }));

/** A table to calculate with, or pages to print. */
export function FormatChoice({ value, onChange }: { value: ReportFormat; onChange: (format: ReportFormat) => void }) {
  return <Segments label="Format" segments={segments} value={value} onChange={(next) => onChange(next === 'pdf' ? 'pdf' : 'csv')} />;
}
