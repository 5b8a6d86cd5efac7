import { describe, expect, test } from 'vitest';
import { budgetRefusal, budgetStand, budgetWaitText } from '../../../pwa/ordering/budget-stand.ts';
import type { Budget } from '../../../pwa/ordering/client.ts';
import { messages } from '../../../shared/messages.ts';

const budget = (over_by: number, is_budget_forceable: boolean) => ({ over_by, is_budget_forceable }) as Budget;
const sum = 'Ann Field: £12.00 over';
const forceable = budgetRefusal({ errors: { force_over_budget_order: [messages.over_budget, sum] } });
const blocked = budgetRefusal({ errors: { budget: [messages.over_budget, sum] } });

describe('a refusal', () => {
  test('of an order over budget is shown with the sums over budget', () => {
    expect(forceable).toEqual({ field: 'force_over_budget_order', text: messages.over_budget, sums: [sum] });
    expect(blocked).toMatchObject({ field: 'budget', sums: [sum] });
  });

  test('without an amount over budget is not a budget refusal', () => {
    expect(
      budgetRefusal({ errors: { budget: ['Choose one of the budgets of this person.'], po_reference: ['A PO reference is needed.'] } }),
    ).toBeNull();
    expect(budgetRefusal({ errors: undefined })).toBeNull();
  });
});

describe('an order’s budgets', () => {
  test('are judged by the values that were read', () => {
    expect(budgetStand([budget(0, true)], null)).toBe('within');
    expect(budgetStand([budget(0, false), budget(5, true)], null)).toBe('forceable');
    expect(budgetStand([budget(5, false), budget(5, true)], null)).toBe('blocked');
    expect(budgetStand([budget(5, true)], blocked)).toBe('forceable');
  });

  test('are judged by the server’s refusal if the form’s budgets are out of date or cannot be read', () => {
    expect(budgetStand([budget(0, true)], forceable)).toBe('forceable');
    expect(budgetStand([], blocked)).toBe('blocked');
  });

  test('allow an order within the budgets, and an order over budget if the account allows this and the person ticks the box', () => {
    expect(budgetWaitText('within', false)).toBeNull();
    expect(budgetWaitText('forceable', false)).toBe('Tick Order over budget to go on');
    expect(budgetWaitText('forceable', true)).toBeNull();
    expect(budgetWaitText('blocked', true)).toBe('The order is over budget');
  });
});
