import { expect, test } from 'vitest';
import { beginRunInput } from '../../shared/allocation/begin-run.ts';
import { reopenInput } from '../../shared/allocation/reopen-order.ts';

test('an allocation run allocates stock unless the input requests a preview', () => {
  expect(beginRunInput.parse({ rule: 'oldest' })).toEqual({ rule: 'oldest', is_preview: false });
  expect(beginRunInput.parse({ rule: 'whole_only', account_id: 1, is_preview: true })).toEqual({
    rule: 'whole_only',
    account_id: 1,
    is_preview: true,
  });
  expect(beginRunInput.safeParse({ rule: 'newest' }).success).toBe(false);
});

test('an allocation run for selected orders names 1 to 10,000 orders', () => {
  const orders = Array.from({ length: 10_001 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const isAccepted = (some: string[]): boolean => beginRunInput.safeParse({ rule: 'oldest', orders: some }).success;
  expect([orders.slice(0, 1), orders.slice(1), [], orders, ['1']].map(isAccepted)).toEqual([true, true, false, false, false]);
});

test('a picked order goes back to allocation for a reason of 1 to 500 characters', () => {
  const isAccepted = (reason: string): boolean => reopenInput.safeParse({ reason }).success;
  expect(['x', 'x'.repeat(500), ' ', 'x'.repeat(501)].map(isAccepted)).toEqual([true, true, false, false]);
  expect(reopenInput.safeParse({}).success).toBe(false);
});
