import { expect, test } from 'vitest';
import type { LineStatusPart } from '../../shared/ordering/line-status.ts';
import { orderParts } from '../../shared/ordering/order-parts.ts';

const part = (state: LineStatusPart['state'], quantity: number, more: Partial<LineStatusPart> = {}): LineStatusPart => ({
  state,
  quantity,
  on: null,
  reason: null,
  dispatch_id: null,
  ...more,
});

test('items of several lines in one state with one date are added up, and other dates and reasons stay apart', () => {
  const lines = [
    { status: [part('on_its_way', 2, { on: '2026-11-20', dispatch_id: 4 }), part('expected', 1, { on: '2026-12-04' })] },
    { status: [part('expected', 3, { on: '2026-12-04' }), part('on_its_way', 1, { on: '2026-11-20', dispatch_id: 5 })] },
    {
      status: [part('expected', 5, { on: '2026-12-01' }), part('no_date', 1, { reason: 'supplier' }), part('no_date', 2, { reason: 'discontinued' })],
    },
  ];
  expect(orderParts(lines)).toEqual([
    part('no_date', 1, { reason: 'supplier' }),
    part('no_date', 2, { reason: 'discontinued' }),
    part('expected', 5, { on: '2026-12-01' }),
    part('expected', 4, { on: '2026-12-04' }),
    part('on_its_way', 3, { on: '2026-11-20' }),
  ]);
});

test('an order without lines has no parts', () => {
  expect(orderParts([])).toEqual([]);
});
