import { messages } from '../messages.ts';
import type { BudgetFields } from './employee-role.ts';

/** The budget fields of a role without a budget. */
export const noBudget: BudgetFields = {
  is_budgeted: false,
  is_budget_forceable: false,
  budget_value: null,
  budget_forced_alert_email: null,
  budget_start_date: null,
  budget_duration: null,
};

const namesOfBudget = Object.keys(noBudget) as (keyof BudgetFields)[];

/** By field, the messages for the rules that `fields` breaks if it replaces `stored`. */
export function budgetFaults(fields: BudgetFields, stored: BudgetFields = noBudget): Partial<Record<keyof BudgetFields, string>> {
  const isNew = (name: keyof BudgetFields): boolean => fields[name] !== noBudget[name] && fields[name] !== stored[name];
  if (!fields.is_budgeted) return Object.fromEntries(namesOfBudget.filter(isNew).map((name) => [name, messages.role_not_budgeted]));
  return {
    ...(fields.budget_start_date === null && { budget_start_date: messages.budget_start_needed }),
    ...(fields.budget_duration === null && { budget_duration: messages.budget_duration_needed }),
  };
}

/** The budget fields as they are stored; a role without a budget has none. */
export function storedBudget(fields: BudgetFields): BudgetFields {
  if (!fields.is_budgeted) return noBudget;
  const { is_budgeted, is_budget_forceable, budget_value, budget_forced_alert_email, budget_start_date, budget_duration } = fields;
  return { is_budgeted, is_budget_forceable, budget_value, budget_forced_alert_email, budget_start_date, budget_duration };
}
