import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientOrderReportQuery } from '../../shared/reports/report-queries.ts';
import { countText } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Tick } from '../ui/tick.tsx';
import { readSites, type Site } from './client.ts';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { ReportCard } from './report-card.tsx';
import './reports.css';
import { RunList } from './run-list.tsx';

/** A choice of the person's sites; none chosen is all. */
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
            <span className="cut">{name}</span>
            {reference_1 && <span className="note code">{reference_1}</span>}
          </Tick>
        ))}
      </div>
      <p className="hint">{chosen.length === 0 ? 'None ticked: all sites.' : `${countText(chosen.length, 'site')} chosen.`}</p>
    </fieldset>
  );
}

/** A client's own order report. */
export default function ClientReports() {
  const [days, setDays] = useState(noDays);
  const [chosen, setChosen] = useState<number[]>([]);
  const sites = useQuery({ queryKey: ['sites', 'all'], queryFn: ({ signal }) => readSites(signal) });
  return (
    <Page title="Reports">
      <div className="reports has-one">
        <ReportCard
          title="Order report"
          description="A row for each order line from the first of these days to the last, both included."
          path="/reports/orders"
          schema={clientOrderReportQuery}
          sent={{ ...days, site: chosen.join(',') }}
          about={[daysText(days), chosen.length ? countText(chosen.length, 'site') : 'all sites'].join(', ')}
          button="Generate CSV"
          onClear={() => {
            setDays(noDays);
            setChosen([]);
          }}
        >
          {(errors) => (
            <>
              <DayFields days={days} onChange={setDays} errors={errors} />
              <Loaded query={sites} noun="sites">
                {(all) => all.length > 1 && <Sites sites={all} chosen={chosen} onChange={setChosen} />}
              </Loaded>
            </>
          )}
        </ReportCard>
        <RunList />
      </div>
    </Page>
  );
}
