import { expect, test } from 'vitest';
import type { Size, Style } from '../../../pwa/ordering/client.ts';
import { firstColour, pricesOf, sizeNote } from '../../../pwa/ordering/style.ts';
import { formatPrices } from '../../../pwa/ui/money.tsx';

const style = (own: string | null, ...names: string[]) =>
  ({
    media: own ? [{ url: own }] : [],
    colours: names.map((name) => ({ name, hex: null })),
    children: names.map((name) => ({ attributes: { variation_colour: name }, media: [{ url: `/files/${name}` }] })),
  }) as unknown as Style;
const sizeOnFile = {
  name: 'Polo',
  style_id: 1,
  product_id: 2,
  variation_colour: 'White',
  order_number: null,
  recorded_at: null,
  variation_size_1: 'L',
  variation_size_2: null,
  variation_all_size: null,
};

test('a style opens in the wearer’s colour on file if offered, else in its picture’s colour if offered, else in its first colour', () => {
  const offered = style('/files/Navy', 'Black', 'Navy', 'White');
  expect(firstColour(offered, sizeOnFile)).toBe('White');
  expect(firstColour(offered, undefined)).toBe('Navy');
  expect(firstColour(style('/files/Red', 'Black', 'Navy'), undefined)).toBe('Black');
  expect(firstColour(style(null, 'Black', 'Navy'), sizeOnFile)).toBe('Black');
  expect(firstColour(style('/files/Navy'), undefined)).toBeNull();
});

test('a style shows the price of the chosen size, the highest price if the wearer chooses the size, else its lines’ prices, else its range', () => {
  const jacket = { price_from: 2450, price_to: 2695 };
  const size = { price: 2695 } as Size;
  const text = (of: Parameters<typeof pricesOf>[1]) => formatPrices(pricesOf(jacket, of));
  expect(text({})).toBe('£24.50–£26.95');
  expect(text({ size })).toBe('£26.95');
  expect(text({ unsized: [{ price: 2450 }, { price: 2695 }] })).toBe('£26.95');
  expect(text({ lines: [{ unit_price: 2450 }] })).toBe('£24.50');
  expect(text({ lines: [{ unit_price: 2450 }, { unit_price: 2695 }] })).toBe('£24.50–£26.95');
});

test('a size shows its price if the sizes of the style differ in price, and does not show that it will be discontinued', () => {
  const jacket = { price_from: 2450, price_to: 2695 };
  const size = { price: 2695, discontinued_at: '2099-12-03T00:00:00.000Z' } as Size;
  expect(sizeNote(size, jacket, true)).toBe('£26.95');
  expect(sizeNote(size, jacket, false)).toBeNull();
  expect(sizeNote(size, { price_from: 2695, price_to: 2695 }, true)).toBeNull();
});
