import { expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { orderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';

const faultsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries((orderShortfallInput.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

test('by default the shortfall of the named products is ordered, on new drafts', () => {
  expect(orderShortfallInput.parse({ products: [1, 2] })).toEqual({ products: [1, 2], quantities: [], join_drafts: false, up_to: 'shortfall' });
  const all = { products: [1], quantities: [{ product_id: 1, quantity: limits.purchase_quantity }], join_drafts: true, up_to: 'reorder_point' };
  expect(orderShortfallInput.parse(all)).toEqual(all);
});

test('the input names at least one product and no more than the limit', () => {
  const products = Array.from({ length: limits.shortfall_products + 1 }, (_, n) => n + 1);
  expect(orderShortfallInput.safeParse({ products: products.slice(1) }).success).toBe(true);
  for (const wrong of [[], products, [0], ['1']]) expect(Object.keys(faultsOf({ products: wrong }))[0]).toMatch(/^products/);
  expect(Object.keys(faultsOf({ products: [1], up_to: 'everything' }))).toEqual(['up_to']);
});

test('each quantity is for a different one of the named products, and is at least one item', () => {
  const products = [1, 2];
  const quantities = (...given: [product_id: number, quantity: number][]) => ({
    products,
    quantities: given.map(([product_id, quantity]) => ({ product_id, quantity })),
  });
  expect(faultsOf(quantities([1, 5], [2, 6]))).toEqual({});
  expect(faultsOf(quantities([1, 5], [3, 6]))).toEqual({ 'quantities.1.product_id': messages.choose_product });
  expect(faultsOf(quantities([1, 5], [1, 6]))).toEqual({ 'quantities.1.product_id': messages.choose_product });
  expect(faultsOf(quantities([1, 0]))).toEqual({ 'quantities.0.quantity': messages.say_how_many });
  expect(Object.keys(faultsOf(quantities([1, limits.purchase_quantity + 1])))).toEqual(['quantities.0.quantity']);
});
