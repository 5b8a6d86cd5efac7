import { expect, test } from 'vitest';
import { skuPriceQuestion } from '../../../pwa/api/sku-price-choices.ts';

test('a change of a style’s price asks which SKUs get the new price, unless all SKUs have the style’s present price', () => {
  expect(skuPriceQuestion(610, { from: 610, to: 610 }, 4)).toBeNull();
  expect(skuPriceQuestion(610, null, 0)).toBeNull();
  expect(skuPriceQuestion(625, { from: 610, to: 610 }, 4)).toEqual({
    text: '4 SKUs are £6.10 and the style £6.25.',
    choices: [
      { value: 'all', label: '4 SKUs too' },
      { value: 'none', label: 'Only the style’s default' },
    ],
  });
  expect(skuPriceQuestion(610, { from: 610, to: 700 }, 4)).toMatchObject({
    text: '4 SKUs are £6.10–£7.00. If all get the new amount, larger sizes lose their extra.',
    choices: [{ value: 'all' }, { value: 'difference', label: 'Keep the difference of larger sizes' }, { value: 'none' }],
  });
});
