import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { penceTyped, tenthsTyped } from '../money.ts';

interface Refused {
  ok: false;
  message: string;
}
/** A typed or pasted price: its pence, or the message about its error. */
export type PriceInput = { ok: true; pence: number } | Refused;
/** A typed or pasted price of a supplier: its tenths of a penny, or the message about its error. */
export type ExactPriceInput = { ok: true; tenths: number } | Refused;

/** Refuses a supplier's price with more than three decimals. */
export const beyondTenths = 'A supplier’s price has at most three decimals.';

const refused = (message: string): Refused => ({ ok: false, message });

/**
 * The pounds of a text without sign and groups, with at most this many decimals, or what is wrong with it. Further zeros after the decimals are
 * ignored: `7.200` is £7.20.
 */
function digitsOf(text: string, decimals: 2 | 3): string | Refused {
  const typed = text
    .trim()
    .replace(/^£\s*/, '')
    .replace(decimals === 2 ? /(\.\d{2})0+$/ : /(\.\d{3})0+$/, '$1');
  if (typed === '') return refused(messages.price_needed);
  if (/^[-−]/.test(typed)) return refused(messages.price_below_zero);
  const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
  const [, places = ''] = /^\d+\.(\d+)$/.exec(grouped) ?? [];
  if (places.length > decimals) return refused(decimals === 2 ? messages.price_too_precise : beyondTenths);
  return /^\d{7,}(\.\d*)?$/.test(grouped) ? refused(messages.price_too_high) : grouped;
}

/**
 * A price in pence from a text that is typed, or pasted from a spreadsheet: `12.5`, `£1,234.50`. Commas separate groups of three digits, or one comma
 * stands before the pence.
 */
export function priceInput(text: string): PriceInput {
  const digits = digitsOf(text, 2);
  if (typeof digits !== 'string') return digits;
  const pence = penceTyped(digits);
  if (pence === null || pence === undefined) return refused(messages.price_not_number);
  return pence > limits.money ? refused(messages.price_too_high) : { ok: true, pence };
}

/** A price of a supplier in tenths of a penny, from a text as `priceInput` reads it, with up to three decimals. */
export function exactPriceInput(text: string): ExactPriceInput {
  const digits = digitsOf(text, 3);
  if (typeof digits !== 'string') return digits;
  const tenths = tenthsTyped(digits);
  if (tenths === null || tenths === undefined) return refused(messages.price_not_number);
  return tenths > limits.money * 10 ? refused(messages.price_too_high) : { ok: true, tenths };
}
