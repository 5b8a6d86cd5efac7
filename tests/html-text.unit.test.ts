import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOutOfHtml, namesOutOfHtml } from '../server/core/html-text.ts';

test.each([
  ['Men&#39;s Polo &amp; Shirt', "Men's Polo & Shirt"],
  ['Polo&nbsp;&nbsp;Shirt ', 'Polo Shirt'],
  ['R&amp;amp;D coat', 'R&D coat'],
  ['<b>Navy</b> blue<br>', 'Navy blue'],
  ['&lt;b&gt;Navy&lt;/b&gt; blue', 'Navy blue'],
  ['&lt;NEW&gt; Polo', '<NEW> Polo'],
  ['Polo <S> to <B>', 'Polo <S> to <B>'],
  ['R&D <lab> coat, M&S', 'R&D <lab> coat, M&S'],
  ['&nbsp;', ''],
])('the name %s is decoded as %s', (written, name) => {
  expect(nameOutOfHtml(written)).toBe(name);
  expect(nameOutOfHtml(name)).toBe(name);
});

test('HTML in names is decoded at every depth of a request; codes, numbers and files stay as they are', () => {
  const file = new File(['x'], 'A &amp; B.pdf');
  expect(
    namesOutOfHtml({
      sku: 'A&amp;B',
      name: 'A &amp; B',
      description: 'A &amp; B&nbsp;<b>C</b>\n- D',
      price: 5,
      file,
      variations: { colours: ['R&amp;B', { name: '<b>Red</b>', code: 'R&amp;' }], sizes_1: ['7&frac12;'] },
    }),
  ).toEqual({
    sku: 'A&amp;B',
    name: 'A & B',
    description: 'A & B <b>C</b>\n- D',
    price: 5,
    file,
    variations: { colours: ['R&B', { name: 'Red', code: 'R&amp;' }], sizes_1: ['7½'] },
  });
  expect(namesOutOfHtml({ field: 'name', value: 'A &amp; B' })).toEqual({ field: 'name', value: 'A & B' });
  expect(namesOutOfHtml({ field: 'barcode', value: 'A&amp;B' })).toEqual({ field: 'barcode', value: 'A&amp;B' });
  expect(namesOutOfHtml({ field: 'several', value: { name: 'A &amp; B', bin: 'A&amp;B' } })).toEqual({
    field: 'several',
    value: { name: 'A & B', bin: 'A&amp;B' },
  });
});

test('a request of any form is accepted; decoding a name for a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (body) => {
      expect(JSON.stringify(namesOutOfHtml(namesOutOfHtml(body)))).toBe(JSON.stringify(namesOutOfHtml(body)));
    }),
  );
  const piece = fc.constantFrom('&amp;', '&lt;', '&gt;', 'b', '<', '>', '/', ';', '&', 'lt', '#38;', ' ', 'S');
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        expect(nameOutOfHtml(nameOutOfHtml(text))).toBe(nameOutOfHtml(text));
      },
    ),
  );
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(() => namesOutOfHtml(JSON.parse(deep))).not.toThrow();
});
