import { expect, test } from 'vitest';
import type { Return } from '../../../pwa/returns/client.ts';
import { type Decision, decidedMeanwhile, decisionInput, decisionsOf, lacksSize } from '../../../pwa/returns/decision.ts';

const line = (id: number, more: Partial<Return['lines'][number]> = {}) => ({
  id,
  qty_requested: 3,
  qty_approved: 0,
  outcome: null,
  exchange_product: null,
  came_back: null,
  qty_written_off: null,
  qty_exchanged: null,
  line: { product_name: 'Polo' },
  product: { attributes: {} },
  ...more,
});
const one = { lines: [line(1), line(2, { qty_approved: 2, outcome: 'write_off' })] } as unknown as Return;
const decide = (decision: Partial<Decision>) => {
  const { lines } = decisionsOf(one);
  return decisionInput(one, { lines: { ...lines, 1: { ...(lines[1] as Decision), ...decision } } });
};

test('`lines` has only the decisions that the person changed, and `seen` has all stored decisions that the person saw', () => {
  expect(decide({})).toEqual({
    lines: [],
    seen: [
      { id: 1, qty_approved: 0, outcome: 'restock', exchange_product_id: null, qty_written_off: null, qty_exchanged: null },
      { id: 2, qty_approved: 2, outcome: 'write_off', exchange_product_id: null, qty_written_off: null, qty_exchanged: null },
    ],
  });
  expect(decide({ qty_approved: 3 }).lines).toEqual([{ id: 1, qty_approved: 3, outcome: 'restock' }]);
});

test('an exchange is sent with its new product; if none is chosen, the outcome of the returned items is sent', () => {
  const exchange = { qty_approved: 1, outcome: 'exchange', came_back: 'write_off' } as const;
  expect(decide({ ...exchange, exchange_product_id: 9 }).lines).toEqual([
    { id: 1, qty_approved: 1, outcome: 'exchange', exchange_product_id: 9, came_back: 'write_off' },
  ]);
  expect(decide(exchange).lines).toEqual([{ id: 1, qty_approved: 1, outcome: 'write_off' }]);
  expect(lacksSize({ ...exchange, exchange_product_id: null })).toBe(true);
  expect(lacksSize({ ...exchange, qty_approved: 0, exchange_product_id: null })).toBe(false);
});

test('each line that somebody else has decided meanwhile is described in a sentence', () => {
  const now = { lines: [line(1, { qty_approved: 3, outcome: 'restock' }), line(2, { qty_approved: 2, outcome: 'write_off' })] } as unknown as Return;
  expect(decidedMeanwhile(one, now)).toEqual(['Polo: 3 of 3 approved, restock.']);
});

test('a split sends how many items are written off and exchanged; a part that is all of the items is no split', () => {
  expect(decide({ qty_approved: 3, outcome: 'restock', qty_written_off: 2 }).lines).toEqual([
    { id: 1, qty_approved: 3, outcome: 'restock', qty_written_off: 2 },
  ]);
  const exchange = { qty_approved: 3, outcome: 'exchange', exchange_product_id: 9, came_back: 'restock' } as const;
  expect(decide({ ...exchange, qty_written_off: 1, qty_exchanged: 2 }).lines).toEqual([{ id: 1, ...exchange, qty_written_off: 1, qty_exchanged: 2 }]);
  expect(decide({ ...exchange, qty_exchanged: 3 }).lines).toEqual([{ id: 1, ...exchange }]);
});
