import { useState } from 'react';
import { orderReportQuery } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Tick } from '../ui/tick.tsx';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { ReportCard } from './report-card.tsx';

/** The lines of the orders of all clients, or of one client. */
export function OrderReport() {
  const [days, setDays] = useState(noDays);
  const [account, setAccount] = useState<Client | null>(null);
  const [byDispatch, setByDispatch] = useState(false);
  return (
    <ReportCard
      title="Order report"
      description="A row for each order line from the first of these days to the last, both included. Cancelled orders are in it."
      path="/admin/reports/orders"
      schema={orderReportQuery}
      sent={{ ...days, account: account?.id, use_dispatch_date: byDispatch ? 1 : undefined }}
      about={[daysText(days), account?.name ?? 'all clients', byDispatch && 'by day of dispatch'].filter(Boolean).join(', ')}
      button="Generate CSV"
      onClear={() => {
        setDays(noDays);
        setAccount(null);
        setByDispatch(false);
      }}
    >
      {(errors) => (
        <>
          <DayFields days={days} onChange={setDays} errors={errors} />
          <ClientChoice name="account" value={account} onChange={setAccount} error={errors.account} />
          <Tick checked={byDispatch} onChange={({ target }) => setByDispatch(target.checked)}>
            Use the date of dispatch
          </Tick>
        </>
      )}
    </ReportCard>
  );
}
