/** Pence as people read them: `£1,234.50`. */
export const pounds = (pence: number): string => {
  const [whole = '0', part = '00'] = (Math.abs(pence) / 100).toFixed(2).split('.');
  return `${pence < 0 ? '-' : ''}£${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
};

/** Pounds in groups of three digits, as screens show them. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

/**
 * A price in pence from a text that is typed in pounds, or copied from a screen (`£1,234.50`): null for an empty text, undefined for an invalid
 * price.
 */
export function penceTyped(text: string): number | null | undefined {
  const amount = text.trim().replace(/^£\s*/, '');
  const digits = GROUPED.test(amount) ? amount.replaceAll(',', '') : amount.replace(',', '.');
  if (digits === '') return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : undefined;
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
