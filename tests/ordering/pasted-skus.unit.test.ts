import { expect, test } from 'vitest';
import { MAX_PASTED_SKUS, readPastedSkus } from '../../shared/ordering/pasted-skus.ts';

test('a list has a SKU in each line, with a quantity after a tab, a comma, a semicolon, an x or a space; without one it is 1', () => {
  const text = 'KP220-NVY-M\t3\r\nKP220-NVY-L, 2\nSJ330;4\nHV100 x 5\nHV100-XL 6\n\n  SB900  \n';
  expect(readPastedSkus(text).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['KP220-NVY-M', 3],
    ['KP220-NVY-L', 2],
    ['SJ330', 4],
    ['HV100', 5],
    ['HV100-XL', 6],
    ['SB900', 1],
  ]);
});

test('the quantities of a SKU that is there twice are added up, whatever its capitals', () => {
  expect(readPastedSkus('hv100 2\nHV100 3')).toEqual([{ sku: 'hv100', quantity: 5, fault: null }]);
});

test('a line that is no SKU with a quantity stays with the reason', () => {
  expect(readPastedSkus('HV100 0\nHV100 many\none two three').map(({ sku, fault }) => [sku, fault])).toEqual([
    ['HV100', '“0” is not a quantity from 1 to 9999.'],
    ['HV100', '“many” is not a quantity from 1 to 9999.'],
    ['one two three', 'This is not a SKU with a quantity.'],
  ]);
});

test('no more lines are read than one request may add', () => {
  expect(readPastedSkus(Array.from({ length: 500 }, (_, n) => `SKU-${n}`).join('\n'))).toHaveLength(MAX_PASTED_SKUS);
});
