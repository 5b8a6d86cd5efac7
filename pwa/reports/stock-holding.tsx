import { type ReportFormat, stockHoldingQuery } from '../../shared/reports/report-queries.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { TextField } from '../ui/field.tsx';
import { Tick } from '../ui/tick.tsx';
import { findSuppliers, type Supplier } from './client.ts';
import { FormatChoice, generateText } from './format-choice.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** The form of the report on the stock of each SKU, with or without costs. */
export function StockHolding() {
  const form = useReport({
    title: 'Stock holding',
    path: '/admin/reports/stock-holding/export',
    schema: stockHoldingQuery,
    values: { supplier: null as Supplier | null, sku: '', account: null as Client | null, format: 'csv' as ReportFormat, cost: false },
    query: ({ supplier, sku, account, format, cost }) => ({ supplier: supplier?.id, sku: sku.trim(), account: account?.id, format, cost }),
    about: ({ supplier, sku, account, cost }) =>
      [supplier?.name, account?.name, sku.trim() && `SKU ${sku.trim()}`, cost && 'with cost'].filter(Boolean).join(', ') || 'all stock',
  });
  return (
    <ReportCard form={form} description="On hand, allocated, free and on order of each SKU, as it is now." button={generateText(form.values.format)}>
      <Combobox
        label="Supplier"
        placeholder="All suppliers"
        {...form.control('supplier')}
        search={findSuppliers}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
      />
      <ClientChoice hint="Only products in its clothing sets." {...form.control('account')} />
      <TextField label="SKU" hint="Part of the SKU is enough." {...form.field('sku')} maxLength={80} />
      <Tick {...form.tick('cost')}>With cost and value</Tick>
      <FormatChoice {...form.control('format')} />
    </ReportCard>
  );
}
