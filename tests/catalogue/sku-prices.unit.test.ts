import { expect, test } from 'vitest';
import { cheaperSizes, figuresOfSkus, isOnePrice, type PricedSku } from '../../shared/catalogue/sku-prices.ts';

const sku = (
  variation_colour: string | null,
  variation_size_1: string | null,
  price: number | null,
  variation_size_2: string | null = null,
): PricedSku => ({
  variation_colour,
  variation_size_1,
  variation_size_2,
  variation_all_size: null,
  price,
});

test('a larger size counts as cheaper if any smaller size of the same colour and second size costs more', () => {
  expect(cheaperSizes([sku('Navy', 'S', 610), sku('Navy', 'M', 610), sku('Navy', 'XL', 599), sku('Red', 'S', 700), sku('Red', 'XL', 700)])).toEqual([
    'XL',
  ]);
  expect(cheaperSizes([sku('Navy', '32', 900, 'L'), sku('Navy', '34', 800, 'R'), sku('Navy', '36', 850, 'R')])).toEqual([]);
  expect(cheaperSizes([sku('Navy', 'S', 610), sku('Navy', 'M', 700), sku('Navy', 'L', 650), sku('Navy', null, 1), sku('Navy', 'XL', null)])).toEqual([
    'L',
  ]);
});

test('a style and its SKUs have one price if every SKU has the price of the style', () => {
  expect([isOnePrice(610, null), isOnePrice(610, { from: 610, to: 610 }), isOnePrice(625, { from: 610, to: 610 })]).toEqual([true, true, false]);
  expect(isOnePrice(610, { from: 610, to: 700 })).toBe(false);
});

test('the figures of a style are the ranges of its SKUs; a range is unknown if one of the amounts is', () => {
  const priced = (price: number | null, cost: number | null, size: string) => ({ ...sku('Navy', size, price), cost });
  expect(figuresOfSkus([priced(1000, 500, 'S'), priced(900, 600, 'M')])).toEqual({
    sku_prices: { from: 900, to: 1000 },
    sku_costs: { from: 500, to: 600 },
    sku_margins: { from: 33, to: 50 },
    cheaper_sizes: ['M'],
  });
  expect(figuresOfSkus([priced(1000, null, 'S')])).toEqual({
    sku_prices: { from: 1000, to: 1000 },
    sku_costs: null,
    sku_margins: null,
    cheaper_sizes: [],
  });
  expect(figuresOfSkus([])).toEqual({ sku_prices: null, sku_costs: null, sku_margins: null, cheaper_sizes: [] });
});
