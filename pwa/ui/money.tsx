import { pounds } from '../../shared/money.ts';
import { classNames } from './class-names.ts';

/** Pence as text: 1250 is "£12.50". */
export const formatMoney = pounds;

/** An amount in pence, shown in pounds on one line; empty if there is no price. */
export function Money({ pence, className }: { pence: number | null | undefined; className?: string }) {
  if (pence === null || pence === undefined) return null;
  return <span className={classNames('nowrap', className)}>{formatMoney(pence)}</span>;
}

/** A range of prices, from the lowest to the highest: "£24.50–£26.95"; empty if there are none. */
export function formatPrices(prices: readonly (number | null)[]): string {
  const pence = prices.filter((price) => price !== null);
  if (pence.length === 0) return '';
  return [...new Set([Math.min(...pence), Math.max(...pence)])].map((price) => formatMoney(price)).join('–');
}
