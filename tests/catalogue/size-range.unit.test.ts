import { expect, test } from 'vitest';
import { sizesTyped } from '../../pwa/product-editor/matrix-values.ts';
import { sizeRange } from '../../shared/catalogue/size-range.ts';

test.each([
  ['S-3XL', 'S M L XL 2XL 3XL'],
  ['xs to l', 'XS S M L'],
  ['XXS – XXL', '2XS XS S M L XL 2XL'],
  ['Small to Large', 'S M L'],
  ['28-38', '28 30 32 34 36 38'],
  ['28 to 38', '28 30 32 34 36 38'],
  ['28-38/1', '28 29 30 31 32 33 34 35 36 37 38'],
  ['28 to 38 by 5', '28 33 38'],
  ['6-12', '6 7 8 9 10 11 12'],
  ['35-37', '35 37'],
  ['36-40 in 1', '36 37 38 39 40'],
])('the range %s stands for %s', (text, sizes) => {
  expect(sizeRange(text)).toEqual(sizes.split(' ').length < 3 ? null : sizes.split(' '));
});

test.each(['S', '34', '7-8', 'S-M', '3XL-S', '38-28', '7-12 years', 'Short-Long', 'Regular to Tall', '1-500', '28-38/0', ''])(
  '%j is no range',
  (text) => {
    expect(sizeRange(text)).toBeNull();
  },
);

test('a typed list may mix ranges and single sizes, and has each size once', () => {
  expect(sizesTyped('S-L, L, 2XL')).toEqual(['S', 'M', 'L', '2XL']);
  expect(sizesTyped('28 to 34 40')).toEqual(['28', '30', '32', '34', '40']);
  expect(sizesTyped('28 - 32')).toEqual(['28', '30', '32']);
  expect(sizesTyped('3-4, 5-6, 7-8')).toEqual(['3-4', '5-6', '7-8']);
  expect(sizesTyped('S M L')).toEqual(['S', 'M', 'L']);
});
