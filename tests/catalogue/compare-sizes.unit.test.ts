import { describe, expect, test } from 'vitest';
import { compareSizes } from '../../shared/catalogue/compare-sizes.ts';
import { sizePart, skuPart, variationFault, variationsOf } from '../../shared/catalogue/custom-product.ts';
import { arranged, inSizeOrder, sizeParts } from '../../shared/catalogue/size-order.ts';

/** Returns the list in another order, the same in every run. */
const shuffled = <One>(list: readonly One[]): One[] =>
  list.toReversed().flatMap((one, place, all) => (place % 2 ? [one, ...all.slice(place - 1, place)] : place === all.length - 1 ? [one] : []));

describe('sizes are in the order of the trade', () => {
  test.each<[string, string[]]>([
    ['letters', ['XXS', 'XS', 'S', 'S/M', 'M', 'M/L', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL']],
    ['letters written in other ways', ['2XS', 'X-Small', 'Small', 'Medium', 'Large', 'X-Large', '2X-Large', 'XXXL', '4XL']],
    ['lower-case letters, and letters with measures', ['xs', 's (36-38)', 'M (38–40)', 'l (42)', 'XL']],
    ['shoes with halves', ['7', '7½', '8', '8½', '9', '10', '10.5', '11']],
    ['halves in every form', ['6', '6 1/2', '7', '7,5', '8', '8.5', '42⅔', '43 1/3']],
    ['collars', ['14', '14½', '15', '15½', '16', '16½', '17½']],
    ['waists and legs', ['28/30', '28/32', '30/28', '32/30', '32/34', '34/30']],
    ['waists and legs with × or x', ['30×30', '30×32', '32x30', '32 x 34', '34X29']],
    ['waists with letters for legs', ['30S', '30R', '30L', '32 Short', '32 Regular', '32 Long', '32XL', '40R']],
    ['waists and legs with W and L', ['W30 L32', 'W30 L34', 'W32 L30']],
    ['children’s ages', ['0-3 months', '3–6 months', '6-12M', '12-18 mths', '18-24 months', '2-3 years', '3-4 yrs', '5-6Y', '11-12 years']],
    ['children’s ages without a unit', ['3/4', '5/6', '7/8', '9/10', '11/12', '13']],
    ['sizes with a country', ['UK 3', 'UK 4', 'UK 4.5', 'UK 10', 'UK 12']],
    ['letters with a length', ['M Short', 'M Regular', 'M Tall', 'L Short', 'L Regular']],
    ['other texts after all sizes', ['XL', 'Bag 2', 'Bag 10', 'One size']],
    ['numbers before letters', ['8', '10', 'S', 'L']],
  ])('%s', (_, sizes) => {
    expect(shuffled(sizes)).not.toEqual(sizes);
    expect(shuffled(sizes).sort(compareSizes)).toEqual(sizes);
    expect(sizes.toReversed().sort(compareSizes)).toEqual(sizes);
  });

  test('2XL and XXL are next to each other, before 3XL', () => {
    expect(['3XL', '2XL', 'XL', 'XXL'].sort(compareSizes)).toEqual(['XL', '2XL', 'XXL', '3XL']);
  });
});

test('sizes with halves have different, readable codes, and 7½ has the code of 7.5', () => {
  expect(['7', '7½', '7 1/2', '7.5', '75', '15½', '42⅔', '34/32', 's/m'].map(sizePart)).toEqual([
    '7',
    '7.5',
    '7.5',
    '7.5',
    '75',
    '15.5',
    '42.67',
    '3432',
    'SM',
  ]);
  expect(skuPart('7½')).toBe('7');
  const matrix = { colours: ['Black'], sizes_1: ['7', '7½', '8', '8½'], sizes_2: [] };
  expect(variationFault(matrix)).toBeNull();
  expect(variationsOf('BOOT', matrix).map(({ sku }) => sku)).toEqual(['BOOT-BLA-7', 'BOOT-BLA-7.5', 'BOOT-BLA-8', 'BOOT-BLA-8.5']);
  expect(variationFault({ ...matrix, sizes_1: ['7', '7½', '7.5'] })).toEqual(['sizes_1.2', 'This size is in the list twice.']);
});

const sku = (variation_colour: string | null, variation_size_1: string | null, variation_size_2: string | null = null) => ({
  ...{ variation_colour, variation_size_1, variation_size_2, variation_all_size: null },
});
const words = (skus: readonly ReturnType<typeof sku>[]): string =>
  skus.map(({ variation_colour: colour, variation_size_1: one, variation_size_2: two }) => [colour, one, two].filter(Boolean).join(' ')).join(', ');

test('SKUs keep the order of their colours, and within a colour have the order of their sizes', () => {
  const skus = [sku('Navy', 'L'), sku('Navy', 'S'), sku('Black', 'XL'), sku('navy', 'M'), sku('Black', 'S')];
  expect(words(arranged(skus, null))).toBe('Navy S, navy M, Navy L, Black S, Black XL');
  const trousers = [sku(null, '32', 'L'), sku(null, '32', 'R'), sku(null, '30', 'L'), sku(null, '30')];
  expect(words(arranged(trousers, null))).toBe('30, 30 L, 32 R, 32 L');
});

test('sizes are sorted in the style’s own order; a size missing from that order is placed by the trade’s order', () => {
  const skus = [sku('Navy', 'S'), sku('Navy', 'M'), sku('Navy', 'L'), sku('Navy', 'XL'), sku('Black', 'M'), sku('Black', 'S')];
  const own = { size_1: ['L', 'S', 'gone'], size_2: [] };
  expect(words(arranged(skus, own))).toBe('Navy L, Navy XL, Navy S, Navy M, Black S, Black M');
  expect(sizeParts(skus, own)).toEqual({ size_1: ['L', 'XL', 'S', 'M'], size_2: [] });
  expect(inSizeOrder(['M', 'S', 'M'])).toEqual(['S', 'M']);
});
