import { useNavigate } from 'react-router';
import { hasDays, reportTitles } from '../../shared/reports/report-names.ts';
import type { ReportFormat, ReportName } from '../../shared/reports/report-queries.ts';
import { checkFilters, dayFaults } from '../../shared/reports/save-scheduled-report.ts';
import { weekdayChoices } from '../../shared/reports/schedule.ts';
import { reportNames, type ScheduledReport, scheduledReportChange } from '../../shared/reports/scheduled-report.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { FieldGroup, FormPage } from '../ui/form-page.tsx';
import { Menu } from '../ui/menu.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Tick } from '../ui/tick.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { findSites, findSuppliers } from './client.ts';
import { FormatChoice } from './format-choice.tsx';
import './reports.css';
import { deleteScheduledReport, readScheduledReport, saveScheduledReport } from './scheduled-client.ts';
import { useSendReport } from './use-send-report.tsx';

const list = '/admin/scheduled-reports';

/** A report that is mailed every week or month: a new one, or a stored one. */
export default function ScheduledReportForm() {
  return (
    <RecordPage title="Scheduled report" back={list} queryKey={['scheduled-reports', 'one']} read={readScheduledReport}>
      {(report) => <Details stored={report} />}
    </RecordPage>
  );
}

interface Named {
  id: number;
  name: string;
}

/** The filters that each report has. */
const filtersOf: Record<ReportName, readonly string[]> = {
  order: ['account', 'use_dispatch_date'],
  'stock-holding': ['supplier', 'account', 'sku', 'cost'],
  'supplier-shortfall': ['supplier'],
  'customer-shortfall': ['account', 'site'],
  'sales-per-month': ['account', 'site'],
  invoice: [],
};

const valuesOf = (of: Partial<ScheduledReport>) => ({
  version: of.version,
  report: of.report ?? ('order' as ReportName),
  account: (of.account ?? null) as Client | null,
  site: (of.site ?? null) as Named | null,
  supplier: (of.supplier ?? null) as Named | null,
  sku: String(of.query?.sku ?? ''),
  cost: of.query?.cost === true,
  use_dispatch_date: of.query?.use_dispatch_date === true,
  format: of.format ?? ('csv' as ReportFormat),
  every: of.every ?? ('week' as 'week' | 'month'),
  day: String(of.day ?? 1),
  recipients: of.recipients?.join('\n') ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** The filters of the chosen report; those of other reports are left out. */
function queryOf({ report, account, site, supplier, sku, cost, use_dispatch_date }: Values) {
  const all = { account: account?.id, site: site?.id, supplier: supplier?.id, sku: sku.trim() || undefined, cost, use_dispatch_date };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (filtersOf[report].includes(name) && value ? [[name, value]] : [])));
}

const inputOf = (values: Values) => ({
  version: values.version,
  report: values.report,
  query: queryOf(values),
  format: values.format,
  every: values.every,
  day: Number(values.day),
  recipients: values.recipients.split(/[\s,;]+/).filter(Boolean),
});

const reportOptions = reportNames.map((value) => ({ value, label: reportTitles[value] }));
const weekdays = weekdayChoices.map(({ day, name }) => ({ value: String(day), label: name }));
const monthDays = Array.from({ length: 28 }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }));
const rhythms = [
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
];

