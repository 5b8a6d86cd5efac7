import { expect, test } from 'vitest';
import type { z } from 'zod';
import { bulkProducts, exportedProducts } from '../../shared/catalogue/bulk-products.ts';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { productChange, productFields } from '../../shared/catalogue/product.ts';
import { swatchOf } from '../../shared/catalogue/swatch-of.ts';
import { discontinuation, newProduct, newVariations } from '../../shared/catalogue/variations.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';

const faultsOf = (schema: z.ZodType, value: unknown): string[] => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
const field = (name: keyof typeof productFields.shape) => productFields.shape[name];
const numbered = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

test.each([
  [0, []],
  [limits.money, []],
  [-1, [messages.price_below_zero]],
  [limits.money + 1, [messages.price_too_high]],
  ['1e3', [messages.price_not_number]],
])('a price of %s pence has the faults %j', (value, faults) => {
  expect(faultsOf(field('price'), value)).toEqual(faults);
});

test.each(['pack_size', 'min_order_qty', 'wear_months'] as const)('%s is a number from 1 to its limit, or null', (name) => {
  const most = name === 'wear_months' ? limits.wear_months : limits.line_quantity;
  for (const good of [null, 1, most]) expect(faultsOf(field(name), good)).toEqual([]);
  for (const bad of [0, most + 1]) expect(faultsOf(field(name), bad)).toHaveLength(1);
});

test('the hex value of a colour is a # and six hexadecimal digits', () => {
  for (const good of [null, '#1c1c1e', '#FFFFFF']) expect(faultsOf(field('colour_hex'), good)).toEqual([]);
  for (const bad of ['#fff', 'x#1c1c1', '1c1c1e', '#gggggg', '#ggggggg']) expect(faultsOf(field('colour_hex'), bad)).toContain(messages.hex_invalid);
});

test('body measures have limits for the number of sizes, for the measures of a size and for each length', () => {
  const sizes = (count: number, one: object = { chest: 102 }) => Object.fromEntries(numbered(count).map((size) => [`S${size}`, one]));
  const one = (count: number) => Object.fromEntries(numbered(count).map((name) => [`m${name}`, 1]));
  for (const good of [null, sizes(limits.page_cap), sizes(1, one(limits.measures)), sizes(1, { chest: limits.body_cm })])
    expect(faultsOf(field('measures'), good)).toEqual([]);
  for (const bad of [sizes(limits.page_cap + 1), sizes(1, one(limits.measures + 1)), sizes(1, { chest: limits.body_cm + 1 })])
    expect(faultsOf(field('measures'), bad)).toHaveLength(1);
});

test('a change names one existing field, or several', () => {
  expect(productChange.parse({ field: 'price', value: 5, version: 2 })).toEqual({ field: 'price', value: 5, skus: 'alike', version: 2 });
  expect(productChange.parse({ field: 'several', value: { brand: 'Ox' } })).toEqual({ field: 'several', value: { brand: 'Ox' }, skus: 'alike' });
  expect(faultsOf(productChange, { field: 'several', value: {} })).toEqual([messages.nothing_changed]);
  expect(faultsOf(productChange, { field: 'price', value: -1 })).toEqual([messages.price_below_zero]);
  expect(faultsOf(productChange, { field: 'sku', value: 'A' })).toHaveLength(1);
});

test('a bulk change has either a filter or the ids of products; an id that occurs twice counts once', () => {
  const change = { is_published: false };
  expect(bulkProducts.parse({ ids: [1, 2, 1], change })).toEqual({ ids: [1, 2], change, preview: false });
  expect(bulkProducts.parse({ filter: {}, change })).toMatchObject({ filter: {}, change });
  for (const both of [{ change }, { ids: [1], filter: {}, change }]) {
    const { error } = bulkProducts.safeParse(both);
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[['ids'], messages.choose_product]]);
  }
  expect(faultsOf(exportedProducts, {})).toEqual([messages.choose_product]);
  expect(faultsOf(bulkProducts, { ids: [], change })).toEqual([messages.choose_product]);
  expect(faultsOf(bulkProducts, { ids: numbered(limits.bulk_products), change })).toEqual([]);
  expect(faultsOf(bulkProducts, { ids: numbered(limits.bulk_products + 1), change })).toEqual([messages.too_many_products(limits.bulk_products)]);
});

