import { orderReportQuery, type ReportFormat } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Tick } from '../ui/tick.tsx';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** The report of order lines: for all clients, or for one client. */
export function OrderReport() {
  const form = useReport({
    title: 'Order report',
    path: '/admin/reports/orders',
    schema: orderReportQuery,
    values: { ...noDays, account: null as Client | null, use_dispatch_date: false, format: 'csv' as ReportFormat },
    query: ({ account, use_dispatch_date, ...rest }) => ({ ...rest, account: account?.id, use_dispatch_date: use_dispatch_date ? 1 : undefined }),
    about: ({ account, use_dispatch_date, format: _, ...days }) =>
      [daysText(days), account?.name ?? 'all clients', use_dispatch_date && 'by day of dispatch'].filter(Boolean).join(', '),
  });
  return (
    <ReportCard
      form={form}
      description="A row for each order line from the first of these days to the last, both included. Cancelled orders are in it."
      button={generateText(form.values.format)}
    >
      <DayFields form={form} />
      <ClientChoice {...form.control('account')} />
      <Tick {...form.tick('use_dispatch_date')}>Use the date of dispatch</Tick>
      <FormatChoice {...form.control('format')} />
    </ReportCard>
  );
}
