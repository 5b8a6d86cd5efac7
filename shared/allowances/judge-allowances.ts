import { pounds } from '../money.ts';
import { formatDate } from '../uk-time.ts';
import type { AllowanceExcess, AllowanceUnit } from './allowance.ts';
import type { AllowanceFigure } from './allowance-figure.ts';

/** What one order takes of one wearer's allowance, with how much the wearer may have. */
export interface AllowanceCharge {
  allowance_id: number;
  employee_id: number;
  employee_name: string;
  name: string;
  unit: AllowanceUnit;
  period_months: number | null;
  when_exceeded: AllowanceExcess;
  /** Without what this order takes. */
  figure: AllowanceFigure;
  this_order: number;
}

/** By how much an order goes over an allowance, in its unit; zero if it does not. */
export const overAllowance = ({ figure: { amount, used }, this_order }: Pick<AllowanceCharge, 'figure' | 'this_order'>): number =>
  amount === null ? 0 : Math.min(this_order, Math.max(0, used + this_order - amount));

/** The verdict on an order's allowances. `refused` or `approve` if one of those that the order goes over says so; `warned` have a warning only. */
export function judgeAllowances<Charge extends AllowanceCharge>(charges: readonly Charge[]) {
  const over = charges.filter((charge) => overAllowance(charge) > 0);
  const of = (excess: AllowanceExcess): Charge[] => over.filter(({ when_exceeded }) => when_exceeded === excess);
  const [refused, approve, warned] = [of('refuse'), of('approve'), of('warn')];
  return { verdict: refused.length ? 'refused' : approve.length ? 'approve' : 'within', refused, approve, warned } as const;
}

/** An amount of an allowance in words: `3`, `40 points`, `£120.00`. */
export const amountText = (unit: AllowanceUnit, amount: number): string => {
  if (unit === 'pence') return pounds(amount);
  return unit === 'points' ? `${amount} ${amount === 1 ? 'point' : 'points'}` : String(amount);
};

/** How often an allowance is renewed, in words: `a year`, `every 6 months`, `once`. */
export function periodText(months: number | null): string {
  if (months === null) return 'once';
  if (months === 1) return 'a month';
  if (months === 12) return 'a year';
  return months % 12 === 0 ? `every ${months / 12} years` : `every ${months} months`;
}

/** The calculation of a charge as text: `Shirts: 3 a year, 2 used, this order 2; next 3 on 01/04/2027`. */
export function allowanceArithmetic({ name, unit, period_months, figure, this_order }: AllowanceCharge): string {
  const { parts, used, next, is_first } = figure;
  const text = (amount: number): string => amountText(unit, amount);
  const had = [
    `${text(parts.base)} ${is_first && period_months !== null ? 'in the first period' : periodText(period_months)}`,
    ...(parts.carried ? [`${text(parts.carried)} carried over`] : []),
    ...(parts.extra ? [`${text(parts.extra)} granted`] : []),
    `${text(used)} used`,
    `this order ${text(this_order)}`,
  ];
  return `${name}: ${had.join(', ')}${next ? `; next ${text(next.amount)} on ${formatDate(next.on)}` : ''}`;
}
