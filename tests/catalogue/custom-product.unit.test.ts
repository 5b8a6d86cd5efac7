import { expect, test } from 'vitest';
import {
  customColours,
  isColourCode,
  newCustomProduct,
  skuPart,
  variationFault,
  variationsOf,
  withCodes,
} from '../../shared/catalogue/custom-product.ts';

test('a text becomes a part of a SKU as its letters and digits in capitals, or as an X if it has none', () => {
  expect(['Navy', '34/32', 'x-large', '–'].map(skuPart)).toEqual(['NAVY', '3432', 'XLARGE', 'X']);
});

test('a colour keeps the code it was given, or gets three letters of its name that no other colour has as its code', () => {
  const codes = (names: string[], taken: string[] = []) =>
    withCodes(
      names.map((name) => (name === 'Royal' ? { name, code: 'RB' } : { name })),
      taken,
    ).map(({ code }) => code);
  expect(codes(['Royal', 'Royal Blue'])).toEqual(['RB', 'ROY']);
  expect(codes(['Navy', 'Navy Marl', 'Navy Melange', 'Navajo'])).toEqual(['NAV', 'NMA', 'NME', 'NAA']);
  expect(codes(['Navy', '–'], ['NAV', 'X'])).toEqual(['NAY', 'X']);
  expect(codes(['Royal', 'RB'])).toEqual(['RB', 'RB']);
  // A colour's own code is given to no other colour, even to one earlier in the list. Initials skip signs between words.
  expect(withCodes([{ name: 'Navy' }, { name: 'Dark Navy', code: 'NAV' }]).map(({ code }) => code)).toEqual(['NAY', 'NAV']);
  expect(codes([' Sky - Blue'], ['SKY'])).toEqual(['SBL']);
  expect(codes(['Sky of Blue'], ['SKY'])).toEqual(['SOF']);
  expect(codes(['Red A B'], ['RED'])).toEqual(['RAB']);
  expect(['RB', 'A1B2C3', '', 'rb', 'ABCDEFG', 'R B', '-RB'].map(isColourCode)).toEqual([true, true, false, false, false, false, false]);
});

test('a colour is sent as a name alone, or with a hex value and a code', () => {
  const colours = ['Navy', { name: 'Red', hex: '#FF0000', code: ' rd ' }, { name: 'Sand', hex: null }];
  const input = newCustomProduct.parse({ product_id: 1, name: 'Polo', price: 100, colours, sizes_1: ['M'] });
  expect(customColours(input)).toEqual([{ name: 'Navy' }, { name: 'Red', hex: '#FF0000', code: 'RD' }, { name: 'Sand', hex: null }]);
});

const style = { colours: ['Navy', 'Red'], sizes_1: ['S', 'M'], sizes_2: [] };

test('a style has each colour and each size once; a size may be in both lists of sizes', () => {
  expect(variationFault(style)).toBeNull();
  expect(variationFault({ ...style, sizes_2: ['S', 'R'] })).toBeNull();
});

test.each<[string, Partial<Parameters<typeof variationFault>[0]>, string, string]>([
  ['colour', { colours: ['Navy', 'Red', 'navy'] }, 'colours.2.name', 'This colour, or its code, is in the list twice.'],
  [
    'code of a colour',
    {
      colours: [
        { name: 'Navy', code: 'NAV' },
        { name: 'Red', code: 'NAV' },
      ],
    },
    'colours.1.code',
    'This colour, or its code, is in the list twice.',
  ],
  ['first size', { sizes_1: ['S', 'M', 's'] }, 'sizes_1.2', 'This size is in the list twice.'],
  ['second size', { sizes_2: ['R', '-R'] }, 'sizes_2.1', 'This size is in the list twice.'],
])('a style that names the same %s twice is refused', (_what, change, field, message) => {
  expect(variationFault({ ...style, ...change })).toEqual([field, message]);
});

test('a style has at most 2,000 variations', () => {
  const list = (length: number): string[] => Array.from({ length }, (_, n) => `N${n}`);
  const tooMany = ['sizes_1', 'A style has at most 2000 variations.'];
  const faultOf = (colours: number, sizes_1: number, sizes_2: number) =>
    variationFault({ colours: list(colours).map((name) => ({ name, code: name })), sizes_1: list(sizes_1), sizes_2: list(sizes_2) });
  expect([faultOf(20, 100, 0), faultOf(20, 50, 2)]).toEqual([null, null]);
  expect([faultOf(21, 100, 0), faultOf(20, 50, 3)]).toEqual([tooMany, tooMany]);
});

test('the SKU of a variation consists of the style’s SKU, the code of the colour, and the sizes', () => {
  const matrix = { colours: ['Navy', { name: 'Red', code: 'RD' }], sizes_1: ['30', '32'], sizes_2: ['Short', 'Long'] };
  expect(variationsOf('TRS', matrix).map(({ sku }) => sku)).toEqual([
    'TRS-NAV-30-SHORT',
    'TRS-NAV-30-LONG',
    'TRS-NAV-32-SHORT',
    'TRS-NAV-32-LONG',
    'TRS-RD-30-SHORT',
    'TRS-RD-30-LONG',
    'TRS-RD-32-SHORT',
    'TRS-RD-32-LONG',
  ]);
  expect(variationsOf('TRS', { ...matrix, sizes_1: ['30'], sizes_2: [] })).toEqual([
    { sku: 'TRS-NAV-30', place: 0, colour: { name: 'Navy', code: 'NAV' }, size_1: '30', size_2: null },
    { sku: 'TRS-RD-30', place: 1, colour: { name: 'Red', code: 'RD' }, size_1: '30', size_2: null },
  ]);
});
