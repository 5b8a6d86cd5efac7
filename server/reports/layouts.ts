import type { ReportName } from '../../shared/reports/report-queries.ts';
import type { Layout, PrintedColumn } from './print-report.ts';

const stockColumns: readonly PrintedColumn[] = [
  { of: 'sku', heading: 'SKU', width: 86 },
  { of: 'product', heading: 'Product', width: '*' },
  { of: 'supplier', heading: 'Supplier', width: 96 },
  { of: 'colour', heading: 'Colour', width: 62 },
  { of: 'size', heading: 'Size', width: 44 },
  { of: 'bin', heading: 'Bin', width: 48 },
  { of: 'qty_available', heading: 'On hand', width: 38, right: true },
  { of: 'qty_allocated', heading: 'Allocated', width: 40, right: true },
  { of: 'qty_free', heading: 'Free', width: 36, right: true },
  { of: 'on_order', heading: 'On order', width: 38, right: true },
  { of: 'cost', heading: 'Cost £', width: 38, right: true },
  { of: 'value', heading: 'Value £', width: 52, right: true },
];

const shortfallColumns: readonly PrintedColumn[] = [
  { of: 'account', heading: 'Client', width: 82 },
  { of: 'site', heading: 'Site', width: 82 },
  { of: 'order_number', heading: 'Order', width: 38 },
  { of: 'submitted_at', heading: 'Submitted', width: 48 },
  { of: 'employee', heading: 'Employee', width: 78 },
  { of: 'sku', heading: 'SKU', width: 82 },
  { of: 'product', heading: 'Product', width: '*' },
  { of: 'qty_requested', heading: 'Requested', width: 42, right: true },
  { of: 'qty_allocated', heading: 'Allocated', width: 40, right: true },
  { of: 'qty_shipped', heading: 'Shipped', width: 36, right: true },
  { of: 'shortfall', heading: 'Shortfall', width: 38, right: true },
  { of: 'on_order', heading: 'On order', width: 38, right: true },
  { of: 'due', heading: 'Due', width: 48 },
];

const supplierColumns: readonly PrintedColumn[] = [
  { of: 'supplier', heading: 'Supplier', width: 104 },
  { of: 'sku', heading: 'SKU', width: 96 },
  { of: 'supplier_sku', heading: 'Supplier SKU', width: 88 },
  { of: 'product', heading: 'Product', width: '*' },
  { of: 'qty_short', heading: 'Short', width: 36, right: true },
  { of: 'qty_free', heading: 'Free', width: 36, right: true },
  { of: 'on_order', heading: 'On order', width: 40, right: true },
  { of: 'due', heading: 'Due', width: 48 },
  { of: 'pack_size', heading: 'Pack', width: 32, right: true },
  { of: 'suggested', heading: 'Suggested', width: 46, right: true },
];

const orderColumns: readonly PrintedColumn[] = [
  { of: 'order_number', heading: 'Order', width: 38 },
  { of: 'submitted_at', heading: 'Submitted', width: 48 },
  { of: 'account', heading: 'Client', width: 82 },
  { of: 'site', heading: 'Site', width: 82 },
  { of: 'employee', heading: 'Employee', width: 78 },
  { of: 'sku', heading: 'SKU', width: 82 },
  { of: 'product', heading: 'Product', width: '*' },
  { of: 'qty_requested', heading: 'Requested', width: 42, right: true },
  { of: 'qty_shipped', heading: 'Shipped', width: 36, right: true },
  { of: 'sub_total', heading: 'Goods £', width: 46, right: true },
  { of: 'total', heading: 'Total £', width: 46, right: true },
  { of: 'status', heading: 'Status', width: 60 },
];

const salesColumns: readonly PrintedColumn[] = [
  { of: 'month', heading: 'Month', width: 46 },
  { of: 'account', heading: 'Client', width: '*' },
  { of: 'site', heading: 'Site', width: '*' },
  { of: 'orders', heading: 'Orders', width: 42, right: true },
  { of: 'pieces', heading: 'Items', width: 46, right: true },
  { of: 'sub_total', heading: 'Sales £', width: 66, right: true },
  { of: 'returns', heading: 'Returns £', width: 60, right: true },
  { of: 'net', heading: 'Net £', width: 66, right: true },
];

const invoiceColumns: readonly PrintedColumn[] = [
  { of: 'invoice_to', heading: 'Invoice to', width: 86 },
  { of: 'site', heading: 'Site', width: 76 },
  { of: 'order_number', heading: 'Order', width: 36 },
  { of: 'dispatch_number', heading: 'Dispatch', width: 44 },
  { of: 'dispatched_at', heading: 'Dispatched', width: 50 },
  { of: 'client_po_reference', heading: 'PO', width: 52 },
  { of: 'sku', heading: 'SKU', width: 82 },
  { of: 'product', heading: 'Product', width: '*' },
  { of: 'qty', heading: 'Qty', width: 28, right: true },
  { of: 'unit_price', heading: 'Price £', width: 40, right: true },
  { of: 'sub_total', heading: 'Goods £', width: 46, right: true },
  { of: 'vat', heading: 'VAT £', width: 42, right: true },
  { of: 'total', heading: 'Total £', width: 48, right: true },
];

const money = (of: string, label: string) => ({ of, label, is_money: true }) as const;

/** How a report is printed, and how its file name begins. */
interface ReportLayout extends Pick<Layout, 'columns' | 'sums' | 'by'> {
  file: string;
  /** The head does not name a client, because the report has no filter for one. */
  hasNoClient?: true;
  /** The date that selects the report's rows. The default is the date of submission. */
  days?: 'Dispatched';
}

const byClient = { of: 'account', heading: 'Client' } as const;

export const layouts: Record<ReportName, ReportLayout> = {
  order: { file: 'order-report', columns: orderColumns, sums: [money('sub_total', 'Goods'), money('total', 'Total')], by: byClient },
  'stock-holding': {
    file: 'stock-holding',
    columns: stockColumns,
    sums: [
      { of: 'qty_available', label: 'On hand' },
      { of: 'qty_allocated', label: 'Allocated' },
      { of: 'qty_free', label: 'Free' },
      { of: 'on_order', label: 'On order' },
      money('value', 'Value'),
    ],
  },
  'customer-shortfall': {
    file: 'customer-shortfall',
    columns: shortfallColumns,
    sums: [{ of: 'shortfall', label: 'Items short' }],
    by: byClient,
  },
  'supplier-shortfall': {
    file: 'supplier-shortfall',
    hasNoClient: true,
    columns: supplierColumns,
    sums: [
      { of: 'qty_short', label: 'Items short' },
      { of: 'suggested', label: 'Items suggested' },
    ],
  },
  'sales-per-month': {
    file: 'sales-per-month',
    columns: salesColumns,
    sums: [{ of: 'pieces', label: 'Items' }, money('sub_total', 'Sales'), money('returns', 'Returns'), money('net', 'Net')],
    by: byClient,
  },
  invoice: {
    file: 'invoice-report',
    hasNoClient: true,
    days: 'Dispatched',
    columns: invoiceColumns,
    sums: [money('sub_total', 'Goods'), money('vat', 'VAT'), money('total', 'Total')],
    by: { of: 'invoice_to', heading: 'Invoice to' },
  },
};
