import { type ReportFormat, supplierShortfallQuery } from '../../shared/reports/report-queries.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Tick } from '../ui/tick.tsx';
import { findSuppliers, type Supplier } from './client.ts';
import { DayFields, daysText, noDays } from './day-fields.tsx';
import { ReportCard } from './report-card.tsx';
import { useReport } from './use-report.ts';

/** Creates the report of what open orders lack of each SKU, for one supplier or for all. */
export function SupplierShortfall() {
  const form = useReport({
    title: 'Supplier shortfall',
    path: '/admin/reports/supplier-shortfall/export',
    schema: supplierShortfallQuery,
    values: { ...noDays, supplier: null as Supplier | null, is_pdf: false },
    query: ({ supplier, is_pdf, ...days }) => ({ ...days, supplier: supplier?.id, format: (is_pdf ? 'pdf' : 'csv') satisfies ReportFormat }),
    about: ({ supplier, is_pdf: _, ...days }) => [daysText(days), supplier?.name ?? 'all suppliers'].join(', '),
  });
  return (
    <ReportCard
      form={form}
      description="What open orders lack of each SKU, what is free, on order and due, and how much to order. Both dates may stay empty."
      button="Generate"
    >
      <DayFields form={form} />
      <Combobox
        label="Supplier"
        placeholder="All suppliers"
        {...form.control('supplier')}
        search={findSuppliers}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
      />
      <Tick {...form.tick('is_pdf')}>PDF</Tick>
    </ReportCard>
  );
}
