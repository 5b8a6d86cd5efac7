import { expect, test } from 'vitest';
import { sentText } from '../../../pwa/ordering/sent-text.ts';

const line = (id: number, name: string, is_size_selected: boolean) => ({
  employee: { id, name },
  is_size_selected,
  qty_requested: 1,
  qty_cancelled: 0,
});

test('a sent order says its total with VAT, who is asked for sizes, and what happens next', () => {
  const sent = { is_submitted: true, total: 3204 };
  expect(sentText({ ...sent, lines: [line(1, 'Ann Field', true)] })).toBe('£32.04 with VAT. What is in stock is packed next.');
  expect(sentText({ ...sent, lines: [line(1, 'Ann Field', false), line(1, 'Ann Field', false), line(2, 'Bob Lee', true)] })).toBe(
    '£32.04 with VAT. Ann is asked for a size. What has a size and is in stock is packed next.',
  );
  const five = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve'].map((name, n) => line(n, name, false));
  expect(sentText({ ...sent, lines: five })).toContain('Ann, Bob, Cy and 2 more are asked for sizes.');
  // Nobody is asked who has no email address.
  const two = [line(1, 'Ann Field', false), line(2, 'Bob Lee', false)];
  expect(sentText({ ...sent, lines: two }, new Set([2]))).toBe(
    '£32.04 with VAT. Ann is asked for a size. Bob has no email address: choose for them. What has a size and is in stock is packed next.',
  );
  expect(sentText({ ...sent, lines: two }, new Set([1, 2]))).not.toContain('asked');
  expect(sentText({ is_submitted: false, total: null, lines: five })).toBe('You hear when it is decided.');
});
