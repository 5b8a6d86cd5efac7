import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { penceTyped } from '../money.ts';

/** A price as it is typed or pasted: pence, or what is wrong with it. */
export type PriceInput = { ok: true; pence: number } | { ok: false; message: string };

const refused = (message: string): PriceInput => ({ ok: false, message });

/**
 * A price in pence from what people type or paste from a spreadsheet: `12.5`, `£1,234.50`. Commas stand between groups of three
 * digits, or one before the pence. Zeros behind the pence say nothing: `7.200` is £7.20.
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
