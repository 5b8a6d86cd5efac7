import { type PeopleReportFormat, peopleReportFormats, peopleReportQuery } from '../../shared/reports/people-reports.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

const reports = {
  leavers: {
    title: 'Leavers',
    description: 'What people still hold 30 days after they left, its value today, and whether they agreed to deductions.',
  },
  allowances: {
    title: 'Allowances',
    description: 'What each person may have of their allowances in the present period, what they have used, and what is left.',
  },
} as const;

interface PeopleReportProps {
  name: keyof typeof reports;
  office?: boolean;
}

/** The form of a report about people as they are today, for the office or for a client's own people. */
export function PeopleReport({ name, office = false }: PeopleReportProps) {
  const { title, description } = reports[name];
  const form = useReport({
    title,
    path: `${office ? '/admin' : ''}/reports/${name}/export`,
    schema: peopleReportQuery,
    values: { account: null as Client | null, format: 'csv' as PeopleReportFormat },
    query: ({ account, format }) => ({ account: account?.id, format }),
    about: ({ account }) => account?.name ?? (office ? 'all clients' : 'your people'),
  });
  return (
    <ReportCard form={form} description={description} button={generateText(form.values.format)}>
      {office && <ClientChoice {...form.control('account')} />}
      <FormatChoice formats={peopleReportFormats} {...form.control('format')} />
    </ReportCard>
  );
}
