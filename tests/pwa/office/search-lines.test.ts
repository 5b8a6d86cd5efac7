import { expect, test } from 'vitest';
import type { Line } from '../../../pwa/office/client.ts';
import { searchLines } from '../../../pwa/office/search-lines.ts';

const line = (id: number, employee: string, parent: string, sku: string, pickedSku: string | null = null): Line =>
  ({
    id,
    employee: { id, name: employee },
    product_name: parent,
    product: { sku, parent: { id: 1, sku: '', name: parent } },
    picked_product: pickedSku && { id: 2, sku: pickedSku, name: parent },
  }) as unknown as Line;

const lines = [
  line(1, 'Priya Raman', 'Classic Piqué Polo', 'KP220-NVY-M'),
  line(2, 'Marek Nowak', 'Softshell Jacket', 'SJ330-NVY-L', 'SJ990-NVY-L'),
  line(3, 'Tom Ashworth', 'Hi-Vis Vest', 'HV100-YEL-XL'),
];
const ids = (text: string): number[] => searchLines(lines, text).map(({ id }) => id);

test('a line is found by its wearer, its product, its SKU and the picked SKU, also with a mistyped character', () => {
  expect(ids('nowak')).toEqual([2]);
  expect(ids('sofshell')).toEqual([2]);
  expect(ids('HV100')).toContain(3);
  expect(ids('SJ990')).toContain(2);
});

test('a line whose wearer’s name has œ, ß or æ is found by a search for oe, ss or ae', () => {
  const named = [line(4, 'Œßæ', 'Polo', 'KP1'), ...lines];
  const found = (text: string): number[] => searchLines(named, text).map(({ id }) => id);
  expect(found('oessae')).toEqual([4]);
});

test('an empty search lists all lines in their usual sequence', () => {
  expect(ids('')).toEqual([1, 2, 3]);
});

test('a search text that resembles no line finds no line', () => {
  expect(ids('zzzzqqq')).toEqual([]);
});

test('a line is still found if up to a third of the characters of the search text are wrong', () => {
  // 3 wrong characters of 9 are within the threshold of 0.35, 4 of 11 are not.
  expect(ids('HVx00-xEx')).toEqual([3]);
  expect(ids('HVx00-xEx-q')).toEqual([]);
});
