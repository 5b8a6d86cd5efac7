import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../shared/add-days.ts';
import { addMonths } from '../../shared/add-months.ts';
import type { AllowanceTerms } from '../../shared/allowances/allowance.ts';
import { type AllowanceHistory, allowanceFigure, type DatedAmount } from '../../shared/allowances/allowance-figure.ts';
import type { AllowancePerson } from '../../shared/allowances/allowance-period.ts';
import { ukDate, ukMidnight } from '../../shared/uk-time.ts';

const threeAYear: AllowanceTerms = {
  unit: 'items',
  amount: 3,
  instalments: [],
  bands: [],
  first_period_min_months: 0,
  min_service_months: 0,
  covers: { all: true, categories: [], styles: [], clothing_sets: [] },
  period_months: 12,
  anchor: 'fixed',
  starts_on: '2026-04-01',
  carry_over_max: 0,
  when_exceeded: 'refuse',
  counts_rollouts: false,
  effective_from: '2026-04-01',
};
const terms = (change: Partial<AllowanceTerms> = {}): AllowanceTerms => ({ ...threeAYear, ...change });
const person = (started_on: string | null = null, allowance_percent = 100): AllowancePerson => ({ started_on, allowance_percent });
const nothing: AllowanceHistory = { charges: [], grants: [] };
const figure = (of: AllowanceTerms | AllowanceTerms[], day: string, who = person(), history: Partial<AllowanceHistory> = {}) =>
  allowanceFigure({ versions: [of].flat(), ended_on: null }, who, { ...nothing, ...history }, day);

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const amounts: fc.Arbitrary<DatedAmount[]> = fc.array(fc.record({ on: days, amount: fc.integer({ min: 1, max: 9 }) }), { maxLength: 12 });

