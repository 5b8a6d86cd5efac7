import { costPerHeadQuery, type PeopleReportFormat, peopleReportFormats } from '../../shared/reports/people-reports.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** The form of the report of the cost per head, for the office or for a client's own people. */
export function CostPerHead({ office = false }: { office?: boolean }) {
  const form = useReport({
    title: 'Cost per head',
    path: `${office ? '/admin' : ''}/reports/cost-per-head/export`,
    schema: costPerHeadQuery,
    values: { ...noDays, account: null as Client | null, format: 'csv' as PeopleReportFormat },
    query: ({ account, ...rest }) => ({ ...rest, account: account?.id }),
    about: ({ account, format: _, ...days }) => {
      const whose = account?.name ?? (office ? 'all clients' : 'your people');
      return `${days.start || days.end ? daysText(days) : 'the last 12 months'}, ${whose}`;
    },
  });
  return (
    <ReportCard
      form={form}
      description="Items and cost for each person, by site and employee role, beside the year before. Without dates: the last 12 months."
      button={generateText(form.values.format)}
    >
      <DayFields form={form} />
      {office && <ClientChoice {...form.control('account')} />}
      <FormatChoice formats={peopleReportFormats} {...form.control('format')} />
    </ReportCard>
  );
}
