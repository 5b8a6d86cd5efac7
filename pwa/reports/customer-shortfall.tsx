import { customerShortfallQuery, type ReportFormat } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { findSites, type Site } from './client.ts';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** The report on items for which clients still wait, line by line. */
export function CustomerShortfall() {
  const form = useReport({
    title: 'Customer shortfall',
    path: '/admin/reports/customer-shortfall/export',
    schema: customerShortfallQuery,
    values: { ...noDays, account: null as Client | null, site: null as Site | null, format: 'csv' as ReportFormat },
    query: ({ account, site, format, ...days }) => ({ ...days, account: account?.id, site: site?.id, format }),
    about: ({ account, site, ...days }) => [daysText(days), account?.name ?? 'all clients', site?.name].filter(Boolean).join(', '),
  });
  const { account, format } = form.values;
  return (
    <ReportCard
      form={form}
      description="Sized lines that are not fully allocated, with what is on order and when it is due. Both dates may stay empty."
      button={generateText(format)}
    >
      <DayFields form={form} />
      <ClientChoice {...form.control('account')} onChange={(next) => form.fill({ account: next, site: null })} />
      <Combobox
        key={account?.id}
        label="Site"
        placeholder={account ? 'All sites' : 'Choose a client first'}
        disabled={!account}
        {...form.control('site')}
        search={(text, signal) => findSites(account?.id, text, signal)}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
      />
      <FormatChoice {...form.control('format')} />
    </ReportCard>
  );
}