describe('how much a person may have', () => {
  test('with a fixed period everybody has the amount from the same day to the same day, and what was ordered before is not counted', () => {
    const charges = [
      { on: '2027-03-31', amount: 5 },
      { on: '2027-04-01', amount: 1 },
    ];
    expect(figure(terms(), '2027-05-05', person(), { charges })).toMatchObject({
      amount: 3,
      used: 1,
      left: 2,
      from: '2027-04-01',
      until: '2028-04-01',
      next: { on: '2028-04-01', amount: 3 },
      reason: null,
      parts: { base: 3, carried: 0, extra: 0 },
    });
  });

  test('before the first period, and before the terms apply, there is no limit', () => {
    const before = terms({ starts_on: '2027-01-01', effective_from: '2026-12-01' });
    expect(figure(before, '2026-12-15')).toMatchObject({
      amount: null,
      left: null,
      reason: { code: 'not_begun', on: '2027-01-01' },
      next: { on: '2027-01-01', amount: 3 },
    });
    expect(figure(before, '2026-11-30')).toMatchObject({ amount: null, reason: { code: 'not_begun', on: '2026-12-01' } });
  });

  test('who has no first day has nothing where the first day counts, with the reason', () => {
    expect(figure(terms({ anchor: 'start_date', starts_on: null }), '2027-01-01')).toMatchObject({
      amount: 0,
      left: 0,
      reason: { code: 'no_first_day' },
      next: null,
    });
    expect(figure(terms({ min_service_months: 3 }), '2027-01-01')).toMatchObject({ amount: 0, reason: { code: 'no_first_day' } });
  });

  test('before the minimum service there is nothing, and on its day everything', () => {
    const after3 = terms({ min_service_months: 3 });
    expect(figure(after3, '2026-08-31', person('2026-06-01'))).toMatchObject({
      amount: 0,
      reason: { code: 'service', on: '2026-09-01' },
      next: { on: '2026-09-01', amount: 3 },
    });
    expect(figure(after3, '2026-09-01', person('2026-06-01'))).toMatchObject({ amount: 3, reason: null });
  });

  test('a part of full time rounds up', () => {
    for (const [percent, amount] of [
      [1, 1],
      [33, 1],
      [34, 2],
      [66, 2],
      [67, 3],
      [100, 3],
    ] as const)
      expect(figure(terms(), '2027-01-01', person(null, percent)).amount).toBe(amount);
  });

  test('bands of hours of 1, 50 and 80 per cent give 2, 2 and 3 tops', () => {
    const banded = terms({
      bands: [
        { min_percent: 1, amount: 2 },
        { min_percent: 50, amount: 2 },
        { min_percent: 80, amount: 3 },
      ],
    });
    for (const [percent, amount] of [
      [1, 2],
      [49, 2],
      [50, 2],
      [79, 2],
      [80, 3],
      [100, 3],
    ] as const)
      expect(figure(banded, '2027-01-01', person(null, percent)).amount).toBe(amount);
    expect(figure(terms({ bands: [{ min_percent: 20, amount: 2 }] }), '2027-01-01', person(null, 19)).amount).toBe(0);
  });

  test('with a first day as anchor the periods begin on it, and orders before it count to the first', () => {
    const own = terms({ anchor: 'start_date', starts_on: null });
    const charges = [{ on: '2026-05-20', amount: 2 }];
    expect(figure(own, '2026-05-25', person('2026-06-15'), { charges })).toMatchObject({
      amount: 3,
      used: 2,
      from: '2026-06-15',
      until: '2027-06-15',
    });
    expect(figure(own, '2027-06-14', person('2026-06-15'), { charges })).toMatchObject({ used: 2, next: { on: '2027-06-15', amount: 3 } });
    expect(figure(own, '2027-06-15', person('2026-06-15'), { charges })).toMatchObject({ used: 0, left: 3 });
  });

  test('who starts on the 29th of February has periods from the last day of February, and again from the 29th in a leap year', () => {
    const own = terms({ anchor: 'start_date', starts_on: null, effective_from: '2024-01-01' });
    expect(figure(own, '2025-02-28', person('2024-02-29'))).toMatchObject({ from: '2025-02-28', until: '2026-02-28' });
    expect(figure(own, '2025-02-27', person('2024-02-29'))).toMatchObject({ from: '2024-02-29', until: '2025-02-28' });
    expect(figure(own, '2028-02-29', person('2024-02-29'))).toMatchObject({ from: '2028-02-29', until: '2029-02-28' });
  });

  test('what is left is carried over up to the maximum, once, and never from before the allowance was in force', () => {
    const carries = terms({ carry_over_max: 2 });
    const charges = [{ on: '2026-06-01', amount: 2 }];
    expect(figure(carries, '2026-12-01').parts).toEqual({ base: 3, carried: 0, extra: 0 });
    expect(figure(carries, '2027-04-01', person(), { charges }).parts).toEqual({ base: 3, carried: 1, extra: 0 });
    // Of the year before, 3 and 1 carried were free; only 2 of its own 3 go on.
    expect(figure(carries, '2028-04-01', person(), { charges }).parts).toEqual({ base: 3, carried: 2, extra: 0 });
    expect(figure(carries, '2027-04-01', person('2027-04-01')).parts.carried).toBe(0);
  });

  test('once is from the first day on, or for ever', () => {
    const once = terms({ period_months: null });
    expect(figure(once, '2040-01-01', person(), { charges: [{ on: '2026-05-01', amount: 1 }] })).toMatchObject({ left: 2, until: null, next: null });
    expect(figure(terms({ period_months: null, anchor: 'start_date', starts_on: null }), '2040-01-01', person('2026-06-01'))).toMatchObject({
      from: '2026-06-01',
      until: null,
    });
  });

  test('with a rolling period an item comes back on the same day of the month, or on the last day of a shorter month', () => {
    const rolling = terms({ anchor: 'rolling', starts_on: null, period_months: 6, effective_from: '2026-01-01' });
    const charges = [
      { on: '2026-08-31', amount: 2 },
      { on: '2026-09-10', amount: 1 },
    ];
    expect(figure(rolling, '2027-02-27', person(), { charges })).toMatchObject({ used: 3, left: 0, next: { on: '2027-02-28', amount: 2 } });
    expect(figure(rolling, '2027-02-28', person(), { charges })).toMatchObject({ used: 1, left: 2, next: { on: '2027-03-10', amount: 1 } });
  });

  test('new hires get 60 points at once, 90 more after 6 months, and all 300 from the first January after 13 months', () => {
    const policy = terms({
      unit: 'points',
      amount: 300,
      anchor: 'fixed',
      starts_on: '2025-01-01',
      effective_from: '2025-01-01',
      instalments: [
        { after_months: 0, amount: 60 },
        { after_months: 6, amount: 90 },
      ],
      first_period_min_months: 13,
    });
    const hired = person('2026-03-10');
    expect(figure(policy, '2026-03-10', hired)).toMatchObject({ amount: 60, until: '2028-01-01', next: { on: '2026-09-10', amount: 90 } });
    expect(figure(policy, '2026-09-09', hired).amount).toBe(60);
    expect(figure(policy, '2026-09-10', hired)).toMatchObject({ amount: 150, next: { on: '2028-01-01', amount: 300 } });
    expect(figure(policy, '2027-12-31', hired, { charges: [{ on: '2026-04-01', amount: 100 }] })).toMatchObject({ amount: 150, used: 100, left: 50 });
    // Points lapse on the 31st of December.
    expect(figure(policy, '2028-01-01', hired, { charges: [{ on: '2026-04-01', amount: 100 }] })).toMatchObject({
      amount: 300,
      used: 0,
      left: 300,
      until: '2029-01-01',
    });
    // 13 months end exactly on the 1st of January.
    expect(figure(policy, '2027-12-31', person('2025-12-01'))).toMatchObject({ amount: 300, from: '2027-01-01' });
    // Who was there before the policy has no first period of their own.
    for (const old of [person('2020-05-05'), person(null)])
      expect(figure(policy, '2026-03-10', old)).toMatchObject({ amount: 300, from: '2026-01-01' });
    // A part of full time does not change instalments.
    expect(figure(policy, '2026-03-10', person('2026-03-10', 50)).amount).toBe(60);
  });

  test('an extra is for the present period and adds to the amount', () => {
    const grants = [{ on: '2026-06-01', amount: 2 }];
    expect(figure(terms(), '2026-07-01', person(), { grants })).toMatchObject({ amount: 5, parts: { base: 3, carried: 0, extra: 2 } });
    expect(figure(terms(), '2027-04-01', person(), { grants })).toMatchObject({ amount: 3, parts: { extra: 0 } });
  });

  test('a new version applies from its day on, replaces what was planned before, and is announced as what comes next', () => {
    const planned = terms({ amount: 9, effective_from: '2026-10-01' });
    const versions = [terms(), planned];
    expect(figure(versions, '2026-09-30')).toMatchObject({ amount: 3, next: { on: '2026-10-01', amount: 6 } });
    expect(figure(versions, '2026-10-01').amount).toBe(9);
    expect(figure([...versions, terms({ amount: 4, effective_from: '2026-09-01' })], '2026-11-01').amount).toBe(4);
  });
});

