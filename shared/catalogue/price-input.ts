import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { penceTyped } from '../money.ts';

/** A typed or pasted price: its pence, or the message about its error. */
export type PriceInput = { ok: true; pence: number } | { ok: false; message: string };

const refused = (message: string): PriceInput => ({ ok: false, message });

/**
 * A price in pence from a text that is typed, or pasted from a spreadsheet: `12.5`, `£1,234.50`. Commas separate groups of three digits, or one comma
 * stands before the pence. Further zeros after the pence are ignored: `7.200` is £7.20.
 */
export function priceInput(text: string): PriceInput {
  const typed = text
    .trim()
    .replace(/^£\s*/, '')
    .replace(/(\.\d\d)0+$/, '$1');
  if (typed === '') return refused(messages.price_needed);
  if (/^[-−]/.test(typed)) return refused(messages.price_below_zero);
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
  if (/^\d+\.\d{3,}$/.test(grouped)) return refused(messages.price_too_precise);
  if (/^\d{7,}(\.\d{0,2})?$/.test(grouped)) return refused(messages.price_too_high);
  const pence = penceTyped(grouped);
  if (pence === null || pence === undefined) return refused(messages.price_not_number);
  return pence > limits.money ? refused(messages.price_too_high) : { ok: true, pence };
}
