import type { ExchangeReason } from '../../shared/returns/exchange-reasons.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Line } from './client.ts';

/** Why no size is offered for a reason. */
export const noSizeWords: Record<ExchangeReason, string> = {
  too_small: 'There is no larger one. Return it instead.',
  too_big: 'There is no smaller one. Return it instead.',
  faulty: 'This size is not made any more. Return it instead.',
};

/** How others found a style, above its sizes. */
export const fitWords = { small: 'Others found it small.', big: 'Others found it big.' } as const;

/** What others took instead of the size that was sent: `Others who wore 9 exchanged it for 10.` */
export const swapWords = (size: string | null, other: string): string => `Others who wore ${size ?? 'it'} exchanged it for ${other}.`;

/** The button that orders the exchange: `Exchange for a 9`, `Exchange for an XL`; `Exchange` without a size. */
export function exchangeWords(size: string | null): string {
  if (size === null) return 'Exchange';
  return /^one size$/i.test(size) ? 'Exchange for a new one' : `Exchange for ${articleOf(size)} ${size}`;
}

/** `an` before what is spoken with a vowel first: 8, 11 and 18, and letters such as M, S and XL. */
const articleOf = (size: string): string => (/^(?:8|11(?!\d)|18(?!\d)|[AEFHILMNORSX](?![a-z])|[AEIOaeio])/.test(size) ? 'an' : 'a');

/** When a line arrived or was sent, for the head of its exchange; null if nobody knows. */
export function sentWords({ status }: Line): string | null {
  const sent = status.find(({ state, on }) => on !== null && (state === 'sent' || state === 'on_its_way' || state === 'delivered'));
  return sent?.on ? `${sent.state === 'delivered' ? 'delivered' : 'sent'} on ${formatDate(sent.on, 'list')}` : null;
}

/** The first name of a person, for a sentence. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;
