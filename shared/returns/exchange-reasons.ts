/** What is wrong with an item that is exchanged. */
export const exchangeReasons = ['too_small', 'too_big', 'faulty'] as const;
export type ExchangeReason = (typeof exchangeReasons)[number];

/** The reason as buttons show it. */
export const exchangeReasonLabels: Record<ExchangeReason, string> = { too_small: 'Too small', too_big: 'Too big', faulty: 'Faulty' };

/** The description of the return reason under which the return of an exchange is stored. */
export const returnReasonOf: Record<ExchangeReason, string> = { too_small: 'Too small', too_big: 'Too large', faulty: 'Faulty or damaged' };
