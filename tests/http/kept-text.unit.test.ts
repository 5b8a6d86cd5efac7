import { expect, test } from 'vitest';
import { isKept, keptText, unkept } from '../../server/core/storable-text.ts';

test('a NUL or half a surrogate pair cannot be stored; a complete pair can be stored', () => {
  expect(['plain', 'naïve', '👕', '\n\t', ''].map(isKept)).toEqual([true, true, true, true, true]);
  expect(['a\0b', '\ud83d', '\udc55 first', '\udc55\ud83d'].map(isKept)).toEqual([false, false, false, false]);
  expect(keptText('a\0b \ud83d! 👕')).toBe('a\uFFFDb \uFFFD! 👕');
});

test('a value or key with a character that cannot be stored is found at any depth, and its path is returned', () => {
  expect(unkept({ a: ['x', { b: 'y\0' }] })).toBe('a.1.b');
  expect(unkept({ list: { 'k\ud800': 1 } })).toBe('list');
  expect(unkept('\0')).toBe('body');
  expect(unkept({ a: [1, null, true, 'fine'] })).toBeNull();
  let deep: unknown = '\0';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(unkept(deep)).not.toBeNull();
});