describe('laws', () => {
  const anyTerms = fc
    .record({
      amount: fc.integer({ min: 1, max: 12 }),
      period_months: fc.constantFrom(1, 5, 6, 12, 24, null),
      anchor: fc.constantFrom('fixed' as const, 'start_date' as const, 'rolling' as const),
      carry_over_max: fc.integer({ min: 0, max: 4 }),
      starts_on: days,
      effective_from: days,
    })
    .map((change) =>
      terms(change.anchor === 'rolling' ? { ...change, period_months: change.period_months ?? 12, carry_over_max: 0, starts_on: null } : change),
    );
  const people = fc.record({ started_on: fc.option(days, { nil: null }), allowance_percent: fc.integer({ min: 1, max: 100 }) });

  test('each day lies in the period of its figure, and all days of a period agree about it', () => {
    fc.assert(
      fc.property(anyTerms, people, days, (of, who, day) => {
        const { from, until, reason } = figure(of, day, who);
        if (from === null || of.anchor === 'rolling' || reason?.code === 'not_begun') return;
        if (who.started_on === null || day >= who.started_on) expect(from <= day && (until === null || day < until)).toBe(true);
        for (const other of [from, until && addDays(until, -1)])
          if (other && other >= of.effective_from) expect(figure(of, other, who)).toMatchObject({ from, until });
      }),
    );
  });

  test('a rolling period equals a replay of all orders day by day', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(1, 2, 6, 12), days, (charges, months, day) => {
        const rolling = terms({ anchor: 'rolling', starts_on: null, period_months: months, effective_from: '2000-01-01' });
        let used = 0;
        for (let at = '2019-06-01'; at <= day; at = addDays(at, 1)) {
          used += charges.filter(({ on }) => on === at).reduce((sum, { amount }) => sum + amount, 0);
          used -= charges.filter(({ on }) => addMonths(on, months) === at).reduce((sum, { amount }) => sum + amount, 0);
        }
        expect(figure(rolling, day, person(), { charges }).used).toBe(used);
      }),
      { numRuns: 40 },
    );
  });

  test('a return gives back exactly what it took, to the period that was charged and to no other one', () => {
    fc.assert(
      fc.property(
        anyTerms,
        people,
        amounts,
        days,
        fc.record({ on: days, amount: fc.integer({ min: 1, max: 9 }) }),
        (of, who, charges, day, returned) => {
          const without = figure(of, day, who, { charges }).used;
          const by = figure(of, day, who, { charges: [...charges, returned] }).used - without;
          expect([0, returned.amount]).toContain(by);
          const half = { ...returned, amount: Math.ceil(returned.amount / 2) };
          const after = figure(of, day, who, { charges: [...charges, half] }).used - without;
          expect(after).toBe(by === 0 ? 0 : half.amount);
        },
      ),
    );
  });

  test('what is left is never more than the amount, and never negative', () => {
    fc.assert(
      fc.property(anyTerms, people, amounts, amounts, days, (of, who, charges, grants, day) => {
        const { amount, left, used, parts } = figure(of, day, who, { charges, grants });
        if (amount === null) return left === null;
        expect(amount).toBe(parts.base + parts.carried + parts.extra);
        return left === Math.max(0, amount - used) && parts.carried <= of.carry_over_max;
      }),
    );
  });

  test('a new version changes no figure of the days before it', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, people, amounts, days, (first, second, who, charges, day) => {
        if (day >= second.effective_from || first.effective_from > day) return;
        const { next: _before, ...before } = figure(first, day, who, { charges });
        const { next: _after, ...after } = figure([first, second], day, who, { charges });
        expect(after).toEqual(before);
      }),
    );
  });

  test('the next amount is what the figure of that day has more, or has in its new period', () => {
    fc.assert(
      fc.property(anyTerms, people, days, (of, who, day) => {
        const today = figure(of, day, who);
        if (!today.next) return;
        expect(today.next.on > day && today.next.amount > 0).toBe(true);
        const then = figure(of, today.next.on, who);
        expect([then.parts.base, then.parts.base - today.parts.base]).toContain(today.next.amount);
      }),
    );
  });

  test('on the days when the clocks change, a day still begins at midnight in London', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31']) {
      expect(ukDate(ukMidnight(day))).toBe(day);
      expect(ukDate(new Date(Date.parse(ukMidnight(day)) - 1).toISOString())).toBe(addDays(day, -1));
    }
  });
});
