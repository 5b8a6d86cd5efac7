import { type Context, Hono } from 'hono';
import {
  clientOrderReportQuery,
  customerShortfallQuery,
  orderReportQuery,
  type ReportFormat,
  stockHoldingQuery,
  supplierShortfallQuery,
} from '../../shared/reports/report-queries.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { csvDocument } from '../http/csv.ts';
import { type Env, reading } from '../http/request.ts';
import { signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { customerShortfall } from './customer-shortfall-queries.ts';
import { narrowedTo } from './narrowed-to-queries.ts';
import { clientOrderReport, officeOrderReport } from './order-report-queries.ts';
import { type Layout, type PrintedColumn, printReport } from './print-report.ts';
import type { Report } from './report.ts';
import { stockHolding } from './stock-holding-queries.ts';
import { supplierShortfall } from './supplier-shortfall-queries.ts';

/** A file name with the report's name, its days and the day of the download. */
function setFilename(c: Context<Env>, what: string, { start, end }: { start?: string | undefined; end?: string | undefined } = {}): string {
  const days = start || end ? `${start ?? 'start'}-to-${end ?? 'today'}-` : '';
  return `${what}-${days}taken-${c.get('services').clock().toISOString().slice(0, 10)}`;
}

const csv = (c: Context<Env>, name: string, { columns, batches, total }: Report): Response => csvDocument(c, name, columns, batches, total);

async function inFormat(c: Context<Env>, name: string, format: ReportFormat, report: Report, layout: Omit<Layout, 'day'>): Promise<Response> {
  if (format === 'csv') return csv(c, name, report);
  const bytes = await printReport(report, { ...layout, day: formatDate(c.get('services').clock()) });
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `inline; filename="${name}.pdf"`);
  c.header('Cache-Control', 'private, no-store');
  c.header('X-Total-Rows', String(report.total));
  return c.body(Uint8Array.from(bytes).buffer);
}

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

/** Reports as documents that open as plain links; CSV is sent while it is read. */
export const reportRoutes = new Hono<Env>()
  .get(
    '/admin/reports/orders',
    signedInForDocuments,
    describe('Order report: the lines of all clients’ orders as CSV', undefined, 'reports'),
    valid('query', orderReportQuery),
    async (c) => {
      const query = c.req.valid('query');
      return csv(c, setFilename(c, 'order-report', query), await officeOrderReport(reading(c), query));
    },
  )
  .get(
    '/reports/orders',
    signedInForDocuments,
    describe('Order report: the order lines of the caller’s company or sites as CSV', undefined, 'reports', { refusals: [404] }),
    valid('query', clientOrderReportQuery),
    async (c) => {
      const query = c.req.valid('query');
      return csv(c, setFilename(c, 'order-report', query), await clientOrderReport(reading(c), query));
    },
  )
  .get(
    '/admin/reports/stock-holding/export',
    signedInForDocuments,
    describe('Stock holding: the stock of each SKU as CSV or PDF, with or without cost', undefined, 'reports'),
    valid('query', stockHoldingQuery),
    async (c) => {
      const query = c.req.valid('query');
      const report = await stockHolding(reading(c), query);
      return inFormat(c, setFilename(c, 'stock-holding'), query.format, report, {
        title: 'Stock holding',
        facts: await narrowedTo(reading(c), query),
        columns: stockColumns,
        sums: [
          { of: 'qty_available', label: 'On hand' },
          { of: 'qty_allocated', label: 'Allocated' },
          { of: 'qty_free', label: 'Free' },
          { of: 'on_order', label: 'On order' },
          { of: 'value', label: 'Value', is_money: true },
        ],
      });
    },
  )
  .get(
    '/admin/reports/customer-shortfall/export',
    signedInForDocuments,
    describe('Customer shortfall: sized lines that are not fully allocated, as CSV or PDF', undefined, 'reports'),
    valid('query', customerShortfallQuery),
    async (c) => {
      const query = c.req.valid('query');
      const report = await customerShortfall(reading(c), query);
      return inFormat(c, setFilename(c, 'customer-shortfall', query), query.format, report, {
        title: 'Customer shortfall',
        facts: await narrowedTo(reading(c), query),
        columns: shortfallColumns,
        sums: [{ of: 'shortfall', label: 'Items short' }],
      });
    },
  )
  .get(
    '/admin/reports/supplier-shortfall/export',
    signedInForDocuments,
    describe('Supplier shortfall: the SKUs that open orders lack and what to order of each, as CSV or PDF', undefined, 'reports'),
    valid('query', supplierShortfallQuery),
    async (c) => {
      const query = c.req.valid('query');
      const report = await supplierShortfall(reading(c), query);
      return inFormat(c, setFilename(c, 'supplier-shortfall', query), query.format, report, {
        title: 'Supplier shortfall',
        facts: await narrowedTo(reading(c), query, { hasClient: false }),
        columns: supplierColumns,
        sums: [
          { of: 'qty_short', label: 'Items short' },
          { of: 'suggested', label: 'Items suggested' },
        ],
      });
    },
  );
