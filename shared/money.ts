/** An amount with the sign and the groups of three digits with which people read it: `£1,234.50` for `1234.50`. */
const poundsOf = (amount: string): string => {
  const [whole = '0', part = '00'] = amount.replace('-', '').split('.');
  return `${amount.startsWith('-') ? '-' : ''}£${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
};

/** Pence as people read them: `£1,234.50`. */
export const pounds = (pence: number): string => poundsOf((pence / 100).toFixed(2));

/** Pounds in groups of three digits, as screens show them. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,3})?$/;

/** The digits of an amount that is typed in pounds, or copied from a screen, with a point as the decimal sign. */
function digitsTyped(text: string): string {
  const amount = text.trim().replace(/^£\s*/, '');
  return GROUPED.test(amount) ? amount.replaceAll(',', '') : amount.replace(',', '.');
}

/**
 * A price in pence from a text that is typed in pounds, or copied from a screen (`£1,234.50`): null for an empty text, undefined for an invalid
 * price.
 */
export function penceTyped(text: string): number | null | undefined {
  const digits = digitsTyped(text);
  if (digits === '') return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : undefined;
}

/** A supplier's price in tenths of a penny from a text that is typed in pounds (`1.234`); null and undefined as in `penceTyped`. */
export function tenthsTyped(text: string): number | null | undefined {
  const digits = digitsTyped(text);
  if (digits === '') return null;
  return /^\d{1,6}(\.\d{1,3})?$/.test(digits) ? Math.round(Number(digits) * 1000) : undefined;
}

/** The pence of tenths of a penny. Half a penny is rounded up. */
export const penceOfTenths = (tenths: number): number => Math.floor((tenths + 5) / 10);

/** Tenths of a penny as the text of a field in pounds: `1.234`, whole pence as `1.23`, or an empty text. */
export function tenthsText(tenths: number | null | undefined): string {
  if (typeof tenths !== 'number') return '';
  return (tenths / 1000).toFixed(tenths % 10 === 0 ? 2 : 3);
}

/** Tenths of a penny as people read them: `£1.234`, whole pence as `£1.23`. */
export const poundsOfTenths = (tenths: number): string => poundsOf(tenthsText(tenths));

/** What items cost in pence at a supplier's price in tenths of a penny. The amount is rounded once, half up. */
export const amountOf = (quantity: number, tenths: number | null | undefined): number => penceOfTenths(quantity * (tenths ?? 0));

/** A supplier's price as a request may send it, in pence, in tenths of a penny or in both, and as it is stored. */
interface ExactPrice {
  pence?: number | null | undefined;
  tenths?: number | null | undefined;
}

/**
 * The tenths of a penny that a request sets; undefined if it sends no price. If it sends both fields, the tenths count, unless only the pence differ
 * from the stored price: a client that knows the pence alone returns the tenths as it has read them.
 */
export function tenthsSent({ pence, tenths }: ExactPrice, stored: ExactPrice): number | null | undefined {
  const ofPence = pence === null || pence === undefined ? pence : pence * 10;
  if (pence === undefined || tenths === undefined) return tenths === undefined ? ofPence : tenths;
  return tenths === stored.tenths && pence !== stored.pence ? ofPence : tenths;
}

/** Pence as the text of a field in pounds: `12.50`, or an empty text. */
export const poundsText = (pence: number | null | undefined): string => (typeof pence === 'number' ? (pence / 100).toFixed(2) : '');

/** VAT in pence on an amount in pence, at a rate in per cent. Half a penny is rounded up. */
export const vatOf = (pence: number, rate: number): number => Math.floor((pence * rate + 50) / 100);

export interface PricedLine {
  qty_requested: number;
  qty_cancelled: number;
  /** Pence each, ex VAT. */
  unit_price: number;
  /** Per cent. */
  vat_rate: number;
}

/** The total of a line in pence: goods, VAT on them, and both. */
export function lineTotals(line: PricedLine): { sub_total: number; vat: number; total: number } {
  const sub_total = (line.qty_requested - line.qty_cancelled) * line.unit_price;
  const vat = vatOf(sub_total, line.vat_rate);
  return { sub_total, vat, total: sub_total + vat };
}

/**
 * The total in pence of one part of a line that ships in parts, after `qty_before` items have shipped. A part's VAT is the VAT of all parts so far,
 * less the VAT of the earlier parts. The VAT of all parts therefore adds up to the VAT of the whole line, and a later part never changes the
 * VAT of an earlier part.
 */
export function partTotals(
  { unit_price, vat_rate }: Pick<PricedLine, 'unit_price' | 'vat_rate'>,
  { qty, qty_before }: { qty: number; qty_before: number },
): { sub_total: number; vat: number; total: number } {
  const sub_total = qty * unit_price;
  const vat = vatOf((qty_before + qty) * unit_price, vat_rate) - vatOf(qty_before * unit_price, vat_rate);
  return { sub_total, vat, total: sub_total + vat };
}

/** The total of an order: the sums of its lines. */
export function orderTotals(lines: readonly PricedLine[]): { sub_total: number; vat: number; total: number } {
  const sum = { sub_total: 0, vat: 0, total: 0 };
  for (const line of lines) {
    const { sub_total, vat, total } = lineTotals(line);
    sum.sub_total += sub_total;
    sum.vat += vat;
    sum.total += total;
  }
  return sum;
}
