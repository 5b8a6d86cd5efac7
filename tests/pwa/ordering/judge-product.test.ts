import { describe, expect, test } from 'vitest';
import type { WearerAllowance } from '../../../pwa/api/allowances.tsx';
import { judgeProduct, limitOfStyle } from '../../../pwa/ordering/judge-product.ts';

const shirts: WearerAllowance = {
  id: 1,
  name: 'Shirts',
  unit: 'items',
  amount: 3,
  used: 1,
  left: 2,
  from: '2026-06-01',
  until: '2027-06-01',
  next: { on: '2027-06-01', amount: 3 },
  when_exceeded: 'approve',
  reason: null,
  parts: { base: 3, carried: 0, extra: 0 },
};
const points: WearerAllowance = { ...shirts, id: 2, name: 'Points', unit: 'points', amount: 40, used: 30, left: 10, when_exceeded: 'refuse' };
const draft = { is_submitted: false, is_sample: false, allowances: [] };
const facts = (
  items: WearerAllowance[],
  quantity: number,
  { may_grant = false, order = draft as Parameters<typeof judgeProduct>[0]['order'] } = {},
) => ({
  order,
  employee_id: 9,
  style: {
    allowances: [
      { id: 1, takes: 1 },
      { id: 2, takes: 4 },
    ],
  },
  quantity,
  wearerAllowances: { items, can: { grant_extra: may_grant } },
});

describe('a quantity of a product', () => {
  test('within the allowance is added', () => {
    expect(judgeProduct(facts([shirts], 2))).toMatchObject({ outcome: 'within', within: 2, possible: null, rows: [{ adds: 2, over: 0 }] });
  });

  test('over an allowance asks for more; whoever may grant it confirms it later', () => {
    expect(judgeProduct(facts([shirts], 4))).toMatchObject({ outcome: 'asks', within: 2, rows: [{ adds: 4, over: 2 }] });
    expect(judgeProduct(facts([shirts], 4, { may_grant: true })).outcome).toBe('within');
  });

  test('over an allowance that refuses more is not possible, also for somebody who may grant an extra first', () => {
    expect(judgeProduct(facts([shirts, points], 3, { may_grant: true }))).toMatchObject({ outcome: 'refused', possible: 2, within: 2 });
    expect(judgeProduct(facts([{ ...points, used: 39 }], 1))).toMatchObject({ outcome: 'refused', possible: 0 });
  });

  test('counts what the draft takes already, and not the line that is changed', () => {
    const order = { ...draft, allowances: [{ allowance_id: 1, employee_id: 9, this_order: 2 }] };
    expect(judgeProduct(facts([shirts], 1, { order }))).toMatchObject({ outcome: 'asks', within: 0, rows: [{ adds: 3, over: 1 }] });
    expect(judgeProduct({ ...facts([shirts], 2, { order }), line: { qty_requested: 2 } })).toMatchObject({ outcome: 'within', within: 2 });
    // Fewer items than before are never refused.
    expect(judgeProduct({ ...facts([{ ...shirts, amount: 0 }], 1, { order }), line: { qty_requested: 2 } }).outcome).toBe('within');
  });

  test('of a submitted order is used already, and what is over is granted by whoever may, and refused to others', () => {
    const order = { is_submitted: true, is_sample: false, allowances: [{ allowance_id: 1, employee_id: 9, this_order: 1 }] };
    const raised = { ...facts([shirts], 4, { order }), line: { qty_requested: 1 } };
    expect(judgeProduct(raised)).toMatchObject({ outcome: 'refused', possible: 3, rows: [{ adds: 3, over: 1 }] });
    expect(judgeProduct({ ...raised, wearerAllowances: { items: [shirts], can: { grant_extra: true } } }).outcome).toBe('grants');
  });

  test('of a sample, and of an allowance without a limit yet, is not limited', () => {
    expect(judgeProduct(facts([shirts], 9, { order: { ...draft, is_sample: true } }))).toMatchObject({ outcome: 'within', rows: [] });
    expect(judgeProduct(facts([{ ...shirts, amount: null, left: null }], 9))).toMatchObject({ outcome: 'within', within: null });
  });

  test('over one of several allowances shows that one first', () => {
    expect(judgeProduct(facts([shirts, points], 3)).rows.map(({ allowance, over }) => [allowance.name, over])).toEqual([
      ['Shirts', 1],
      ['Points', 2],
    ]);
    expect(judgeProduct(facts([{ ...shirts, amount: 9 }, points], 3)).rows[0]?.allowance.name).toBe('Points');
  });
});

describe('the card of a style', () => {
  test('says what is left after the draft, and what one more tap leads to', () => {
    const order = { ...draft, allowances: [{ allowance_id: 1, employee_id: 9, this_order: 2 }] };
    expect(limitOfStyle(facts([shirts], 1, { order }))).toEqual({ name: 'Shirts', left: '0 of 3 left', isNoneLeft: false, outcome: 'asks' });
    expect(limitOfStyle(facts([{ ...shirts, when_exceeded: 'refuse' }], 1, { order }))).toEqual({
      name: 'Shirts',
      left: '0 of 3 left',
      isNoneLeft: true,
      outcome: 'refused',
    });
  });

  test('says nothing if no allowance limits the style', () => {
    expect(limitOfStyle(facts([], 1))).toBeNull();
    expect(limitOfStyle({ ...facts([], 1), wearerAllowances: undefined })).toBeNull();
  });
});
