/** The characters that can separate the fields of a text file. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Delimiter = keyof typeof delimiters;
export const delimiterNames = Object.keys(delimiters) as [Delimiter, ...Delimiter[]];
export const delimiterLabels: Record<Delimiter, string> = { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Pipe |' };

/** The sign before the decimals of a number. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];
export const decimalLabels: Record<DecimalSign, string> = { point: 'Point: 1,234.50', comma: 'Comma: 1.234,50' };

/** Whether the day or the month comes first in a date. */
export const dateOrders = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];
export const dateOrderLabels: Record<DateOrder, string> = { day_first: 'Day first: 31/01/2026', month_first: 'Month first: 01/31/2026' };

/** The notation of a file as somebody has chosen it; null means that it is detected from the file. */
export interface ReadingChoice {
  delimiter: Delimiter | null;
  decimal: DecimalSign | null;
  dates: DateOrder | null;
}
export const asTheFileShows: ReadingChoice = { delimiter: null, decimal: null, dates: null };

/** The notation that the numbers and dates of a file reveal: `both` if they contradict each other, null if all are ambiguous. */
export interface Shown {
  decimal: DecimalSign | 'both' | null;
  dates: DateOrder | 'both' | null;
}

/** How the numbers and dates of a file are understood. */
export interface Reading extends Shown {
  /** True for a text file. In a workbook, cells with numbers always have a point as the decimal sign. */
  isText: boolean;
}

const numberFields = new Set([
  ...['cost', 'price', 'supplier_price', 'vat_rate', 'pack_size', 'min_order_qty', 'lead_time_days', 'reorder_point', 'weight_g'],
  ...['count', 'allowance_percent', 'change', 'consolidated_invoice_close_day'],
  ...['amount', 'carry_over_max', 'period_months', 'first_period_min_months', 'min_service_months'],
]);
const dateFields = new Set(['started_on', 'leaves_on', 'deduction_consent_on', 'discontinued_at', 'starts_on', 'effective_from']);

export const isNumberField = (field: string): boolean => numberFields.has(field);
export const isDateField = (field: string): boolean => dateFields.has(field);

const numberParts = /^([-−+£\s]*)([\d.,]+)(\s*%?)$/;
const withPoint = /^(\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,}|\d*\.\d{1,2}|\d*\.\d{4,}|(0|\d{4,})\.\d{3})$/;
const withComma = /^(\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,}|\d*,\d{1,2}|\d*,\d{4,}|(0|\d{4,}),\d{3})$/;
/** A number with one sign before its last three digits: the sign may separate thousands or decimals. */
const unclearNumber = /^[1-9]\d{0,2}[.,]\d{3}$/;

const dateParts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;

const joined = <Value extends string>(before: Value | 'both' | null, next: Value | null): Value | 'both' | null =>
  next === null || before === next ? before : before === null ? next : 'both';

/** Adds to `before` the notation that one more cell reveals. */
export function shownBy(before: Shown, field: string, text: string): Shown {
  if (isNumberField(field)) {
    const digits = numberParts.exec(text)?.[2] ?? '';
    return { ...before, decimal: joined(before.decimal, withPoint.test(digits) ? 'point' : withComma.test(digits) ? 'comma' : null) };
  }
  if (!isDateField(field)) return before;
  const [, first, second] = dateParts.exec(text) ?? [];
  return { ...before, dates: joined(before.dates, Number(first) > 12 ? 'day_first' : Number(second) > 12 ? 'month_first' : null) };
}

/** Rewrites a number with a decimal point and without thousands separators. Returns null if the text could mean two numbers. */
function numberOf(text: string, { decimal, isText }: Reading): string | null {
  const [, before = '', digits = '', after = ''] = numberParts.exec(text) ?? [];
  const isComma = decimal === 'comma';
  if (withPoint.test(digits)) return before + digits.replaceAll(',', '') + after;
  if (withComma.test(digits)) return before + digits.replaceAll('.', '').replace(',', '.') + after;
  if (!unclearNumber.test(digits)) return text;
  const hasComma = digits.includes(',');
  if (!hasComma && !isText) return text;
  if (decimal === 'both') return null;
  if (hasComma) return before + digits.replace(',', isComma ? '.' : '') + after;
  return isComma ? before + digits.replace('.', '') + after : text;
}

/** A year with four digits. Two digits mean a year from 1930 to 2029, as in spreadsheets. */
export const fullYear = (year: string): string => (year.length === 2 ? `${Number(year) < 30 ? 20 : 19}${year}` : year);

/** Rewrites a date as year, month and day if the month comes first in `text`. Other texts stay unchanged. Null if the text could mean two days. */
function dateOf(text: string, { dates }: Reading): string | null {
  const [whole = '', first = '', second = '', year = ''] = dateParts.exec(text) ?? [];
  if (!year || dates === null || dates === 'day_first') return text;
  const monthFirst = `${fullYear(year)}-${first.padStart(2, '0')}-${second.padStart(2, '0')}${text.slice(whole.length)}`;
  if (dates === 'month_first' || Number(second) > 12) return monthFirst;
  return Number(first) > 12 || Number(first) === Number(second) ? text : null;
}

/**
 * Rewrites the text of a number or a date in the notation that imports use. Null if the text is ambiguous and the rest of the file does not resolve
 * the ambiguity. Other texts stay unchanged.
 */
export function understood(field: string, text: string, reading: Reading): string | null {
  if (isNumberField(field)) return numberOf(text, reading);
  return isDateField(field) ? dateOf(text, reading) : text;
}
