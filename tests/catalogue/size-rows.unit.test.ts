import { expect, test } from 'vitest';
import { placesOf } from '../../shared/catalogue/measured-places.ts';
import { sizeAt, sizeRows } from '../../shared/catalogue/size-rows.ts';

const size = (id: number, first: string | null, second: string | null) => ({
  id,
  attributes: { variation_size_1: first, variation_size_2: second, variation_all_size: null },
});
const trousers = ['30', '32', '34'].flatMap((waist, at) => ['S', 'R'].map((leg, of) => size(at * 2 + of + 1, waist, leg)));

test('sizes of waist and leg become two rows in the sequence of the sizes, and a combination has at most one size', () => {
  const rows = sizeRows(trousers, []);
  expect(rows).toMatchObject({ firstName: 'Waist', secondName: 'Leg', firsts: ['30', '32', '34'], seconds: ['S', 'R'] });
  if (!rows) throw new Error('no rows');
  expect(sizeAt(rows, '32', 'R')?.id).toBe(4);
  expect([sizeAt(rows, '36', 'R'), sizeAt(rows, null, 'R')]).toEqual([undefined, undefined]);
});

test('a combination that is not made is missing from its row alone', () => {
  const rows = sizeRows([...trousers, size(9, '36', 'R')], ['Waist', 'Leg']);
  expect(rows?.firsts).toEqual(['30', '32', '34', '36']);
  expect(rows && sizeAt(rows, '36', 'S')).toBeUndefined();
});

test('sizes by chest are called chest and length', () => {
  expect(sizeRows(trousers, ['chest'])).toMatchObject({ firstName: 'Chest', secondName: 'Length' });
  expect(sizeRows(trousers, ['Chest', 'Waist'])).toMatchObject({ firstName: 'Waist', secondName: 'Leg' });
});

test('sizes stay in one grid if one of them has a single part, if a row would have one choice, or if there are few', () => {
  expect(sizeRows([...trousers, size(9, 'One size', null)], [])).toBeNull();
  expect(
    sizeRows(
      ['28', '30', '32', '34', '36', '38'].map((waist, at) => size(at, waist, 'R')),
      [],
    ),
  ).toBeNull();
  expect(sizeRows(trousers.slice(0, 4), [])).toBeNull();
});

test('the places of measures come from top to bottom, and names that say no place are left out', () => {
  expect(placesOf(['Inside leg', 'Waist', 'Collar'])).toEqual(['waist', 'leg']);
  expect(placesOf(['foot length', 'Head'])).toEqual(['head', 'foot']);
  expect(placesOf(['Bust'])).toEqual(['chest']);
  expect(placesOf([])).toEqual([]);
});
