import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { messages } from '../messages.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** An optional value of a query; an empty text counts as not chosen. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const flag = maybe(z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'));
const day = maybe(calendarDate());

const ids = maybe(
  z
    .string()
    .transform((value) => value.split(',').map(Number))
    .pipe(z.array(z.number().int().positive()).max(1000)),
);

const inTurn = ({ start, end }: { start?: string | undefined; end?: string | undefined }): boolean => !start || !end || start <= end;
const reversedRange = { path: ['end'], message: messages.ends_before_start };
const dated = ({ start, end }: { start?: string | undefined; end?: string | undefined }): boolean => Boolean(start || end);
const undated = { path: ['start'], message: messages.start_or_end };

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
const format = maybe(z.enum(reportFormats)).transform((value) => value ?? 'csv');

/** The query of the office's order report: the lines of all orders that were submitted, or dispatched, on these days; both days are included. */
export const orderReportQuery = z
  .object({ start: day, end: day, account: maybe(id), use_dispatch_date: flag, format })
  .refine(dated, undated)
  .refine(inTurn, reversedRange);
export type OrderReportQuery = z.infer<typeof orderReportQuery>;

/** The query of a client's order report, for some sites or for all that the reader sees. */
export const clientOrderReportQuery = z
  .object({ start: day, end: day, site: ids, use_dispatch_date: flag, format })
  .refine(dated, undated)
  .refine(inTurn, reversedRange);
export type ClientOrderReportQuery = z.infer<typeof clientOrderReportQuery>;

export const stockHoldingQuery = z.object({
  supplier: maybe(id),
  sku: maybe(z.string().trim().max(80)),
  account: maybe(id).describe('Only products in the clothing sets of this client'),
  format,
  cost: flag,
});
export type StockHoldingQuery = z.infer<typeof stockHoldingQuery>;

export const customerShortfallQuery = z.object({ start: day, end: day, account: maybe(id), site: maybe(id), format }).refine(inTurn, reversedRange);
export type CustomerShortfallQuery = z.infer<typeof customerShortfallQuery>;

/** The query of the supplier shortfall: the items that orders submitted from `start` to `end` still lack, for one supplier or for all. */
export const supplierShortfallQuery = z.object({ start: day, end: day, supplier: maybe(id), format }).refine(inTurn, reversedRange);
export type SupplierShortfallQuery = z.infer<typeof supplierShortfallQuery>;

/** The query of the sales per month: orders submitted from `start` to `end`, for one client or site, or for all that the reader may see. */
export const salesReportQuery = z.object({ start: day, end: day, account: maybe(id), site: maybe(id), format }).refine(inTurn, reversedRange);
export type SalesReportQuery = z.infer<typeof salesReportQuery>;

/** The query of the invoice report: dispatches shipped from `start` to `end`. */
export const invoiceReportQuery = z.object({ start: day, end: day, format }).refine(dated, undated).refine(inTurn, reversedRange);
export type InvoiceReportQuery = z.infer<typeof invoiceReportQuery>;

/** The query of each of the office's reports, by its name. */
export const reportQueries = {
  order: orderReportQuery,
  'stock-holding': stockHoldingQuery,
  'supplier-shortfall': supplierShortfallQuery,
  'customer-shortfall': customerShortfallQuery,
  'sales-per-month': salesReportQuery,
  invoice: invoiceReportQuery,
} as const;
export type ReportName = keyof typeof reportQueries;
