import { describe, expect, test } from 'vitest';
import {
  type AllowanceInWords,
  afterOrderText,
  allowanceSentences,
  type OrderedOfAllowance,
  overText,
  ruleText,
} from '../../shared/allowances/allowance-words.ts';

const shirts: AllowanceInWords = {
  whose: { role: 'Driver' },
  unit: 'items',
  amount: 3,
  instalments: [],
  bands: [],
  first_period_min_months: 0,
  min_service_months: 0,
  covered: { categories: ['Shirts'], styles: [], clothing_sets: [] },
  period_months: 12,
  anchor: 'fixed',
  starts_on: '2026-04-01',
  carry_over_max: 0,
  when_exceeded: 'refuse',
  counts_rollouts: false,
  effective_from: null,
};
const words = (change: Partial<AllowanceInWords> = {}): string => allowanceSentences({ ...shirts, ...change }).join(' ');

describe('the sentences of an allowance', () => {
  test('say who may have how much of what, how often, and what happens with more', () => {
    expect(words()).toBe(
      'Everybody with the role Driver may have 3 items a year. What counts: the category Shirts. It is renewed for everybody on 1 April of each year, ' +
        'first on 01/04/2026. Somebody who works part time may have that share of it, rounded up. What is not used in a period lapses. ' +
        'An order for more is refused.',
    );
  });

  test('name a person in place of a role', () => {
    expect(words({ whose: { person: 'Ann Field' }, unit: 'pence', amount: 12_000 })).toMatch(/^Ann Field may have £120\.00 a year\./);
  });

  test.each([
    [{ anchor: 'rolling', period_months: 6 }, /may have 3 items within 6 months\. .*What somebody orders comes back 6 months later\./],
    [{ anchor: 'start_date' }, /It is renewed every year, counted from each person’s first day at work\./],
    [{ anchor: 'start_date', period_months: null }, /3 items once\. .*from each person’s first day at work on, and is never renewed\./],
    [{ period_months: null }, /It counts from 01\/04\/2026 on, and is never renewed\./],
    [{ period_months: 18 }, /on the same day: on 01\/04\/2026, and every 18 months after it\./],
  ] as [Partial<AllowanceInWords>, RegExp][])('say when it is renewed: %j', (change, text) => {
    expect(words(change)).toMatch(text);
  });

  test('say nothing of what lapses where nothing is renewed', () => {
    expect(words({ anchor: 'rolling' })).not.toContain('lapses');
    expect(words({ period_months: null })).not.toContain('lapses');
  });

  test('say what the hours decide, band by band in the sequence of the hours', () => {
    const bands = [
      { min_percent: 80, amount: 3 },
      { min_percent: 10, amount: 1 },
      { min_percent: 50, amount: 2 },
    ];
    expect(words({ bands })).toContain(
      'The hours decide in place of that amount: 1 item at 10–49% of full time, 2 items at 50–79% of full time and 3 items at 80–100% of full time, and nothing below 10%.',
    );
    expect(words({ bands: [{ min_percent: 1, amount: 2 }] })).not.toContain('nothing below');
  });

  test('say what somebody new gets, and when', () => {
    const text = words({
      unit: 'points',
      amount: 300,
      starts_on: '2025-01-01',
      instalments: [
        { after_months: 0, amount: 60 },
        { after_months: 6, amount: 90 },
      ],
      first_period_min_months: 13,
    });
    expect(text).toContain(
      'In the first period, somebody new may have 60 points at once and 90 points more after 6 months, until the first 1 January that is at least 13 months after the first day at work.',
    );
    expect(text).toContain('what comes in the first period is the same for everybody.');
  });

  test('say what is carried over, when service begins, that roll-outs count and from when all this applies', () => {
    const text = words({ carry_over_max: 1, min_service_months: 3, counts_rollouts: true, effective_from: '2026-12-01', when_exceeded: 'approve' });
    expect(text).toContain('There is nothing in the first 3 months at work. Up to 1 item not used in a period may be used in the next one.');
    expect(text).toContain(
      'An order for more needs a reason and somebody’s approval. Orders of roll-outs count, too. All this applies from 01/12/2026 on.',
    );
  });

  test('cut long lists, and mark what is not filled in yet', () => {
    const styles = ['A', 'B', 'C', 'D', 'E', 'F'];
    expect(words({ covered: { categories: [], styles, clothing_sets: ['Office'] } })).toContain(
      'What counts: the clothing set Office; the styles A, B, C, D and 2 more.',
    );
    expect(words({ covered: null })).toContain('Every product counts.');
    expect(words({ whose: null, amount: null, starts_on: null, covered: { categories: [], styles: [], clothing_sets: [] } })).toMatch(
      /^… may have … items a year\. What counts: …\. It is renewed for everybody on the same day: on …/,
    );
  });
});

test('a rule and an excess have short forms', () => {
  expect(ruleText({ unit: 'items', amount: 1, period_months: 24 })).toBe('1 item every 2 years');
  expect(overText('points', { used: 41, amount: 40 })).toBe('41 points used of 40 points, 1 point over');
});

describe('what an order leaves of an allowance', () => {
  const ordered: OrderedOfAllowance = { name: 'Shirts', unit: 'items', amount: 3, used: 0, this_order: 1, over: 0, next: { on: '2027-06-01' } };

  test('is said with the amount of the period', () => {
    expect(afterOrderText(ordered)).toBe('Shirts: 2 of 3 left after this order');
    expect(afterOrderText({ ...ordered, unit: 'points', amount: 40, used: 6, this_order: 8 })).toBe('Shirts: 26 of 40 points left after this order');
    expect(afterOrderText({ ...ordered, unit: 'pence', amount: 2_000, this_order: 2_000 })).toBe('Shirts: £0.00 of £20.00 left after this order');
  });

  test('is never below nothing, also if other orders took too much', () => {
    expect(afterOrderText({ ...ordered, amount: 1, used: 3, this_order: 0 })).toBe('Shirts: 0 of 1 left after this order');
  });

  test('names what is over, and when more comes', () => {
    expect(afterOrderText({ ...ordered, used: 2, this_order: 3, over: 2 })).toBe('Shirts: 2 over, next on 01/06/2027');
    expect(afterOrderText({ ...ordered, used: 2, this_order: 3, over: 2, next: null })).toBe('Shirts: 2 over');
  });

  test('is not said without a limit', () => {
    expect(afterOrderText({ ...ordered, amount: null })).toBeNull();
  });
});
