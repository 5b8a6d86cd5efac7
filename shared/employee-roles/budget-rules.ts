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

/** The fields that need a budget. The alert is also sent about allowances, so every role may have its address. */
const namesOfBudget = (Object.keys(noBudget) as (keyof BudgetFields)[]).filter((name) => name !== 'budget_forced_alert_email');

/** By field, the messages for the rules that `fields` breaks if it replaces `stored`. */
export function budgetFaults(fields: BudgetFields, stored: BudgetFields = noBudget): Partial<Record<keyof BudgetFields, string>> {
  const isNew = (name: keyof BudgetFields): boolean => fields[name] !== noBudget[name] && fields[name] !== stored[name];
  if (!fields.is_budgeted) return Object.fromEntries(namesOfBudget.filter(isNew).map((name) => [name, messages.role_not_budgeted]));
  return {
    ...(fields.budget_start_date === null && { budget_start_date: messages.budget_start_needed }),
    ...(fields.budget_duration === null && { budget_duration: messages.budget_duration_needed }),
  };
}

/** The budget fields as they are stored; of a role without a budget only the address for alerts is stored. */
export function storedBudget(fields: BudgetFields): BudgetFields {
  if (!fields.is_budgeted) return { ...noBudget, budget_forced_alert_email: fields.budget_forced_alert_email };
  const { is_budgeted, is_budget_forceable, budget_value, budget_forced_alert_email, budget_start_date, budget_duration } = fields;
  return { is_budgeted, is_budget_forceable, budget_value, budget_forced_alert_email, budget_start_date, budget_duration };
}