test('a bulk change has at least one field, and only fields that many products may share', () => {
  const ids = [1];
  const change = { brand: 'Ox', supplier_id: 1, category_id: 2, push_discontinued_at: '2030-01-31', is_public: true, is_restricted: false };
  expect(bulkProducts.parse({ ids, change })).toMatchObject({ change });
  expect(faultsOf(bulkProducts, { ids, change: {} })).toEqual([messages.nothing_changed]);
  expect(faultsOf(bulkProducts, { ids, change: { name: 'Polo' } })).toEqual([messages.nothing_changed]);
});

test.each(['A', 'ab-12', 'PX.10/2', '7'])('“%s” is a SKU', (sku) => {
  expect(newProduct.parse({ sku }).sku).toBe(sku.toUpperCase());
});
test.each(['', '-A', 'A-', 'A--B', 'A B', 'Ä', 'A-B!'])('“%s” is not a SKU', (sku) => {
  expect(newProduct.safeParse({ sku }).success).toBe(false);
});
test('a SKU with a space is refused with a message', () => {
  expect(faultsOf(newProduct, { sku: 'A B' })).toEqual([messages.sku_invalid]);
});

test('new variations are requested as colours and sizes, and are stored unless only a preview is requested', () => {
  const variations = { colours: [{ name: 'Black' }], sizes_1: ['S', 'M'], sizes_2: ['Long'] };
  expect(newVariations.parse(variations)).toMatchObject({ sizes_1: ['S', 'M'], sizes_2: ['Long'], preview: false });
  expect(newVariations.parse({ ...variations, preview: true }).preview).toBe(true);
  const made = newProduct.parse({ sku: 'A', variations: { ...variations, preview: true } });
  expect(made.variations).not.toHaveProperty('preview');
});

test('a discontinuation has 1 to 2,000 SKUs, each with a successor or without one', () => {
  const of = (count: number) => ({ variations: numbered(count), discontinued_at: '2030-01-31' });
  expect(faultsOf(discontinuation, of(0))).toEqual([messages.choose_product]);
  expect(faultsOf(discontinuation, of(limits.style_variations))).toEqual([]);
  expect(faultsOf(discontinuation, of(limits.style_variations + 1))).toHaveLength(1);
  const successors = numbered(limits.style_variations).map((product_id) => ({ product_id, successor_id: null }));
  expect(discontinuation.parse({ ...of(1), successors }).successors).toEqual(successors);
  expect(faultsOf(discontinuation, { ...of(1), successors: [...successors, { product_id: 1, successor_id: 2 }] })).toHaveLength(1);
});

test.each([
  [2000, 1500, 25],
  [2000, 0, 100],
  [1000, 1500, -50],
  [300, 200, 33],
  [0, 200, null],
  [null, 200, null],
  [2000, null, null],
])('a price of %s and a cost of %s leave a margin of %s per cent', (price, cost, margin) => {
  expect(marginOf(price, cost)).toBe(margin);
});

test('the swatch of a colour depends on its name; for an unknown name it is the hex value of the product, or none', () => {
  expect(swatchOf({ name: ' Navy ', hex: '#000000' })).toBe(swatchOf({ name: 'navy' }));
  expect(swatchOf({ name: 'Navy', hex: '#000000' })).not.toBe('#000000');
  expect(swatchOf({ name: 'Octarine', hex: '#8a2be2' })).toBe('#8a2be2');
  expect(swatchOf({ name: 'Octarine', hex: null })).toBeNull();
  expect(swatchOf({ name: 'Octarine' })).toBeNull();
});
