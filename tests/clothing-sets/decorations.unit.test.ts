import { expect, test } from 'vitest';
import { newClothingSet, setProductChange } from '../../shared/clothing-sets/clothing-set.ts';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';

test('decorations are separated by line breaks, without empty lines and surrounding spaces', () => {
  expect(decorationsOf(' Logo left \n\n \nName right')).toEqual(['Logo left', 'Name right']);
  expect(decorationsOf('')).toEqual([]);
  expect(decorationsOf(null)).toEqual([]);
});

test('each line of the decorations of a set, or of a product in a set, has at most 200 characters', () => {
  const lines = (length: number): string => `Logo\n${'x'.repeat(length)}`;
  for (const parse of [
    (decoration: string) => newClothingSet.safeParse({ name: 'Drivers', decoration }),
    (decoration: string) => setProductChange.safeParse({ decoration }),
  ]) {
    expect(parse(lines(200)).success).toBe(true);
    expect(parse(lines(201)).error?.issues).toMatchObject([{ path: ['decoration'], message: 'At most 200 characters in each line' }]);
  }
});