function Details({ stored }: { stored: ScheduledReport | undefined }) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const form = useForm({
    schema: scheduledReportChange,
    record: stored ?? {},
    valuesOf,
    input: inputOf,
    // An error of a filter, or of one recipient's address, is shown on the field that it came from.
    fieldOf: (field) => field.replace(/^query\./, '').replace(/^recipients\..*$/, 'recipients'),
    check: (values) => {
      const { report, every, day } = values;
      const faults = checkFilters(report, queryOf(values)).faults ?? {};
      return {
        ...dayFaults({ every, day: Number(day) }),
        ...Object.fromEntries(Object.entries(faults).map(([field, message]) => [field.replace(/^query\./, ''), message])),
      };
    },
    send: saveScheduledReport(stored?.id),
    success: 'Scheduled report has been saved',
    refresh: [['scheduled-reports']],
    onSaved: () => void navigate(list),
  });
  const { write, busy } = useWrite({
    send: deleteScheduledReport,
    success: 'Scheduled report has been deleted',
    refresh: [['scheduled-reports']],
    onSaved: () => {
      form.giveUp();
      void navigate(list);
    },
  });
  const remove = async (one: ScheduledReport): Promise<void> => {
    const body = 'Nobody is mailed it any more. Links that are mailed already still open.';
    if (await ask({ title: `Stop mailing the report ${reportTitles[one.report]}?`, body, action: 'Delete', destroys: true })) void write(one);
  };
  const sending = useSendReport();
  const { report, account, every } = form.values;
  const has = (filter: string): boolean => filtersOf[report].includes(filter);
  return (
    <>
      <FormPage
        form={form}
        stored={stored}
        title={stored ? reportTitles[stored.report] : 'Schedule a report'}
        back={list}
        actions={
          stored &&
          (isPhone ? (
            <Menu
              items={[
                { label: 'Send now', icon: 'mail', disabled: form.isDirty && 'Save the changes first', onSelect: () => void sending.send(stored) },
                { label: 'Delete', icon: 'trash', danger: true, onSelect: () => void remove(stored) },
              ]}
            >
              <IconButton icon="more" label={`Actions for ${reportTitles[stored.report]}`} busy={busy || sending.busyId !== null} />
            </Menu>
          ) : (
            <>
              <Button disabled={form.isDirty} busy={sending.busyId !== null} onClick={() => void sending.send(stored)}>
                Send now
              </Button>
              <Button look="danger" busy={busy} onClick={() => void remove(stored)}>
                Delete
              </Button>
            </>
          ))
        }
      >
        <FieldGroup title="Report">
          <Select label="Report" required options={reportOptions} {...form.field('report')} />
          {has('account') && (
            <ClientChoice {...form.control('account')} onChange={(next) => form.fill({ account: next as Values['account'], site: null })} />
          )}
          {has('site') && (
            <Combobox<Named>
              key={account?.id}
              label="Site"
              placeholder={account ? 'All sites' : 'Choose a client first'}
              disabled={!account}
              from={0}
              {...form.control('site')}
              search={(text, signal) => findSites(account?.id, text, signal)}
              itemKey={({ id }) => id}
              itemText={({ name }) => name}
            />
          )}
          {has('supplier') && (
            <Combobox<Named>
              label="Supplier"
              placeholder="All suppliers"
              {...form.control('supplier')}
              search={findSuppliers}
              itemKey={({ id }) => id}
              itemText={({ name }) => name}
            />
          )}
          {has('sku') && <TextField label="SKU" hint="Part of the SKU is enough." {...form.field('sku')} maxLength={80} />}
          {has('cost') && <Tick {...form.tick('cost')}>With cost and value</Tick>}
          {has('use_dispatch_date') && <Tick {...form.tick('use_dispatch_date')}>Use the date of dispatch</Tick>}
          <div className="field report-choice">
            <span className="label">Format</span>
            <FormatChoice {...form.control('format')} />
          </div>
        </FieldGroup>
        <FieldGroup title="Mail">
          <div className="field report-choice">
            <span className="label">How often</span>
            <Segments
              label="How often"
              segments={rhythms}
              value={every}
              onChange={(next) => form.fill({ every: next === 'month' ? 'month' : 'week', day: '1' })}
            />
          </div>
          <Select
            label={every === 'week' ? 'Day' : 'Day of the month'}
            required
            hint={daysHint(report, every)}
            options={every === 'week' ? weekdays : monthDays}
            {...form.field('day')}
          />
          <TextArea
            label="Recipients"
            required
            hint={`Email addresses, one a line. They get a link that opens the report after they sign in, never the report itself.${mailWaits()}`}
            {...form.field('recipients')}
          />
        </FieldGroup>
      </FormPage>
      {dialog}
      {sending.dialog}
    </>
  );
}

/** Which days the report covers. */
function daysHint(report: ReportName, every: 'week' | 'month'): string {
  if (!hasDays(report)) return 'The stock is as it is when the link is opened.';
  return every === 'week' ? 'The report covers the last week from Monday to Sunday.' : 'The report covers the last calendar month.';
}
