import { pounds } from '../../shared/money.ts';

/** Pence in words: 1250 is "£12.50". */
export const formatMoney = pounds;

/** An amount in pence, shown in pounds; nothing where there is no price. */
export function Money({ pence, className }: { pence: number | null | undefined; className?: string }) {
  if (pence === null || pence === undefined) return null;
  return <span className={className}>{formatMoney(pence)}</span>;
}

/** What something costs that comes at several prices, from the least to the most: "£24.50–£26.95". */
export const formatPrices = (prices: readonly number[]): string =>
  [...new Set([Math.min(...prices), Math.max(...prices)])].map((pence) => formatMoney(pence)).join('–');
