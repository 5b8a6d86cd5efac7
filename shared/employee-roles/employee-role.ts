import { z } from 'zod';
import { budgetDurations } from '../budgets/period.ts';
import { calendarDate } from '../calendar-date.ts';
import { optionalEmail, optionalNumber, optionalText, requiredKey } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { roleFlags } from './role-flags.ts';

/** The fields that only an employee role with a budget has. */
const budgetFields = z.object({
  is_budgeted: z.boolean().describe('Turning it off clears the other fields of the budget, except its code and the address for alerts'),
  is_budget_forceable: z.boolean().describe('Orders may go over the budget when that is confirmed'),
  budget_value: optionalNumber(limits.money).describe('Pence a period for each person; null is unlimited'),
  budget_forced_alert_email: optionalEmail(limits.email).describe(
    'Gets an email when an order goes over the budget, or over an allowance that warns',
  ),
  budget_start_date: calendarDate(messages.budget_start_needed).nullable(),
  budget_duration: z.literal(budgetDurations, messages.budget_duration_needed).nullable().describe('Months'),
});
export type BudgetFields = z.infer<typeof budgetFields>;

/** The fields of an employee role that people fill in. */
export const employeeRoleFields = z.object({
  name: requiredKey(limits.name, messages.name_needed),
  client_references: optionalText(limits.client_references)
    .overwrite((text) => text && (separated(text).join(', ') || null))
    .describe('The client’s own references, separated by commas'),
  flags: z
    .array(z.enum(roleFlags))
    .overwrite((flags) => roleFlags.filter((flag) => flags.includes(flag)))
    .describe('System roles that are suggested for its holders'),
  budget_code: optionalText(limits.budget_code),
  ...budgetFields.shape,
});
const separated = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

export const newEmployeeRole = employeeRoleFields.partial().required({ name: true });
export type NewEmployeeRole = z.infer<typeof newEmployeeRole>;
export const employeeRoleChange = employeeRoleFields.extend({ version: z.int() }).partial();
export type EmployeeRoleChange = z.infer<typeof employeeRoleChange>;

/** An employee role in a list. */
export const employeeRole = employeeRoleFields.extend({
  id: z.int(),
  people_count: z.int().describe('Active people that have the role'),
  version: z.int(),
});
export type EmployeeRole = z.infer<typeof employeeRole>;

/** The total budget of a role's people in the current period, and how much of it they have spent. */
const budgetUse = z.object({
  period: z
    .object({ starts_on: z.string(), ends_on: z.string() })
    .nullable()
    .describe('Null before the budget starts; `ends_on` begins the next one'),
  people: z.int(),
  budget: z.int().nullable().describe('Pence: the value times the people; null is unlimited'),
  spent: z.int().describe('Pence in submitted orders of the period, less approved returns'),
  left: z.int().nullable().describe('Pence; negative where more is spent'),
});

/** An employee role with the use of its budget; null if it has no budget. */
export const employeeRoleWithUse = employeeRole.extend({ budget_use: budgetUse.nullable() });
export type EmployeeRoleWithUse = z.infer<typeof employeeRoleWithUse>;

/** A person of an employee role, with the use of their own budget. */
export const personOfRole = z.object({ id: z.int(), name: z.string(), spent: z.int(), left: z.int().nullable() });
export type PersonOfRole = z.infer<typeof personOfRole>;
