import { describe, expect, test } from 'vitest';
import {
  type AllowanceInWords,
  afterOrderText,
  allowanceSentences,
  excessAdvice,
  type OrderedOfAllowance,
  overSentence,
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
      /^… may have … items a year\. What counts: … It is renewed for everybody on the same day: on …/,
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

describe('an order over an allowance', () => {
  const over = { who: 'Priya', unit: 'items', used: 1, adds: 4, over: 2, next: { on: '2027-06-01', amount: 3 } } as const;

  test('is said with what the person has had, what is over and what comes', () => {
    expect(overSentence(over)).toBe('Priya has had 1 and this order takes 4, so 2 are over. 3 more come on 01/06/2027.');
    expect(overSentence({ ...over, who: null, used: 0, over: 1, next: null })).toBe('You have had none and this order takes 4, so 1 is over.');
    expect(overSentence({ ...over, unit: 'points', next: { on: '2027-06-01', amount: 1 } })).toBe(
      'Priya has had 1 point and this order takes 4 points, so 2 points are over. 1 more point comes on 01/06/2027.',
    );
    expect(overSentence({ ...over, unit: 'pence', used: 1_000, adds: 4_000, over: 2_000, next: { on: '2027-06-01', amount: 3_000 } })).toBe(
      'Priya has had £10.00 and this order takes £40.00, so £20.00 is over. £30.00 more comes on 01/06/2027.',
    );
  });

  test('leads on: who is asked, who can give an extra, or what the reader does', () => {
    const approvers = ['Helen Marsh', 'Gary Thwaite'];
    expect(excessAdvice('approve', { approvers, mayGrant: false })).toMatch(/^The whole order waits for Helen Marsh or Gary Thwaite\./);
    expect(excessAdvice('refuse', { approvers, mayGrant: false })).toBe('No more can be ordered. Helen Marsh or Gary Thwaite can give an extra.');
    expect(excessAdvice('refuse', { approvers: [], mayGrant: false })).toBe('No more can be ordered. A manager can give an extra.');
    expect(excessAdvice('approve', { approvers, mayGrant: true })).toBe('You confirm it with a reason when the order is sent.');
    expect(excessAdvice('warn', { approvers, mayGrant: false })).toBe('The order is sent, and the manager of the budget is told.');
  });
});
