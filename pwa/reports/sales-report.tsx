import { type ReportFormat, salesReportQuery } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useSession } from '../session/use-session.ts';
import { Combobox } from '../ui/combobox.tsx';
import { findSites, type Site } from './client.ts';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** The sales of each month: of all clients for the office, of the person's own company for a client. */
export function SalesReport() {
  const { who, role } = useSession();
  const isOffice = role === 'super';
  const form = useReport({
    title: 'Sales per month',
    path: isOffice ? '/admin/reports/sales-per-month/export' : '/reports/sales-per-month/export',
    schema: salesReportQuery,
    values: { ...noDays, account: (isOffice ? null : who.account) as Client | null, site: null as Site | null, format: 'csv' as ReportFormat },
    query: ({ account, site, ...rest }) => ({ ...rest, account: account?.id, site: site?.id }),
    about: ({ account, site, format: _, ...days }) => [daysText(days), account?.name ?? 'all clients', site?.name].filter(Boolean).join(', '),
  });
  const { account, site, format } = form.values;
  return (
    <ReportCard
      form={form}
      description="Orders, items and amounts ex VAT for each month and site, less approved returns. Both dates may stay empty."
      button={generateText(format)}
      waits={role === 'site_admin' && !site ? 'Choose a site.' : null}
    >
      <DayFields form={form} />
      {isOffice && <ClientChoice {...form.control('account')} onChange={(next) => form.fill({ account: next, site: null })} />}
      <Combobox
        key={account?.id}
        label="Site"
        placeholder={account ? (role === 'site_admin' ? 'Choose a site' : 'All sites') : 'Choose a client first'}
        disabled={!account}
        from={0}
        {...form.control('site')}
        search={(text, signal) => findSites(account?.id, text, signal)}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
      />
      <FormatChoice {...form.control('format')} />
    </ReportCard>
  );
}
