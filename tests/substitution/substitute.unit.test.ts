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
    ['a line of which the rest is cancelled', { qty_shipped: 2, qty_cancelled: 3 }, 'order_shipped', messages.line_shipped],
    ['a picked order', { pick_state: 'picked' }, 'order_picked', 'This order is picked already.'],
    ['an order ready for dispatch', { pick_state: 'booked' }, 'order_picked', 'This order is picked already.'],
    ['an order that waits for its courier', { pick_state: 'awaiting_courier' }, 'order_picked', 'This order is picked already.'],
    ['a line of which an item is picked', { pick_state: 'picking', qty_picked: 1 }, 'order_picked', messages.line_picked],
    ['a line without a size', { is_size_selected: false }, 'size_needed', messages.substitute_unsized, 'product_id'],
  ])('is refused for %s', (_case, change, code, message, field) => {
    expect(checkSubstitute({ ...line, ...change }, 'substitute', 2)).toEqual({ ok: false, code, message, ...(field && { field }) });
  });

  test.each<[string, SubstitutionMode, number, Partial<SubstitutedLine>, boolean]>([
    ['another product is picked', 'substitute', 2, {}, true],
    ['another product is ordered', 'replace', 2, {}, true],
    ['while the pick runs', 'substitute', 2, { pick_state: 'picking' }, true],
    ['the last item is not shipped', 'substitute', 2, { qty_shipped: 2, qty_cancelled: 2 }, true],
    ['the product that is picked already', 'substitute', 1, {}, false],
    ['the product that is ordered and picked already', 'replace', 1, {}, false],
    ['the picked product becomes the ordered one', 'replace', 2, { sku_id: 2 }, true],
    ['the product that is picked instead already', 'substitute', 2, { sku_id: 2 }, false],
    ['back to the ordered product', 'substitute', 1, { sku_id: 2 }, true],
  ])('%s', (_case, mode, product_id, change, isAllowed) => {
    const verdict = checkSubstitute({ ...line, ...change }, mode, product_id);
    if (isAllowed) expect(verdict).toEqual({ ok: true });
    else expect(verdict).toEqual({ ok: false, code: 'same_product', message: messages.same_product, field: 'product_id' });
  });
});

describe('the plan of a substitution', () => {
  const plan = (lines: SubstitutedLine[], free: number, mode: SubstitutionMode = 'substitute') =>
    planSubstitution(lines, mode, () => 2, new Map([[2, free]]));

  test('a line is allocated as much of the new SKU as is free, and the next line what is left', () => {
    const steps = plan([line, { ...line, id: 2 }, { ...line, id: 3 }], 4);
    expect(steps.map(({ qty_released, qty_allocated }) => [qty_released, qty_allocated])).toEqual([
      [3, 3],
      [3, 1],
      [3, 0],
    ]);
  });

  test.each([-2, 0])('nothing is allocated of a SKU with %i free', (free) => {
    expect(plan([line], free)).toMatchObject([{ qty_released: 3, qty_allocated: 0, refused: null }]);
  });

  test('nothing is allocated of a SKU whose stock is not known', () => {
    expect(planSubstitution([line], 'substitute', () => 3, new Map())).toMatchObject([{ product_id: 3, qty_allocated: 0 }]);
  });

  test('a refused line stays as it is and takes no stock from the next', () => {
    const onHold = { ...line, id: 2, is_frozen: true, qty_shipped: 1, pick_state: 'picking' as const };
    const [stays, changes] = plan([onHold, line], 3);
    expect(stays).toMatchObject({ refused: { code: 'order_frozen' }, qty_released: 0, qty_allocated: 3, is_split: false, in_pick: false });
    expect(changes).toMatchObject({ refused: null, qty_allocated: 3 });
  });

  test('a replacement by the SKU that is picked already moves no stock', () => {
    const [same, next] = plan([{ ...line, sku_id: 2 }, line], 1, 'replace');
    expect(same).toMatchObject({ refused: null, qty_released: 0, qty_allocated: 3 });
    expect(next).toMatchObject({ qty_released: 3, qty_allocated: 1 });
  });

  test('a part-shipped line is split, and a line with items in the open pick is marked as being in a pick', () => {
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
