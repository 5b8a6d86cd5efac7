import { expect, test } from 'vitest';
import type { Item } from '../../../pwa/attention/client.ts';
import { titleOf } from '../../../pwa/attention/office-words.ts';

const countRequest = (qty: number | null, difference: number | null) =>
  ({ kind: 'count_request', qty, server: { bin: 'A-01-1', qty_available: 112, qty_allocated: 4, qty_off_shelf: 8, difference } }) as unknown as Item;

test('a waiting count is compared with the stock at the time of the count, even if more was picked since', () => {
  expect(titleOf(countRequest(4, -104))).toBe('Counted 4 where the stock said 108');
  expect(titleOf(countRequest(4, null))).toBe('Counted 4 where the stock said 104');
  expect(titleOf(countRequest(null, null))).toBe('A recount was requested');
});
