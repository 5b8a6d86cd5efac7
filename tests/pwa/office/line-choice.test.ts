import { expect, test } from 'vitest';
import type { Line, Style } from '../../../pwa/office/client.ts';
import {
  changedFields,
  lineValues,
  missingText,
  newLineFields,
  priceInSet,
  readChoice,
  sizeOptions,
  type Wearer,
} from '../../../pwa/office/line-choice.ts';

const wearer: Wearer = { id: 7, name: 'Ana Bell', employee_number: null, sites: [] };
const child = (id: number, size: string, colour: string, price: number, qty_free: number) => ({
  id,
  sku: `S-${id}`,
  price,
  qty_free,
  attributes: { variation_size_1: size, variation_colour: colour },
});
const style = {
  id: 1,
  price_from: 900,
  colours: [{ name: 'Navy' }, { name: 'Red' }],
  children: [child(2, 'M', 'Navy', 900, 3), child(3, 'L', 'Navy', 1100, 0), child(4, 'M', 'Red', 1500, 1)],
} as unknown as Style;
const line = {
  employee: { id: 7, name: 'Ana Bell' },
  product_id: 2,
  is_size_selected: true,
  variation_colour: null,
  qty_requested: 2,
  unit_price: 900,
  is_manually_priced: false,
} as unknown as Line;
const empty: ReturnType<typeof lineValues> = { ...lineValues({ employees: [] }, undefined), employee_id: wearer };
const choose = (values: Partial<typeof empty>) => readChoice({ ...empty, ...values }, style, undefined);

test('a new line is sent with a colour only if its size is not known', () => {
  expect(newLineFields(choose({ size: '3', quantity: '4' }), empty)).toEqual({
    employee_id: 7,
    product_id: 3,
    quantity: 4,
    unit_price: null,
    decoration: '',
    notes: '',
  });
  expect(newLineFields(choose({ size: 'unsized:Navy' }), { ...empty, budget: '12' })).toMatchObject({
    product_id: 1,
    variation_colour: 'Navy',
    budget: 12,
  });
});

test('only the changed fields of a line are sent', () => {
  const values = lineValues({ employees: [] }, line);
  const changes = (more: Partial<typeof values>) => changedFields(readChoice({ ...values, ...more }, style, line), line);
  expect(changes({})).toEqual({});
  expect(changes({ quantity: '3', unit_price: '8.50' })).toEqual({ qty_requested: 3, unit_price: 850 });
  expect(changes({ size: 'unsized:Red' })).toEqual({ product_id: 1, variation_colour: 'Red' });
  const byHand = { ...line, is_manually_priced: true };
  expect(changedFields(readChoice({ ...lineValues({ employees: [] }, byHand), unit_price: '' }, style, byHand), byHand)).toEqual({
    unit_price: null,
  });
});

test('a line without a size costs as much as the dearest size in its colour', () => {
  const prices = ['2', 'unsized:Navy', 'unsized:', ''].map((size) => priceInSet(style, choose({ size })));
  expect(prices).toEqual([900, 1100, 1500, 900]);
});

test('the form of a line asks for the first missing value: the wearer, then the product and size, the quantity, the price', () => {
  const missing = [{ employee_id: null }, {}, { size: '2', quantity: '' }, { size: '2', unit_price: 'x' }, { size: '2' }].map((values) =>
    missingText(choose(values)),
  );
  expect(missing).toEqual(['Choose an employee first.', 'Choose a product and its size.', 'Say how many.', 'The price is not readable.', null]);
});

test('a line’s choices are listed in this order: sizes with their free stock, colours without a size, no size and no colour', () => {
  expect(sizeOptions(style).map(({ label }) => label)).toEqual([
    'M, Navy · 3 free',
    'L, Navy · none free',
    'M, Red · 1 free',
    'No size yet, Navy',
    'No size yet, Red',
    'No size or colour yet',
  ]);
});
