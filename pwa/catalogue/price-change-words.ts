import { csvOf, poundsCell } from '../../shared/csv.ts';
import { penceTyped } from '../../shared/money.ts';
import type { PriceChangePreview } from './client.ts';

/** Reads a number with an optional sign, such as `+4`, `-2.5` or `4,5`; undefined if the text is not one. */
export function signedNumber(text: string): number | undefined {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(typed) ? Number(typed) : undefined;
}
/** Reads pounds with an optional sign, and returns pence; undefined if the text is not an amount. */
export function signedPence(text: string): number | undefined {
  const typed = text.trim().replace('−', '-');
  const pence = penceTyped(typed.replace(/^[+-]/, ''));
  return pence === null || pence === undefined ? undefined : typed.startsWith('-') ? -pence : pence;
}
/** A number as text with its sign: `+4` or `−2.5`. */
export const signed = (text: string): string => (text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`);

/** The change of each SKU as a CSV document, in pounds. */
export function csvOfRows(word: 'price' | 'cost', rows: PriceChangePreview['rows']): Blob {
  const isPrice = word === 'price';
  const head = isPrice ? ['sku', 'name', 'cost', 'price_now', 'price_then', 'margin'] : ['sku', 'name', 'cost_now', 'cost_then', 'price', 'margin'];
  const lines = rows.map(({ sku, name, cost, price, before, after, margin }) => {
    const amounts = isPrice ? [cost, before, after] : [before, after, price];
    return [sku, name, ...amounts.map((pence) => (pence === null ? null : poundsCell(pence))), margin];
  });
  return new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' });
}
