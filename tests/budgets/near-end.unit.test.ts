import { expect, test } from 'vitest';
import { budgetNearEnd, isNearlyUsed } from '../../shared/budgets/near-end.ts';

const today = '2026-11-30';
const use = (more: Partial<Parameters<typeof budgetNearEnd>[0]> = {}) => ({
  budget: 10_000,
  current: 0,
  ends_on: '2027-06-01',
  period_months: 12,
  ...more,
});

test('a budget is nearly used up from 90 per cent on, to the penny', () => {
  expect(budgetNearEnd(use({ current: 8_999 }), today)).toBeNull();
  expect(budgetNearEnd(use({ current: 9_000 }), today)).toBe('used');
  expect(budgetNearEnd(use({ current: 12_000 }), today)).toBe('used');
  expect([isNearlyUsed({ budget: 999, current: 899 }), isNearlyUsed({ budget: 999, current: 900 })]).toEqual([false, true]);
});

test('a budget ends soon if its next period begins within 30 days, unless its periods are one month long', () => {
  expect(budgetNearEnd(use({ ends_on: '2026-12-30' }), today)).toBe('ending');
  expect(budgetNearEnd(use({ ends_on: '2026-12-31' }), today)).toBeNull();
  expect(budgetNearEnd(use({ ends_on: '2026-12-30', period_months: 3 }), today)).toBe('ending');
  expect(budgetNearEnd(use({ ends_on: '2026-12-30', period_months: 1 }), today)).toBeNull();
  expect(budgetNearEnd(use({ ends_on: null, period_months: null }), today)).toBeNull();
});

test('a budget that is nearly used up is called so even if it also ends soon', () => {
  expect(budgetNearEnd(use({ current: 9_500, ends_on: '2026-12-10' }), today)).toBe('used');
});

test('a role without a limit, and one whose budget is nothing, have no budget near its end', () => {
  expect(budgetNearEnd(use({ budget: null, current: 50_000, ends_on: '2026-12-01' }), today)).toBeNull();
  expect(budgetNearEnd(use({ budget: 0, ends_on: '2026-12-01' }), today)).toBeNull();
  expect(isNearlyUsed({ budget: null, current: 50_000 })).toBe(false);
});
