import { describe, expect, test } from 'vitest';
import { messages } from '../../shared/messages.ts';
import { checkSubstitute, planSubstitution, type SubstitutedLine, type SubstitutionMode } from '../../shared/substitution/substitute.ts';

const line: SubstitutedLine = {
  ...{ id: 1, product_id: 1, sku_id: 1, is_size_selected: true, qty_requested: 5, qty_cancelled: 0, qty_allocated: 3, qty_shipped: 0 },
  ...{ qty_picked: 0, pick_state: null, submitted_at: '2026-11-20T09:00:00.000Z', cancelled_at: null, is_frozen: false },
};

describe('a substitution', () => {
  test.each<[string, Partial<SubstitutedLine>, string, string, string?]>([
    ['a cancelled order', { cancelled_at: '2026-11-20T10:00:00.000Z' }, 'order_cancelled', 'This order was cancelled.'],
    ['a draft', { submitted_at: null }, 'order_not_submitted', messages.order_not_submitted],
    ['an order on hold', { is_frozen: true }, 'order_frozen', 'This order is on hold.'],
    ['a line that has shipped', { qty_shipped: 5 }, 'order_shipped', messages.line_shipped],
    ['a line whose unshipped items are cancelled', { qty_shipped: 2, qty_cancelled: 3 }, 'order_shipped', messages.line_shipped],
    ['a picked order', { pick_state: 'picked' }, 'order_picked', 'This order is picked already.'],
    ['an order ready for dispatch', { pick_state: 'booked' }, 'order_picked', 'This order is picked already.'],
    ['an order that waits for its courier', { pick_state: 'awaiting_courier' }, 'order_picked', 'This order is picked already.'],
    ['a line of which an item is picked', { pick_state: 'picking', qty_picked: 1 }, 'order_picked', messages.line_picked],
    ['a line without a size', { is_size_selected: false }, 'size_needed', messages.substitute_unsized, 'product_id'],
  ])('is refused for %s', (_case, change, code, message, field) => {
    expect(checkSubstitute({ ...line, ...change }, 'substitute', 2)).toEqual({ ok: false, code, message, ...(field && { field }) });
  });

  test.each<[string, SubstitutionMode, number, Partial<SubstitutedLine>, boolean]>([
    ['that changes the picked product', 'substitute', 2, {}, true],
    ['that changes the ordered product', 'replace', 2, {}, true],
    ['in a pick that is in progress', 'substitute', 2, { pick_state: 'picking' }, true],
    ['of a line with one item left to ship', 'substitute', 2, { qty_shipped: 2, qty_cancelled: 2 }, true],
    ['by the product that is picked already', 'substitute', 1, {}, false],
    ['by the product that is ordered and picked already', 'replace', 1, {}, false],
    ['that makes the picked product the ordered one', 'replace', 2, { sku_id: 2 }, true],
    ['by the product that replaces the ordered one already', 'substitute', 2, { sku_id: 2 }, false],
    ['back to the ordered product', 'substitute', 1, { sku_id: 2 }, true],
  ])('%s (%s, product %i, %j) is allowed: %s', (_case, mode, product_id, change, isAllowed) => {
    const verdict = checkSubstitute({ ...line, ...change }, mode, product_id);
    if (isAllowed) expect(verdict).toEqual({ ok: true });
    else expect(verdict).toEqual({ ok: false, code: 'same_product', message: messages.same_product, field: 'product_id' });
  });
});

describe('the plan of a substitution', () => {
  const plan = (lines: SubstitutedLine[], free: number, mode: SubstitutionMode = 'substitute') =>
    planSubstitution(lines, mode, () => 2, new Map([[2, free]]));

  test('allocates the free stock of the new SKU to the first line, and what is left to the next line', () => {
    const steps = plan([line, { ...line, id: 2 }, { ...line, id: 3 }], 4);
    expect(steps.map(({ qty_released, qty_allocated }) => [qty_released, qty_allocated])).toEqual([
      [3, 3],
      [3, 1],
      [3, 0],
    ]);
  });

  test.each([-2, 0])('allocates nothing of a SKU that has %i free items', (free) => {
    expect(plan([line], free)).toMatchObject([{ qty_released: 3, qty_allocated: 0, refused: null }]);
  });

  test('allocates nothing of a SKU whose stock is not known', () => {
    expect(planSubstitution([line], 'substitute', () => 3, new Map())).toMatchObject([{ product_id: 3, qty_allocated: 0 }]);
  });

  test('leaves a refused line unchanged, so that the free stock goes to the next line', () => {
    const onHold = { ...line, id: 2, is_frozen: true, qty_shipped: 1, pick_state: 'picking' as const };
    const [stays, changes] = plan([onHold, line], 3);
    expect(stays).toMatchObject({ refused: { code: 'order_frozen' }, qty_released: 0, qty_allocated: 3, is_split: false, in_pick: false });
    expect(changes).toMatchObject({ refused: null, qty_allocated: 3 });
  });

  test('keeps the allocation of a line if the replacement is the SKU that is already allocated to it', () => {
    const [same, next] = plan([{ ...line, sku_id: 2 }, line], 1, 'replace');
    expect(same).toMatchObject({ refused: null, qty_released: 0, qty_allocated: 3 });
    expect(next).toMatchObject({ qty_released: 3, qty_allocated: 1 });
  });

  test('splits a part-shipped line, and marks each line that has items in an open pick', () => {
    const steps = plan(
      [line, { ...line, qty_shipped: 1 }, { ...line, pick_state: 'picking' }, { ...line, pick_state: 'picking', qty_allocated: 0 }],
      99,
    );
    expect(steps.map(({ is_split, in_pick }) => [is_split, in_pick])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});
