import type { ReportName } from './report-queries.ts';

/** The title of each of the office’s reports. */
export const reportTitles: Record<ReportName, string> = {
  order: 'Order report',
  'stock-holding': 'Stock holding',
  'supplier-shortfall': 'Supplier shortfall',
  'customer-shortfall': 'Customer shortfall',
  'sales-per-month': 'Sales per month',
  invoice: 'Invoice report',
};

/** The address at which each of the office’s reports is downloaded. */
export const reportPaths: Record<ReportName, string> = {
  order: '/admin/reports/orders',
  'stock-holding': '/admin/reports/stock-holding/export',
  'supplier-shortfall': '/admin/reports/supplier-shortfall/export',
  'customer-shortfall': '/admin/reports/customer-shortfall/export',
  'sales-per-month': '/admin/reports/sales-per-month/export',
  invoice: '/admin/reports/invoice/export',
};

/** Whether a report covers a range of days; the stock report shows the stock at the time of reading. */
export const hasDays = (report: ReportName): boolean => report !== 'stock-holding';

/** The address of the screen on which a mailed link opens a report. */
export const openReportPath = '/admin/reports/open';
