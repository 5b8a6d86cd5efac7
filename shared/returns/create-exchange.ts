import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { ExchangeReason } from './exchange-reasons.ts';
import { qtyReturnable, type ReturnableFacts } from './returnable.ts';

/**
 * The sizes that may replace a returned SKU: the larger ones if it is too small, the smaller ones if it is too big, and the same one if it is faulty.
 * `sizes` are those of its style in its colour, the smallest first. A SKU that is not among them has none.
 */
export function exchangeSizes<Size extends { id: number }>(sizes: readonly Size[], product_id: number, reason: ExchangeReason): Size[] {
  const place = sizes.findIndex(({ id }) => id === product_id);
  if (place < 0) return [];
  if (reason === 'faulty') return sizes.slice(place, place + 1);
  return reason === 'too_small' ? sizes.slice(place + 1) : sizes.slice(0, place);
}

const foldedWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a decoration carries its wearer's name: it contains a forename or the surname as a whole word of at least two letters. */
export function carriesName(decoration: string | null, wearer: { forenames: string; surname: string }): boolean {
  if (!decoration) return false;
  const words = new Set(foldedWords(decoration));
  return foldedWords(`${wearer.forenames} ${wearer.surname}`).some((name) => name.length > 1 && words.has(name));
}

export interface ExchangeFacts extends ReturnableFacts {
  product_name: string;
  /** The first name of the person who wears the item. */
  wearer: string;
  carries_name: boolean;
}

/**
 * Whether items of a dispatched line may be exchanged. A garment with its wearer's name fits nobody else, so only the office exchanges it; nobody
 * exchanges what cannot be returned.
 */
export function checkExchange(line: ExchangeFacts, { is_office }: { is_office: boolean }): Verdict {
  if (line.is_non_returnable) return refuse('non_returnable', messages.exchange_non_returnable(line.product_name), 'order_line_id');
  if (line.carries_name && !is_office) return refuse('carries_name', messages.exchange_carries_name(line.wearer), 'order_line_id');
  if (qtyReturnable(line) > 0) return allow;
  return refuse('nothing_to_exchange', line.qty_shipped > 0 ? messages.exchange_all_returned : messages.exchange_not_sent, 'order_line_id');
}
