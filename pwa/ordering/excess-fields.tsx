import type { FieldValues } from 'react-hook-form';
import { messages } from '../../shared/messages.ts';
import type { FormApi } from '../api/use-form.ts';
import { type BudgetRefusal, type BudgetStand, budgetWaitText } from './budget-stand.ts';
import type { Budget, Order } from './client.ts';
import { asksApproval } from './order-words.ts';
import { allowanceWaitText, OverAllowance } from './over-allowance.tsx';
import { OverBudget } from './over-budget.tsx';

/** The values by which whoever sends an order confirms or explains what it exceeds. Every form that sends an order has them. */
export interface ExcessValues {
  force_over_budget_order: boolean;
  force_over_allowance: boolean;
  excess_reason: string;
}

/** The part of a form that has these values. */
interface ExcessForm {
  values: ExcessValues;
  tick: (name: 'force_over_budget_order' | 'force_over_allowance') => ReturnType<FormApi<FieldValues, unknown>['tick']>;
  field: (name: 'excess_reason') => ReturnType<FormApi<FieldValues, unknown>['field']>;
}

interface ExcessFieldsProps {
  order: Order;
  budgets: readonly Budget[];
  /** The server's refusal of the order because of its budgets. */
  refusal: BudgetRefusal | null;
  form: ExcessForm;
}

/** The budgets and allowances that an order exceeds, with the fields for what has to be confirmed or explained. */
export function ExcessFields({ order, budgets, refusal, form }: ExcessFieldsProps) {
  return (
    <>
      {!asksApproval(order) && (
        <OverBudget budgets={budgets} refusal={refusal} tick={form.tick('force_over_budget_order')} isTicked={form.values.force_over_budget_order} />
      )}
      <OverAllowance order={order} tick={form.tick('force_over_allowance')} reason={form.field('excess_reason')} />
    </>
  );
}

/** Says which confirmation an order still needs because of what it exceeds; null if it needs none. */
export const excessWaitText = (order: Order, stand: BudgetStand, values: ExcessValues): string | null =>
  allowanceWaitText(order, values) ?? (asksApproval(order) ? null : budgetWaitText(stand, values.force_over_budget_order));

/** The message on the reason of an excess if it is needed and missing. */
export const excessReasonFault = (order: Pick<Order, 'excess_step'>, { excess_reason }: Pick<ExcessValues, 'excess_reason'>): string | null =>
  order.excess_step !== null && !excess_reason.trim() ? messages.allowances.reason_needed : null;

/** The part of a request that confirms and explains what an order exceeds. */
export const excessInput = (order: Pick<Order, 'excess_step'>, values: ExcessValues) => ({
  force_over_budget_order: values.force_over_budget_order,
  ...(order.excess_step !== null && { excess_reason: values.excess_reason.trim(), force_over_allowance: values.force_over_allowance }),
});
