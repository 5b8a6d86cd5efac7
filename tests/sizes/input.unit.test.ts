import { expect, test } from 'vitest';
import { askForSizesInput, chooseSizesInput } from '../../shared/sizes/size-input.ts';

const ids = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

test('a wearer can choose the sizes of 1 to 200 lines in one request', () => {
  const isAccepted = (count: number): boolean => chooseSizesInput.safeParse({ lines: ids(count).map((id) => ({ id, product_id: 7 })) }).success;
  expect([0, 1, 200, 201].map(isAccepted)).toEqual([false, true, true, false]);
  for (const line of [{ id: 1 }, { product_id: 7 }, { id: 0, product_id: 7 }, { id: 1, product_id: 0 }])
    expect(chooseSizesInput.safeParse({ lines: [line] }).success).toBe(false);
});

test('sizes can be requested again from 1 to 200 people, or from everybody whose sizes are missing', () => {
  const isAccepted = (count: number): boolean => askForSizesInput.safeParse({ employees: ids(count) }).success;
  expect([0, 1, 200, 201].map(isAccepted)).toEqual([false, true, true, false]);
  expect(askForSizesInput.parse({})).toEqual({});
  expect(askForSizesInput.safeParse({ employees: [0] }).success).toBe(false);
});
