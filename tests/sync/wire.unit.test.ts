import { expect, test } from 'vitest';
import { setPinInput } from '../../shared/sync/set-pin-input.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import { lineBaseKey, syncRequest, wireMutation } from '../../shared/sync/wire.ts';

const uuid = (n: number): string => `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0')}`;
const mutation = {
  ...{ c: uuid(1), s: 1, m: uuid(2), n: 'pick.start', nv: 1, a: {} },
  ...{ base: { [lineBaseKey(11)]: 2 }, actor_id: 17, asserted: false, at: '2026-11-21T09:00:00.000Z' },
};
const request = {
  pv: 1,
  device: uuid(3),
  secret: 'a'.repeat(64),
  pending: 1,
  push: [mutation],
  pull: { cursor: null, lm: {} },
};
const clients = (n: number): Record<string, number> => Object.fromEntries(Array.from({ length: n }, (_, i) => [uuid(i), 1]));

test('the id of a mutation cannot be the name of a shelf task', () => {
  expect(wireMutation.safeParse(mutation).success).toBe(true);
  expect(wireMutation.safeParse({ ...mutation, m: shelfTaskName(3) }).success).toBe(false);
});

test('a tablet that lost more than a million mutations reports a million', () => {
  const parseLoss = (n: number) => syncRequest.parse({ ...request, lost: { device: uuid(4), n, since: null } }).lost?.n;
  expect([parseLoss(3), parseLoss(2_000_000)]).toEqual([3, 1_000_000]);
});

test('a request that names more than five thousand clients is invalid', () => {
  const isValid = (n: number): boolean => syncRequest.safeParse({ ...request, pull: { cursor: null, lm: clients(n) } }).success;
  expect([isValid(5_000), isValid(5_001)]).toEqual([true, false]);
});

test('the key of a base contains the id of its pick line', () => {
  expect(lineBaseKey(9012)).toBe('pick_line:9012');
});

test('a PIN has four to eight digits, and null removes it', () => {
  const isPin = (pin: string | null): boolean => setPinInput.safeParse({ pin, current_password: 'x' }).success;
  expect(['1234', '12345678', null, '123', '123456789', '12a4', ' 1234'].map(isPin)).toEqual([true, true, true, false, false, false, false]);
});
