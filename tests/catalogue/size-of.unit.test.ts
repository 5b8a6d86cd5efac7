import { expect, test } from 'vitest';
import { sizeOf } from '../../shared/catalogue/size-of.ts';

const size = (variation_size_1: string | null, variation_size_2: string | null = null, variation_all_size: string | null = null) =>
  sizeOf({ variation_size_1, variation_size_2, variation_all_size });

test('the text of a size joins its two parts, with a slash between two numbers', () => {
  expect(['L', 'R', 'S'].map((leg) => size('38', leg))).toEqual(['38L', '38R', '38S']);
  expect(size('34', '32')).toBe('34/32');
  expect(size('M', 'Tall')).toBe('M Tall');
  expect(size('M')).toBe('M');
  expect(size(null, 'R')).toBe('R');
  expect(size(null, null, 'One size')).toBe('One size');
  expect(size(null)).toBeNull();
});

test('two parts are divided by a slash only between two numbers, and by a space only before a word', () => {
  expect(size('38', 'XL')).toBe('38XL');
  expect(size('34', 'R2')).toBe('34R2');
  expect(size('2XL', '32')).toBe('2XL32');
});
