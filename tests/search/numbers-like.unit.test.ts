import { expect, test } from 'vitest';
import { numbersLike } from '../../shared/search/numbers-like.ts';

test('one or two digits stand only for their own number', () => {
  expect(numbersLike('7', 200_000)).toEqual([7]);
  expect(numbersLike('42', 200_000)).toEqual([42]);
  expect(numbersLike('42', 41)).toEqual([]);
  expect(numbersLike('0', 41)).toEqual([]);
});

test('three digits stand for their own number first, then for the highest numbers that end with them, then for those that begin with them', () => {
  const numbers = numbersLike('147', 200_000);
  expect(numbers.slice(0, 4)).toEqual([147, 199_147, 198_147, 197_147]);
  expect(numbers.slice(21, 23)).toEqual([147_999, 147_998]);
  expect(numbers).toHaveLength(41);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('leading zeros count as digits of the ending, and the number is found without them', () => {
  expect(numbersLike('00147', 200_000).slice(0, 2)).toEqual([147, 100_147]);
  expect(numbersLike('000', 2_500)).toEqual([2_000, 1_000]);
});

test('no number above the highest is returned', () => {
  expect(numbersLike('147', 1_200)).toEqual([147, 1_147]);
  expect(numbersLike('147', 1_475)).toEqual([147, 1_147, 1_475, 1_474, 1_473, 1_472, 1_471, 1_470]);
  expect(numbersLike('999999999999999999', 1_200)).toEqual([]);
  for (const number of numbersLike('19', 190_500)) expect(number).toBeLessThanOrEqual(190_500);
});
