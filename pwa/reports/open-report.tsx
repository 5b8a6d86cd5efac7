import { useSearchParams } from 'react-router';
import { reportPaths, reportTitles } from '../../shared/reports/report-names.ts';
import type { ReportName } from '../../shared/reports/report-queries.ts';
import { useSession } from '../session/use-session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { daysText } from './day-fields.tsx';
import './reports.css';
import { RunList } from './run-list.tsx';
import { startRun } from './runs.ts';

const isReport = (name: string | null): name is ReportName => name !== null && name in reportTitles;

/** A report behind a mailed link, for those who may read it; others are told that they may not. */
export default function OpenReport() {
  const { can } = useSession();
  const [params] = useSearchParams();
  const name = params.get('report');
  if (!can('run_reports'))
    return (
      <Page title="Report">
        <EmptyState
          title="You are not allowed to read this report"
          action={
            <ButtonLink to="/" look="primary">
              Go to the start page
            </ButtonLink>
          }
        >
          <p>It is for people of the office. Ask whoever scheduled it to take your address off its recipients, or to give you the role.</p>
        </EmptyState>
      </Page>
    );
  if (!isReport(name))
    return (
      <Page title="Report" back="/admin/reports">
        <EmptyState title="There is no such report">
          <p>The link is not complete. Open it from the email again, or make the report yourself.</p>
        </EmptyState>
      </Page>
    );
  const query = new URLSearchParams(params);
  query.delete('report');
  const days = daysText({ start: params.get('start') ?? '', end: params.get('end') ?? '' });
  const format = (params.get('format') ?? 'csv').toUpperCase();
  const open = () => void startRun(reportTitles[name], days, `${reportPaths[name]}?${query}`);
  return (
    <Page title={reportTitles[name]} back="/admin/reports">
      <div className="reports">
        <section className="card report-card" aria-label="The mailed report">
          <header>
            <h2>{params.has('start') ? days : 'As it is now'}</h2>
          </header>
          <div className="in-card report-fields">
            <p className="sub report-says">The report is made from what is stored now, and saved on this device.</p>
          </div>
          <footer>
            <Button look="primary" icon="download" className="push" onClick={open}>
              Download {format}
            </Button>
          </footer>
        </section>
        <RunList />
      </div>
    </Page>
  );
}
