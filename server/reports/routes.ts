import { type Context, Hono } from 'hono';
import { costPerHeadQuery, ownCostPerHeadQuery, ownPeopleReportQuery, peopleReportQuery } from '../../shared/reports/people-reports.ts';
import {
  clientOrderReportQuery,
  customerShortfallQuery,
  invoiceReportQuery,
  orderReportQuery,
  salesReportQuery,
  stockHoldingQuery,
  supplierShortfallQuery,
} from '../../shared/reports/report-queries.ts';
import { csvDocument } from '../http/csv.ts';
import { type Env, reading } from '../http/request.ts';
import { signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { xlsxDocument } from '../http/xlsx.ts';
import { allowancesReport, officeAllowancesReport } from './allowances-report-queries.ts';
import { costPerHead, officeCostPerHead } from './cost-per-head-queries.ts';
import { leaversReport, officeLeaversReport } from './leavers-report-queries.ts';
import { type ReadyReport, readyReport } from './named-reports.ts';
import { clientOrderReport } from './order-report-queries.ts';
import { printReport } from './print-report.ts';
import { officeSalesReport } from './sales-report-queries.ts';
import { withTotals } from './with-totals.ts';

async function reportDocument(c: Context<Env>, { filename, format, report, layout }: ReadyReport): Promise<Response> {
  const { columns, batches, total } = report;
  if (format === 'csv') return csvDocument(c, filename, columns, batches, total);
  if (format === 'xlsx') return xlsxDocument(c, filename, columns, withTotals(report, layout), total);
  const bytes = await printReport(report, layout);
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `inline; filename="${filename}.pdf"`);
  c.header('Cache-Control', 'private, no-store');
  c.header('X-Total-Rows', String(total));
  return c.body(Uint8Array.from(bytes).buffer);
}

/** Reports as documents that open as plain links. A CSV or XLSX file is sent while its rows are still being read. */
export const reportRoutes = new Hono<Env>()
  .get(
    '/admin/reports/orders',
    signedInForDocuments,
    describe('Order report: the lines of all clients’ orders', undefined, 'reports'),
    valid('query', orderReportQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'order', c.req.valid('query'))),
  )
  .get(
    '/reports/orders',
    signedInForDocuments,
    describe('Order report: the order lines of the caller’s company or sites', undefined, 'reports', { refusals: [404] }),
    valid('query', clientOrderReportQuery),
    async (c) => {
      const { site, ...query } = c.req.valid('query');
      return reportDocument(c, await readyReport(reading(c), 'order', query, (ctx) => clientOrderReport(ctx, { ...query, site })));
    },
  )
  .get(
    '/admin/reports/stock-holding/export',
    signedInForDocuments,
    describe('Stock holding: the stock of each SKU, with or without cost', undefined, 'reports'),
    valid('query', stockHoldingQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'stock-holding', c.req.valid('query'))),
  )
  .get(
    '/admin/reports/customer-shortfall/export',
    signedInForDocuments,
    describe('Customer shortfall: sized lines that are not fully allocated', undefined, 'reports'),
    valid('query', customerShortfallQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'customer-shortfall', c.req.valid('query'))),
  )
  .get(
    '/admin/reports/supplier-shortfall/export',
    signedInForDocuments,
    describe('Supplier shortfall: the SKUs that open orders lack and what to order of each', undefined, 'reports'),
    valid('query', supplierShortfallQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'supplier-shortfall', c.req.valid('query'))),
  )
  .get(
    '/admin/reports/sales-per-month/export',
    signedInForDocuments,
    describe('Sales per month: what was submitted, by client and site', undefined, 'reports'),
    valid('query', salesReportQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'sales-per-month', c.req.valid('query'), officeSalesReport)),
  )
  .get(
    '/reports/sales-per-month/export',
    signedInForDocuments,
    describe('Sales per month of the caller’s company or site', undefined, 'reports', { refusals: [404] }),
    valid('query', salesReportQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'sales-per-month', c.req.valid('query'))),
  )
  .get(
    '/admin/reports/leavers/export',
    signedInForDocuments,
    describe('Leavers: what people of all clients still hold 30 days after they left', undefined, 'reports', { refusals: [404] }),
    valid('query', peopleReportQuery),
    async (c) => reportDocument(c, await officeLeaversReport(reading(c), c.req.valid('query'))),
  )
  .get(
    '/reports/leavers/export',
    signedInForDocuments,
    describe('Leavers: what the people whom the caller may see still hold 30 days after they left', undefined, 'reports'),
    valid('query', ownPeopleReportQuery),
    async (c) => reportDocument(c, await leaversReport(reading(c), c.req.valid('query'))),
  )
  .get(
    '/admin/reports/allowances/export',
    signedInForDocuments,
    describe('Allowances: what people of all clients may have today, and have used', undefined, 'reports', { refusals: [404] }),
    valid('query', peopleReportQuery),
    async (c) => reportDocument(c, await officeAllowancesReport(reading(c), c.req.valid('query'))),
  )
  .get(
    '/reports/allowances/export',
    signedInForDocuments,
    describe('Allowances: what the people whom the caller may see may have today, and have used', undefined, 'reports'),
    valid('query', ownPeopleReportQuery),
    async (c) => reportDocument(c, await allowancesReport(reading(c), c.req.valid('query'))),
  )
  .get(
    '/admin/reports/cost-per-head/export',
    signedInForDocuments,
    describe('Items and cost for each person of all clients, beside the year before', undefined, 'reports', { refusals: [404] }),
    valid('query', costPerHeadQuery),
    async (c) => reportDocument(c, await officeCostPerHead(reading(c), c.req.valid('query'))),
  )
  .get(
    '/reports/cost-per-head/export',
    signedInForDocuments,
    describe('Items and cost for each person whom the caller may see, beside the year before', undefined, 'reports'),
    valid('query', ownCostPerHeadQuery),
    async (c) => reportDocument(c, await costPerHead(reading(c), c.req.valid('query'))),
  )
  .get(
    '/admin/reports/invoice/export',
    signedInForDocuments,
    describe('Invoice report: what was shipped, by invoice', undefined, 'reports'),
    valid('query', invoiceReportQuery),
    async (c) => reportDocument(c, await readyReport(reading(c), 'invoice', c.req.valid('query'))),
  );
