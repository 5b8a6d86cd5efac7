import { useState } from 'react';
import { customerShortfallQuery, type ReportFormat } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { findSites, type Site } from './client.ts';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { FormatChoice } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';

/** The items that clients still wait for, line by line. */
export function CustomerShortfall() {
  const [days, setDays] = useState(noDays);
  const [account, setAccount] = useState<Client | null>(null);
  const [site, setSite] = useState<Site | null>(null);
  const [format, setFormat] = useState<ReportFormat>('csv');
  return (
    <ReportCard
      title="Customer shortfall"
      description="Sized lines that are not fully allocated, with what is on order and when it is due. Both dates may stay empty."
      path="/admin/reports/customer-shortfall/export"
      schema={customerShortfallQuery}
      sent={{ ...days, account: account?.id, site: site?.id, format }}
      about={[daysText(days), account?.name ?? 'all clients', site?.name].filter(Boolean).join(', ')}
      button={format === 'pdf' ? 'Generate PDF' : 'Generate CSV'}
      onClear={() => {
        setDays(noDays);
        setAccount(null);
        setSite(null);
        setFormat('csv');
      }}
    >
      {(errors) => (
        <>
          <DayFields days={days} onChange={setDays} errors={errors} />
          <ClientChoice
            name="account"
            value={account}
            onChange={(next) => {
              setAccount(next);
              setSite(null);
            }}
            error={errors.account}
          />
          <Combobox
            key={account?.id}
            label="Site"
            name="site"
            placeholder={account ? 'All sites' : 'Choose a client first'}
            disabled={!account}
            value={site}
            onChange={setSite}
            search={(text, signal) => findSites(account?.id, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            error={errors.site}
          />
          <FormatChoice value={format} onChange={setFormat} />
        </>
      )}
    </ReportCard>
  );
}
