import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemsOfRole, mergeItems, type OfferedStyle, type OrderedItem, type PeerItem, usualLine } from '../../shared/ordering/usual.ts';
import type { SizeOnFile } from '../../shared/sizes/size-on-file.ts';

const size = (variation_size_1: string | null) => ({ variation_size_1, variation_size_2: null, variation_all_size: null });
const polo: OrderedItem = { style_id: 1, product_name: 'Polo', variation_colour: 'Navy', decoration: null, keeps_instruction: true, quantity: 2 };
const style = (style_id: number, decorations: string[] = [], sizes = ['M', 'L']): OfferedStyle => ({
  style_id,
  name: `Style ${style_id}`,
  articles: ['Navy', 'Black'].flatMap((variation_colour, colour) =>
    sizes.map((one, n) => ({ id: style_id * 100 + colour * 10 + n, attributes: { variation_colour, ...size(one) } })),
  ),
  decorations,
});
const kept = (style_id: number, one: string): SizeOnFile => ({
  style_id,
  name: '',
  product_id: 0,
  variation_colour: 'Black',
  order_number: null,
  recorded_at: null,
  ...size(one),
});
const offer = (styles: OfferedStyle[], sizes: SizeOnFile[] = [], decorations: string[] = []) => ({
  offered: new Map(styles.map((one) => [one.style_id, one])),
  sizes: new Map(sizes.map((one) => [one.style_id, one])),
  decorations,
});

test('a usual item gets the size on file in its own colour; without a size on file it is of the style', () => {
  expect(usualLine(polo, undefined, offer([style(1)], [kept(1, 'L')]))).toMatchObject({
    product_id: 101,
    is_size_selected: true,
    variation_colour: 'Navy',
    size: 'L',
    quantity: 2,
    succeeds: null,
  });
  expect(usualLine(polo, undefined, offer([style(1)]))).toMatchObject({ product_id: 1, is_size_selected: false, size: null });
  expect(usualLine(polo, undefined, offer([style(1)], [kept(1, 'XXL')]))).toMatchObject({ is_size_selected: false });
  // The only size is taken if no other size is on file.
  const single = style(1, [], ['One size']);
  expect(usualLine(polo, undefined, offer([single]))).toMatchObject({ product_id: 100, is_size_selected: true });
  expect(usualLine(polo, undefined, offer([single], [kept(1, 'M')]))).toMatchObject({ is_size_selected: false });
});

test('an item that is not offered is left out, or replaced by its successor if that is offered', () => {
  const successor = { style_id: 2, variation_colour: 'Black' };
  expect(usualLine(polo, undefined, offer([]))).toBeNull();
  expect(usualLine({ ...polo, variation_colour: 'Red' }, undefined, offer([style(1)]))).toBeNull();
  expect(usualLine(polo, successor, offer([]))).toBeNull();
  expect(usualLine(polo, successor, offer([style(2)], [kept(1, 'L')]))).toMatchObject({
    style_id: 2,
    product_id: 211,
    variation_colour: 'Black',
    succeeds: 'Polo',
  });
  expect(usualLine(polo, successor, offer([style(2)], [kept(1, 'L'), kept(2, 'M')]))).toMatchObject({ product_id: 210 });
  // The style is still made, but not in the size on file.
  expect(usualLine(polo, successor, offer([style(1), style(2, [], ['XL', 'L'])], [kept(1, 'XL')]))).toMatchObject({ product_id: 210 });
  expect(usualLine(polo, successor, offer([style(1), style(2)], [kept(1, 'XL')]))).toMatchObject({ style_id: 1, is_size_selected: false });
});

test('a decoration stays if it is offered; otherwise the only one or the one chosen last is taken, and one of several is asked for', () => {
  const decorated = { ...polo, decoration: 'Logo: 20 mm' };
  const decorationOf = (item: OrderedItem, offered: string[], latest: string[] = []) =>
    usualLine(item, undefined, offer([style(1, offered)], [], latest))?.decoration;
  expect(decorationOf(decorated, ['Logo', 'Back'])).toBe('Logo: 20 mm');
  expect(decorationOf({ ...decorated, keeps_instruction: false }, ['Logo', 'Back'])).toBe('Logo');
  expect(decorationOf(decorated, ['Crest'])).toBe('Crest');
  expect(decorationOf(decorated, ['Crest', 'Back'])).toBeNull();
  expect(decorationOf(decorated, ['Crest', 'Back'], ['Logo', 'Back: large'])).toBe('Back');
  expect(decorationOf(polo, [])).toBeNull();
  expect(decorationOf(polo, ['Crest', 'Back'])).toBeNull();
});

