import { pounds } from '../../shared/money.ts';

/** Pence in words: 1250 is "£12.50". */
export const formatMoney = pounds;

/** An amount in pence, shown in pounds; nothing where there is no price. */
export function Money({ pence, className }: { pence: number | null | undefined; className?: string }) {
  if (pence === null || pence === undefined) return null;
  return <span className={className}>{formatMoney(pence)}</span>;
}
