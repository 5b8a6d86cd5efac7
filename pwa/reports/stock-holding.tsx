import { useState } from 'react';
import { type ReportFormat, stockHoldingQuery } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import { findSuppliers, type Supplier } from './client.ts';
import { FormatChoice } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';

/** The stock in the bins, and its cost. */
export function StockHolding() {
  const [supplier, setSupplier] = useState<Supplier | null>(null);
  const [account, setAccount] = useState<Client | null>(null);
  const [sku, setSku] = useState('');
  const [cost, setCost] = useState(false);
  const [format, setFormat] = useState<ReportFormat>('csv');
  return (
    <ReportCard
      title="Stock holding"
      description="On hand, allocated, free and on order of each SKU, as it is now."
      path="/admin/reports/stock-holding/export"
      schema={stockHoldingQuery}
      sent={{ supplier: supplier?.id, sku: sku.trim(), account: account?.id, format, cost }}
      about={[supplier?.name, account?.name, sku.trim() && `SKU ${sku.trim()}`, cost && 'with cost'].filter(Boolean).join(', ') || 'all stock'}
      button={format === 'pdf' ? 'Generate PDF' : 'Generate CSV'}
      onClear={() => {
        setSupplier(null);
        setAccount(null);
        setSku('');
        setCost(false);
        setFormat('csv');
      }}
    >
      {(errors) => (
        <>
          <Combobox
            label="Supplier"
            name="supplier"
            placeholder="All suppliers"
            value={supplier}
            onChange={setSupplier}
            search={findSuppliers}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            error={errors.supplier}
          />
          <ClientChoice name="account" hint="Only products in its clothing sets." value={account} onChange={setAccount} error={errors.account} />
          <TextField
            label="SKU"
            name="sku"
            hint="Part of the SKU is enough."
            maxLength={80}
            value={sku}
            onChange={({ target }) => setSku(target.value)}
            error={errors.sku}
          />
          <Tick checked={cost} onChange={({ target }) => setCost(target.checked)}>
            With cost and value
          </Tick>
          <FormatChoice value={format} onChange={setFormat} />
        </>
      )}
    </ReportCard>
  );
}
