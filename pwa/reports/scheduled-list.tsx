import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { reportTitles } from '../../shared/reports/report-names.ts';
import { scheduleText } from '../../shared/reports/schedule.ts';
import type { ScheduledReport } from '../../shared/reports/scheduled-report.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { deleteScheduledReport, readScheduledReports } from './scheduled-client.ts';
import { useSendReport } from './use-send-report.tsx';

const edit = ({ id }: ScheduledReport): string => `/admin/scheduled-reports/${id}/edit`;
const title = ({ report }: ScheduledReport): string => reportTitles[report];
const name = (one: ScheduledReport) => (
  <Link className="strong cut" to={edit(one)}>
    {title(one)}
  </Link>
);

/** The filters of a report, as text. */
const filtersText = ({ account, site, supplier, query }: ScheduledReport): string =>
  [
    account?.name,
    site?.name,
    supplier?.name,
    query.sku && `SKU ${query.sku}`,
    query.cost && 'with cost',
    query.use_dispatch_date && 'by day of dispatch',
  ]
    .filter(Boolean)
    .join(', ') || 'Everything';
const recipientsText = ({ recipients }: ScheduledReport): string => recipients.join(', ');
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const whenText = (one: ScheduledReport): string => capitalised(scheduleText(one));

/** The reports that are mailed every week or month, the next one first. */
export default function ScheduledReportList() {
  const list = useListState({ orderBy: 'next_on', per_page: limits.scheduled_reports_page });
  const { ask, dialog } = useConfirm();
  const { write } = useWrite({ send: deleteScheduledReport, success: 'Scheduled report has been deleted', refresh: [['scheduled-reports']] });
  const remove = async (one: ScheduledReport): Promise<void> => {
    const body = `It is mailed ${scheduleText(one)} to ${recipientsText(one)}. Links that are mailed already still open.`;
    if (await ask({ title: `Stop mailing the report ${title(one)}?`, body, action: 'Delete', destroys: true })) void write(one);
  };
  const sending = useSendReport();
  const sendButton = (one: ScheduledReport) => (
    <Button
      size="sm"
      busy={sending.busyId === one.id}
      aria-label={`Send now: ${title(one)} ${scheduleText(one)}`}
      onClick={() => void sending.send(one)}
    >
      Send now
    </Button>
  );
  const deleteButton = (one: ScheduledReport) => (
    <IconButton size="sm" icon="trash" label={`Delete ${title(one)} ${scheduleText(one)}`} onClick={() => void remove(one)} />
  );
  return (
    <Page
      title="Scheduled reports"
      fill
      actions={
        <ButtonLink to="/admin/reports" look="quiet">
          Reports
        </ButtonLink>
      }
      primary={<CreateLink to="/admin/scheduled-reports/create">Schedule Report</CreateLink>}
    >
      <DataTable
        noun={['scheduled report', 'scheduled reports']}
        list={list}
        exports={{ path: '/admin/scheduled-reports/export' }}
        queryKey={['scheduled-reports', 'list']}
        load={readScheduledReports}
        columns={[
          { key: 'report', heading: 'Report', width: 164, orderBy: 'report', cell: name, title },
          { key: 'filters', heading: 'Of', cell: filtersText, title: filtersText },
          { key: 'format', heading: 'Format', width: 76, wide: true, cell: ({ format }) => format.toUpperCase() },
          { key: 'when', heading: 'Mailed', width: 200, wide: true, cell: whenText },
          { key: 'recipients', heading: 'To', minWidth: 160, cell: recipientsText, title: recipientsText },
          { key: 'next', heading: 'Next', width: 92, orderBy: 'next_on', cell: ({ next_on }) => <DateText value={next_on} form="list" /> },
          {
            key: 'last',
            heading: 'Last',
            onCard: true,
            width: 92,
            wide: true,
            cell: ({ last_mailed_at }) => (last_mailed_at ? <DateText value={last_mailed_at} form="list" /> : <span className="note">Never</span>),
          },
          { key: 'send', heading: 'Send', width: 104, cell: sendButton },
          { key: 'delete', heading: 'Delete', width: 72, cell: deleteButton },
        ]}
        rowId={({ id }) => String(id)}
        rowName={title}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">
              {name(one)}
              <span className="push line">
                {sendButton(one)}
                {deleteButton(one)}
              </span>
            </div>
            <p className="sub text-md">
              {whenText(one)}, {filtersText(one)}, {one.format.toUpperCase()}
            </p>
            <p className="line sub text-md">
              <span className="cut grow">{recipientsText(one)}</span>
              <span className="push nowrap">
                Next <DateText value={one.next_on} form="list" />
              </span>
            </p>
          </>
        )}
        empty="No reports are scheduled"
        emptyHint={<p>A scheduled report is mailed every week or month as a link that opens it after a sign-in.{mailWaits()}</p>}
      />
      {dialog}
      {sending.dialog}
    </Page>
  );
}
