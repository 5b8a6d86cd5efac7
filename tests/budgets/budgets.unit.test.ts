import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths } from '../../shared/add-months.ts';
import { budgetPeriod } from '../../shared/budgets/period.ts';
import { type BudgetSpend, budgetArithmetic, judgeBudgets, overBudget } from '../../shared/budgets/spend.ts';
import { ukMidnight } from '../../shared/uk-time.ts';

const dates = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const times = fc.date({ min: new Date('2015-01-01'), max: new Date('2045-12-31'), noInvalidDate: true }).map((date) => date.toISOString());
const durations = fc.constantFrom(1, 3, 6, 12);

describe('budget periods', () => {
  test('every time from the start on lies in exactly one period, and no earlier time lies in a period', () => {
    fc.assert(
      fc.property(dates, durations, times, (start, months, at) => {
        const period = budgetPeriod(start, months, at);
        if (at < ukMidnight(start)) return period === null;
        return period !== null && period.starts_at <= at && at < period.ends_at;
      }),
    );
  });

  test('the first period contains the start, and no period contains the moment before it', () => {
    for (const months of [1, 12]) {
      expect(budgetPeriod('2026-06-15', months, '2026-06-14T22:59:59.999Z')).toBeNull();
      expect(budgetPeriod('2026-06-15', months, '2026-06-14T23:00:00.000Z')).toMatchObject({ starts_on: '2026-06-15' });
    }
  });

  test('a budget that begins on the first of a summer month begins an hour before that month begins in UTC', () => {
    for (const months of [1, 12]) expect(budgetPeriod('2026-07-01', months, '2026-06-30T23:00:00.000Z')).toMatchObject({ starts_on: '2026-07-01' });
  });

  test('each period begins when the one before it ends', () => {
    fc.assert(
      fc.property(dates, durations, times, (start, months, at) => {
        const period = budgetPeriod(start, months, at);
        if (!period) return;
        expect(budgetPeriod(start, months, period.ends_at)).toMatchObject({ starts_at: period.ends_at, starts_on: period.ends_on });
        expect(budgetPeriod(start, months, period.starts_at)).toEqual(period);
      }),
    );
  });

  test('months are added to the original date, so a period begins on the 31st again after a short month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', 2)).toBe('2026-03-31');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
    expect(budgetPeriod('2026-01-31', 1, '2026-03-10T00:00:00.000Z')).toMatchObject({ starts_on: '2026-02-28', ends_on: '2026-03-31' });
  });

  test('a day begins at midnight in the UK, in summer and in winter and on the days the clocks change', () => {
    expect(ukMidnight('2026-01-15')).toBe('2026-01-15T00:00:00.000Z');
    expect(ukMidnight('2026-07-15')).toBe('2026-07-14T23:00:00.000Z');
    expect(ukMidnight('2026-03-29')).toBe('2026-03-29T00:00:00.000Z');
    expect(ukMidnight('2026-10-25')).toBe('2026-10-24T23:00:00.000Z');
    expect(ukMidnight('2026-10-26')).toBe('2026-10-26T00:00:00.000Z');
  });
});

const budget = (values: Partial<BudgetSpend>): BudgetSpend => ({
  employee_id: 1,
  employee_name: 'Anna Brown',
  employee_role_id: 1,
  name: 'Driver',
  budget_value: 10_000,
  is_budget_forceable: false,
  spent: 0,
  this_order: 0,
  is_exempt: false,
  ...values,
});

describe('budgets', () => {
  test('an order may spend a budget to the last penny; one penny more exceeds the budget', () => {
    expect(overBudget(budget({ spent: 4_000, this_order: 6_000 }))).toBe(0);
    expect(overBudget(budget({ spent: 4_000, this_order: 6_001 }))).toBe(1);
  });

  test('a budget without a value has no limit, an order without charges exceeds no budget, and an exempt order is not checked', () => {
    expect(overBudget(budget({ budget_value: null, this_order: 1_000_000 }))).toBe(0);
    expect(overBudget(budget({ spent: 20_000 }))).toBe(0);
    expect(overBudget(budget({ this_order: 20_000, is_exempt: true }))).toBe(0);
    expect(overBudget(budget({ budget_value: 0, this_order: 1 }))).toBe(1);
  });

  test('the message about an exceeded budget shows the budget, the amount spent, the amount of the order and the excess', () => {
    expect(budgetArithmetic(budget({ spent: 4_000, this_order: 6_001 }))).toBe(
      'Anna Brown, Driver: budget £100.00, spent £40.00, this order £60.01, over by £0.01.',
    );
  });

  test('an order is refused if one of the budgets that it exceeds cannot be forced', () => {
    const over = { this_order: 10_001 };
    expect(judgeBudgets([budget({})]).verdict).toBe('within');
    expect(judgeBudgets([budget({ ...over, is_budget_forceable: true })]).verdict).toBe('forceable');
    expect(judgeBudgets([budget({ ...over, is_budget_forceable: true }), budget(over)]).verdict).toBe('refused');
  });
});
