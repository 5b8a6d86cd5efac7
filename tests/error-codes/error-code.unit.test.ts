import { expect, test } from 'vitest';
import { errorCodeChange, newErrorCode } from '../../shared/error-codes/error-code.ts';

const reason = { code: 'DAMAGED', description: 'Damaged' };

test('a new reason requires no details unless `requires_input` is sent', () => {
  expect(newErrorCode.parse(reason)).toEqual({ ...reason, requires_input: false });
  expect(newErrorCode.parse({ ...reason, requires_input: true })).toEqual({ ...reason, requires_input: true });
});

test.each([
  ['code', 60],
  ['description', 200],
])('the %s of a reason has 1 to %d characters', (field, most) => {
  for (const [value, isAccepted] of [
    ['x', true],
    ['x'.repeat(most), true],
    [' ', false],
    ['x'.repeat(most + 1), false],
  ] as const) {
    expect(newErrorCode.safeParse({ ...reason, [field]: value }).success).toBe(isAccepted);
    expect(errorCodeChange.safeParse({ [field]: value }).success).toBe(isAccepted);
  }
  expect(newErrorCode.safeParse({ ...reason, [field]: undefined }).success).toBe(false);
});

test('a change of a reason contains only the fields that the request sends', () => {
  expect(errorCodeChange.parse({})).toEqual({});
  expect(errorCodeChange.parse({ requires_input: true })).toEqual({ requires_input: true });
});