test('equal products of one order become one item', () => {
  expect(mergeItems([polo, { ...polo, variation_colour: 'Black' }, { ...polo, quantity: 3 }])).toEqual([
    { ...polo, quantity: 5 },
    { ...polo, variation_colour: 'Black' },
  ]);
  expect(
    mergeItems([
      { ...polo, quantity: 9000 },
      { ...polo, quantity: 9000 },
    ]),
  ).toMatchObject([{ quantity: 9999 }]);
});

test('the usual of a role is what at least half of its people had in their latest order, in the most frequent colour, quantity and decoration', () => {
  const item = (employee_id: number, order_id: number, style_id: number, more: Partial<PeerItem> = {}): PeerItem => ({
    ...polo,
    employee_id,
    order_id,
    style_id,
    ...more,
  });
  const items = [
    item(1, 9, 1, { quantity: 3 }),
    item(1, 9, 2),
    item(2, 8, 1, { variation_colour: 'Black', decoration: 'Logo' }),
    item(2, 8, 3),
    item(3, 7, 1, { variation_colour: 'Black', decoration: 'Logo', quantity: 4 }),
    item(4, 6, 2, { quantity: 1 }),
    // An earlier order of the first person does not count.
    item(1, 5, 3),
  ];
  expect(itemsOfRole(items)).toMatchObject([
    { style_id: 1, variation_colour: 'Black', decoration: 'Logo', quantity: 2, keeps_instruction: false },
    { style_id: 2, variation_colour: 'Navy', quantity: 2 },
  ]);
  expect(itemsOfRole([item(1, 9, 1), item(2, 8, 2), item(3, 7, 3)])).toMatchObject([{ style_id: 1 }]);
  expect(itemsOfRole([])).toEqual([]);
});

test('a usual line is always a product in a colour that the person may have, with a decoration that is offered with it', () => {
  const one = fc.integer({ min: 1, max: 3 });
  const colour = fc.constantFrom('Navy', 'Black', 'Red', null);
  const decoration = fc.constantFrom('Logo', 'Logo: small', 'Back', null);
  const item = fc.record({
    style_id: one,
    product_name: fc.constant('Item'),
    variation_colour: colour,
    decoration,
    keeps_instruction: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const offers = fc
    .uniqueArray(fc.tuple(one, fc.subarray(['Logo', 'Back', 'Crest']), fc.subarray(['S', 'M', 'L'], { minLength: 1 })), { selector: ([id]) => id })
    .map((styles) => styles.map(([id, decorations, sizes]) => style(id, decorations, sizes)));
  const sizes = fc.array(fc.tuple(one, fc.constantFrom('S', 'M', 'L', 'XL')).map(([id, name]) => kept(id, name)));
  const successor = fc.option(fc.record({ style_id: one, variation_colour: colour }), { nil: undefined });
  fc.assert(
    fc.property(item, successor, offers, sizes, fc.array(decoration.map((text) => text ?? '')), (ordered, next, offered, onFile, latest) => {
      const line = usualLine(ordered, next, offer(offered, onFile, latest));
      if (!line) return;
      const of = offered.find(({ style_id }) => style_id === line.style_id);
      const articles = of?.articles.filter(
        ({ attributes }) => line.variation_colour === null || attributes.variation_colour === line.variation_colour,
      );
      expect(articles?.length).toBeGreaterThan(0);
      expect(line.is_size_selected ? articles?.some(({ id }) => id === line.product_id) : line.product_id === of?.style_id).toBe(true);
      const choices = of?.decorations ?? [];
      if (choices.length && line.decoration !== null) expect(choices.some((choice) => line.decoration?.startsWith(choice))).toBe(true);
    }),
  );
});
