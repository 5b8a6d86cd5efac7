import { type ReportFormat, reportFormats } from '../../shared/reports/report-queries.ts';
import { Segments } from '../ui/segments.tsx';

interface FormatChoiceProps<Format extends ReportFormat> {
  value: Format;
  onChange: (format: Format) => void;
  /** The formats that the report has; all by default. */
  formats?: readonly Format[];
}

/** A choice of the report's format: a table to calculate with (text or workbook) or pages to print. */
export function FormatChoice<Format extends ReportFormat = ReportFormat>({
  value,
  onChange,
  formats = reportFormats as readonly ReportFormat[] as readonly Format[],
}: FormatChoiceProps<Format>) {
  return (
    <Segments
      label="Format"
      segments={formats.map((format) => ({ value: format, label: format.toUpperCase() }))}
      value={value}
      onChange={(next) => onChange(formats.find((format) => format === next) ?? value)}
    />
  );
}

/** The text of the button that makes a report in a format. */
export const generateText = (format: ReportFormat): string => `Generate ${format.toUpperCase()}`;
