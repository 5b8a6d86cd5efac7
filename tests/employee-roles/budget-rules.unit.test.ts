import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgetDurations } from '../../shared/budgets/period.ts';
import { budgetFaults, noBudget, storedBudget } from '../../shared/employee-roles/budget-rules.ts';
import { type BudgetFields, employeeRoleFields } from '../../shared/employee-roles/employee-role.ts';

const full: BudgetFields = {
  is_budgeted: true,
  is_budget_forceable: true,
  budget_value: 48_000,
  budget_forced_alert_email: 'watch@client.test',
  budget_start_date: '2026-01-31',
  budget_duration: 3,
};
const anyFields = fc.record({
  is_budgeted: fc.boolean(),
  is_budget_forceable: fc.boolean(),
  budget_value: fc.constantFrom(null, 0, 500),
  budget_forced_alert_email: fc.constantFrom(null, 'watch@client.test'),
  budget_start_date: fc.constantFrom(null, '2026-01-31'),
  budget_duration: fc.constantFrom(null, ...budgetDurations),
});

describe('the budget of an employee role', () => {
  test('needs a start and a duration, and may have no value and no alert', () => {
    expect(budgetFaults(full)).toEqual({});
    expect(budgetFaults({ ...noBudget, is_budgeted: true })).toEqual({
      budget_start_date: 'Choose the day on which the budget starts.',
      budget_duration: 'Choose how long the budget lasts.',
    });
    expect(budgetFaults({ ...full, budget_value: null, budget_forced_alert_email: null })).toEqual({});
  });

  test('keeps the alert email even if the budget cannot be forced, so that nobody has to enter the email again', () => {
    const unforceable = { ...full, is_budget_forceable: false };
    expect(budgetFaults(unforceable)).toEqual({});
    expect(storedBudget(unforceable)).toEqual(unforceable);
  });

  test('cannot get new values while the role has no budget; the stored values are cleared, except the address for alerts', () => {
    const off = { ...full, is_budgeted: false };
    expect(Object.keys(budgetFaults(off))).toEqual(
      Object.keys(noBudget).filter((name) => name !== 'is_budgeted' && name !== 'budget_forced_alert_email'),
    );
    expect(budgetFaults(off, full)).toEqual({});
    expect(budgetFaults({ ...off, budget_value: 0 }, full)).toEqual({ budget_value: 'Only a budgeted role has this.' });
    expect(storedBudget(off)).toEqual({ ...noBudget, budget_forced_alert_email: 'watch@client.test' });
  });

  test('can be stored again unchanged if it was stored without faults', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        fc.pre(Object.keys(budgetFaults(fields)).length === 0);
        const stored = storedBudget(fields);
        expect(budgetFaults(stored)).toEqual({});
        expect(storedBudget(stored)).toEqual(stored);
      }),
    );
  });
});

test('a budget lasts 1, 3, 6 or 12 months', () => {
  const { budget_duration } = employeeRoleFields.shape;
  const months = Array.from({ length: 14 }, (_, n) => n);
  expect(months.filter((n) => budget_duration.safeParse(n).success)).toEqual([1, 3, 6, 12]);
});

test('client references are separated by commas and stored once each; flags are stored in a fixed sequence', () => {
  const { client_references, flags } = employeeRoleFields.shape;
  expect(client_references.parse(' SUP ,TEAM LEADER,, SUP')).toBe('SUP, TEAM LEADER');
  expect(client_references.parse(' , ')).toBeNull();
  expect(flags.parse(['client_admin', 'manager', 'client_admin'])).toEqual(['manager', 'client_admin']);
  expect(flags.safeParse(['super']).success).toBe(false);
});
