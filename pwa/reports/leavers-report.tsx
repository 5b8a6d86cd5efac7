import { leaversReportFormats, leaversReportQuery } from '../../shared/reports/leavers-report.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Segments } from '../ui/segments.tsx';
import { generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

const segments = leaversReportFormats.map((value) => ({ value, label: value.toUpperCase() }));

/** The form of the report of what leavers still hold, for the office or for a client's own people. */
export function LeaversReport({ office = false }: { office?: boolean }) {
  const form = useReport({
    title: 'Leavers',
    path: office ? '/admin/reports/leavers/export' : '/reports/leavers/export',
    schema: leaversReportQuery,
    values: { account: null as Client | null, format: 'csv' as (typeof leaversReportFormats)[number] },
    query: ({ account, format }) => ({ account: account?.id, format }),
    about: ({ account }) => account?.name ?? (office ? 'all clients' : 'your people'),
  });
  const { value, onChange } = form.control('format');
  return (
    <ReportCard
      form={form}
      description="What people still hold 30 days after they left, its value today, and whether they agreed to deductions."
      button={generateText(form.values.format)}
    >
      {office && <ClientChoice {...form.control('account')} />}
      <Segments
        label="Format"
        segments={segments}
        value={value}
        onChange={(next) => onChange(leaversReportFormats.find((format) => format === next) ?? 'csv')}
      />
    </ReportCard>
  );
}
