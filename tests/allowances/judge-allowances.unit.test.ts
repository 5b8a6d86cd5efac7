import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AllowanceExcess } from '../../shared/allowances/allowance.ts';
import type { AllowanceFigure } from '../../shared/allowances/allowance-figure.ts';
import { isCovered, pointsOf, takenByOne } from '../../shared/allowances/covers.ts';
import { type AllowanceCharge, allowanceArithmetic, judgeAllowances, overAllowance } from '../../shared/allowances/judge-allowances.ts';

const figureOf = (amount: number | null, used: number): AllowanceFigure => ({
  amount,
  used,
  left: amount === null ? null : Math.max(0, amount - used),
  from: '2026-04-01',
  until: '2027-04-01',
  is_first: false,
  next: { on: '2027-04-01', amount: 3 },
  reason: null,
  parts: { base: amount ?? 0, carried: 0, extra: 0 },
});
const charge = (this_order: number, used: number, amount: number | null = 3, when_exceeded: AllowanceExcess = 'refuse'): AllowanceCharge => ({
  allowance_id: 1,
  employee_id: 2,
  employee_name: 'Priya Raman',
  name: 'Shirts',
  unit: 'items',
  period_months: 12,
  when_exceeded,
  figure: figureOf(amount, used),
  this_order,
});

describe('judging an order', () => {
  test('an order goes over by what it takes beyond the rest, and never by what earlier orders took', () => {
    expect(overAllowance(charge(1, 2))).toBe(0);
    expect(overAllowance(charge(2, 2))).toBe(1);
    expect(overAllowance(charge(2, 5))).toBe(2);
    expect(overAllowance(charge(0, 5))).toBe(0);
    expect(overAllowance(charge(9, 9, null))).toBe(0);
  });

  test('one allowance that refuses refuses the order; otherwise one that needs an approval makes it a request', () => {
    expect(judgeAllowances([charge(1, 0), charge(2, 2, 3, 'warn')])).toMatchObject({ verdict: 'within', warned: [{ this_order: 2 }] });
    expect(judgeAllowances([charge(2, 2, 3, 'approve'), charge(2, 2, 3, 'warn')]).verdict).toBe('approve');
    expect(judgeAllowances([charge(2, 2, 3, 'approve'), charge(2, 2)]).verdict).toBe('refused');
  });

  test('orders that pass one after the other never take more than the amount', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), fc.integer({ min: 1, max: 12 }), (orders, amount) => {
        let used = 0;
        for (const quantity of orders) if (judgeAllowances([charge(quantity, used, amount)]).verdict === 'within') used += quantity;
        return used <= amount;
      }),
    );
  });

  test('the calculation names the period, what was used and what comes next', () => {
    expect(allowanceArithmetic(charge(2, 2))).toBe('Shirts: 3 a year, 2 used, this order 2; next 3 on 01/04/2027');
    const points: AllowanceCharge = {
      ...charge(8, 34, 40),
      unit: 'points',
      figure: { ...figureOf(45, 34), next: null, parts: { base: 40, carried: 3, extra: 2 } },
    };
    expect(allowanceArithmetic(points)).toBe(
      'Shirts: 40 points a year, 3 points carried over, 2 points granted, 34 points used, this order 8 points',
    );
    const pence: AllowanceCharge = { ...charge(1040, 0, 5000), unit: 'pence', period_months: null, figure: { ...figureOf(5000, 0), next: null } };
    expect(allowanceArithmetic(pence)).toBe('Shirts: £50.00 once, £0.00 used, this order £10.40');
    expect(allowanceArithmetic({ ...charge(2, 0, 1), figure: { ...figureOf(1, 0), is_first: true } })).toContain('1 in the first period');
  });
});

describe('what an allowance covers', () => {
  const polo = { style_id: 120, category_ids: [3, 1], clothing_set_ids: [9] };
  const none = { all: false, categories: [], styles: [], clothing_sets: [] };

  test('all products, a style, a category or one above it, or a clothing set', () => {
    expect(isCovered(none, polo)).toBe(false);
    expect(isCovered({ ...none, all: true }, polo)).toBe(true);
    expect(isCovered({ ...none, styles: [120] }, polo)).toBe(true);
    expect(isCovered({ ...none, categories: [1] }, polo)).toBe(true);
    expect(isCovered({ ...none, clothing_sets: [9] }, polo)).toBe(true);
    expect(isCovered({ all: false, categories: [4], styles: [121], clothing_sets: [8] }, polo)).toBe(false);
  });

  test('one item takes one, its points or its price; a style without points takes its price in whole pounds', () => {
    const item = { points: null, price: 1040 };
    expect(takenByOne('items', item)).toBe(1);
    expect(takenByOne('pence', item)).toBe(1040);
    expect(takenByOne('points', item)).toBe(11);
    expect(takenByOne('points', { points: 8, price: 1040 })).toBe(8);
    expect(takenByOne('points', { points: 0, price: 1040 })).toBe(0);
    expect([pointsOf(null, 0), pointsOf(null, 1), pointsOf(null, 100), pointsOf(null, 101)]).toEqual([1, 1, 1, 2]);
  });
});
