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

test('a line is found by plain letters in place of œ, ß and æ', () => {
  const named = [line(4, 'Œßæ', 'Polo', 'KP1'), ...lines];
  const found = (text: string): number[] => searchLines(named, text).map(({ id }) => id);
  expect(found('oessae')).toEqual([4]);
});

test('an empty search keeps the order of the lines', () => {
  expect(ids('')).toEqual([1, 2, 3]);
});

test('a search that resembles nothing finds nothing', () => {
  expect(ids('zzzzqqq')).toEqual([]);
});

test('a third of the characters may be wrong, and no more', () => {
  // 3 of 9 are within the threshold of 0.35, 4 of 11 are not.
  expect(ids('HVx00-xEx')).toEqual([3]);
  expect(ids('HVx00-xEx-q')).toEqual([]);
});
