import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceInput } from '../../shared/catalogue/price-input.ts';

test.each([
  ['12.5', 1250],
  [' £1,234.50 ', 123_450],
  ['0', 0],
  ['12,50', 1250],
  ['1,234', 123_400],
  ['7.200', 720],
  ['£1,234.5000', 123_450],
  ['£  5', 500],
  ['999,999.99', 99_999_999],
  ['1000000', null],
])('“%s” is read as a number of pounds; the price in pence is %s (null: too high)', (text, pence) => {
  expect(priceInput(text)).toEqual(pence === null ? { ok: false, message: 'A price is at most £1,000,000.00.' } : { ok: true, pence });
});

test.each([
  ['', 'Enter a price.'],
  ['1e3', 'Enter a price in pounds, such as 12.50.'],
  ['-1', 'A price cannot be below 0.'],
  ['7.205', 'A price has at most two decimals.'],
  ['12,345.678', 'A price has at most two decimals.'],
  ['99999999', 'A price is at most £1,000,000.00.'],
  ['twelve', 'Enter a price in pounds, such as 12.50.'],
  ['1,23,456', 'Enter a price in pounds, such as 12.50.'],
  ['1,234,5', 'Enter a price in pounds, such as 12.50.'],
  ['1,234,567', 'A price is at most £1,000,000.00.'],
  ['9999999.50', 'A price is at most £1,000,000.00.'],
  ['12£5', 'Enter a price in pounds, such as 12.50.'],
  ['1-2', 'Enter a price in pounds, such as 12.50.'],
  ['x1.234', 'Enter a price in pounds, such as 12.50.'],
  ['1.234x', 'Enter a price in pounds, such as 12.50.'],
  ['x9999999', 'Enter a price in pounds, such as 12.50.'],
  ['9999999x', 'Enter a price in pounds, such as 12.50.'],
])('“%s” is refused with the message “%s”', (text, message) => {
  expect(priceInput(text)).toEqual({ ok: false, message });
});

test('every price can be typed in the form in which it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (pence) => {
      expect(priceInput((pence / 100).toFixed(2))).toEqual({ ok: true, pence });
    }),
  );
});
