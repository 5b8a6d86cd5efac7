import { expect, test } from 'vitest';
import { beyondTenths, exactPriceInput, priceInput } from '../shared/catalogue/price-input.ts';
import { messages } from '../shared/messages.ts';
import { amountOf, penceOfTenths, pounds, poundsOfTenths, tenthsSent, tenthsText, tenthsTyped } from '../shared/money.ts';

test('a price in tenths of a penny shows three decimals only if it is no whole pence', () => {
  expect([1234, 1230, 1_234_567, 0].map(poundsOfTenths)).toEqual(['£1.234', '£1.23', '£1,234.567', '£0.00']);
  expect([1234, 1200, null, undefined].map(tenthsText)).toEqual(['1.234', '1.20', '', '']);
  expect([-123_456, 0, 123_456].map(pounds)).toEqual(['-£1,234.56', '£0.00', '£1,234.56']);
});

test('a typed price with up to three decimals becomes tenths of a penny', () => {
  const texts = ['1.234', '£1,234.567', '0,615', '12', '1.005', '', '1.2345', 'one'];
  expect(texts.map(tenthsTyped)).toEqual([1234, 1_234_567, 615, 12_000, 1005, null, undefined, undefined]);
  // A comma before three digits separates groups in a price that has more than three digits, as screens show them.
  expect(tenthsTyped('1,234')).toBe(1_234_000);
});

test('a supplier’s price takes a third decimal and a sales price does not', () => {
  expect(exactPriceInput('£1.234')).toEqual({ ok: true, tenths: 1234 });
  expect(exactPriceInput('7.2300')).toEqual({ ok: true, tenths: 7230 });
  expect(exactPriceInput('7.2345')).toEqual({ ok: false, message: beyondTenths });
  expect(exactPriceInput('1000000.001')).toEqual({ ok: false, message: messages.price_too_high });
  expect(exactPriceInput('-1')).toEqual({ ok: false, message: messages.price_below_zero });
  expect(priceInput('1.234')).toEqual({ ok: false, message: messages.price_too_precise });
  expect(priceInput('7.2000')).toEqual({ ok: true, pence: 720 });
});

test('pence are rounded half up, and the amount of a line is rounded once', () => {
  expect([1234, 1235, 1239, 4].map(penceOfTenths)).toEqual([123, 124, 124, 0]);
  // 300 at £0.615 are £184.50; 300 at the rounded price would be £186.00.
  expect(amountOf(300, 615)).toBe(18_450);
  expect(amountOf(3, 1235)).toBe(371);
  expect(amountOf(5, null)).toBe(0);
});

test('a request sets the exact price in pence or in tenths, and the tenths count if it sends both', () => {
  const stored = { pence: 123, tenths: 1234 };
  expect(tenthsSent({}, stored)).toBeUndefined();
  expect(tenthsSent({ pence: 123 }, stored)).toBe(1230);
  expect(tenthsSent({ pence: null }, stored)).toBeNull();
  expect(tenthsSent({ tenths: 1239 }, stored)).toBe(1239);
  expect(tenthsSent({ pence: 123, tenths: 1239 }, stored)).toBe(1239);
  // A client that knows the pence alone returns the tenths that it has read.
  expect(tenthsSent({ pence: 200, tenths: 1234 }, stored)).toBe(2000);
  expect(tenthsSent({ pence: 123, tenths: 1234 }, stored)).toBe(1234);
});
