import { formatDate } from '../uk-time.ts';
import type { AllowanceExcess, AllowanceUnit } from './allowance.ts';
import { amountText } from './judge-allowances.ts';

/** What a person has left of an allowance, as the server says it. */
export interface LeftOfAllowance {
  unit: AllowanceUnit;
  amount: number | null;
  left: number | null;
  next: { on: string; amount: number } | null;
  reason: string | null;
}

/** How much is left and when more comes: `2 of 3 left, next on 01/06/2027`; without a limit, why there is none. */
export function leftText({ unit, amount, left, next, reason }: LeftOfAllowance): string {
  if (amount === null || left === null) return reason ?? 'No limit';
  const of = unit === 'points' ? `${left} of ${amountText(unit, amount)}` : `${amountText(unit, left)} of ${amountText(unit, amount)}`;
  return `${of} left${next ? `, next on ${formatDate(next.on)}` : ''}`;
}

/** What happens with an order that goes over an allowance, as a sentence. */
export const excessText: Record<AllowanceExcess, string> = {
  refuse: 'No more can be ordered.',
  approve: 'The order then needs an approval, with a reason.',
  warn: 'The order is sent, and the manager of the budget is told.',
};
