import { type ReportFormat, reportFormats } from '../../shared/reports/report-queries.ts';
import { Segments } from '../ui/segments.tsx';

const segments = reportFormats.map((value) => ({ value, label: value.toUpperCase() }));

/** A choice of the report's format: a table to calculate with (text or workbook) or pages to print. */
export function FormatChoice({ value, onChange }: { value: ReportFormat; onChange: (format: ReportFormat) => void }) {
  return (
    <Segments
      label="Format"
      segments={segments}
      value={value}
      onChange={(next) => onChange(reportFormats.find((format) => format === next) ?? 'csv')}
    />
  );
}

/** The text of the button that makes a report in a format. */
export const generateText = (format: ReportFormat): string => `Generate ${format.toUpperCase()}`;
