import { expect, test } from 'vitest';
import { csvOfRows, signed, signedNumber, signedPence } from '../../../pwa/catalogue/price-change-words.ts';

test('a percentage can be typed with a plus or minus sign, and with a decimal point or comma', () => {
  expect(['+4', '-2.5', '−4,5', '7', '', '4%', '1.234'].map(signedNumber)).toEqual([4, -2.5, -4.5, 7, undefined, undefined, undefined]);
});

test('an amount in pounds is read as pence with its sign', () => {
  expect(['+0.50', '−1.20', '2', '', 'x'].map(signedPence)).toEqual([50, -120, 200, undefined, undefined]);
  expect(['4', '-2.5'].map(signed)).toEqual(['+4', '−2.5']);
});

test('the CSV has the amounts before and after the change, in pounds', async () => {
  const rows = [{ sku: 'S-1', name: 'Polo', cost: 400, price: 900, before: 900, after: 950, margin: 57 }] as unknown as Parameters<
    typeof csvOfRows
  >[1];
  expect((await csvOfRows('price', rows).text()).trim().split(/\r?\n/).at(-1)).toBe('S-1,Polo,4.00,9.00,9.50,57');
});
