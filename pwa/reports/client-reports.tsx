import { useQuery } from '@tanstack/react-query';
import { clientOrderReportQuery, type ReportFormat } from '../../shared/reports/report-queries.ts';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Tick } from '../ui/tick.tsx';
import { readSites, type Site } from './client.ts';
import { CostPerHead } from './cost-per-head.tsx';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice, generateText } from './format-choice.tsx';
import { PeopleReport } from './people-report.tsx';
import { ReportCard } from './report-card.tsx';
import './reports.css';
import { RunList } from './run-list.tsx';
import { SalesReport } from './sales-report.tsx';
import { useReport } from './use-report.ts';

/** Chooses among the person's sites. If no site is chosen, the report covers all of them. */
function Sites({ sites, chosen, onChange }: { sites: readonly Site[]; chosen: readonly number[]; onChange: (ids: number[]) => void }) {
  return (
    <fieldset className="field report-sites">
      <legend>Sites</legend>
      <div className="report-site-list">
        {sites.map(({ id, name, reference_1 }) => (
          <Tick
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            <span>{name}</span>
            {reference_1 && <span className="note code">{reference_1}</span>}
          </Tick>
        ))}
      </div>
      <p className="hint">{chosen.length === 0 ? 'None ticked: all sites.' : `${countText(chosen.length, 'site')} chosen.`}</p>
    </fieldset>
  );
}

/** Creates the report of the lines that the person's company, or some of its sites, have ordered. */
function ClientOrderReport() {
  const sites = useQuery({ queryKey: ['sites', 'all'], queryFn: ({ signal }) => readSites(signal) });
  const form = useReport({
    title: 'Order report',
    path: '/reports/orders',
    schema: clientOrderReportQuery,
    values: { ...noDays, site: [] as number[], format: 'csv' as ReportFormat },
    query: ({ site, ...days }) => ({ ...days, site: site.join(',') }),
    about: ({ site, format: _, ...days }) => [daysText(days), site.length ? countText(site.length, 'site') : 'all sites'].join(', '),
  });
  const { value: siteIds, onChange } = form.control('site');
  return (
    <ReportCard
      form={form}
      description="A row for each order line from the first of these days to the last, both included."
      button={generateText(form.values.format)}
    >
      <DayFields form={form} />
      <Loaded query={sites} noun="sites">
        {(all) => all.length > 1 && <Sites sites={all} chosen={siteIds} onChange={onChange} />}
      </Loaded>
      <FormatChoice {...form.control('format')} />
    </ReportCard>
  );
}

/** A client's own reports. */
export default function ClientReports() {
  const { can } = useSession();
  return (
    <Page title="Reports">
      <div className="reports">
        {can('run_order_report') && <ClientOrderReport />}
        {can('run_sales_report') && <SalesReport />}
        {can('edit_people') && (
          <>
            <CostPerHead />
            <PeopleReport name="allowances" />
            <PeopleReport name="leavers" />
          </>
        )}
        <RunList />
      </div>
    </Page>
  );
}
