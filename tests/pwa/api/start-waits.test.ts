import { expect, test } from 'vitest';
import { startWaits } from '../../../pwa/api/start-waits.ts';

const order: Parameters<typeof startWaits>[0] = {
  is_submitted: true,
  is_frozen: false,
  cancelled_at: null,
  progress_summary: { is_fully_shipped: false },
  status: 'submitted',
  qty_items_shipped: 0,
  can: { release: false },
};

test.each([
  [{}, 'Nothing allocated yet'],
  [{ status: 'part_shipped', qty_items_shipped: 2 }, 'Nothing more allocated yet'],
  [{ status: 'picking' }, 'Being picked'],
  [{ can: { release: true } }, null],
  [{ is_submitted: false }, null],
  [{ is_frozen: true }, null],
  [{ cancelled_at: '2026-11-20T12:00:00.000Z' }, null],
] as const)('an order that waits for stock or is being picked shows why its pick cannot be started: %j', (facts, words) => {
  expect(startWaits({ ...order, ...facts })).toBe(words);
});
