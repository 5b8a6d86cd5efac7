import { expect, test } from 'vitest';
import { withNewLines } from '../../../pwa/api/with-new-lines.ts';

const nothing = { product: null, price: '' };

test('a line that was added to the list during the edit has its initial values; every earlier line keeps what was entered', () => {
  const entered = { mode: 'replace', lines: { 7: { product: 3, price: '4.50' } } };
  const initial = { mode: 'substitute', lines: { 7: nothing, 8: { product: 5, price: '' } } };
  expect(withNewLines<object>(entered, initial)).toEqual({
    mode: 'replace',
    lines: { 7: { product: 3, price: '4.50' }, 8: { product: 5, price: '' } },
  });
});

test('a new line with one field filled in has the initial values in all other fields', () => {
  expect(withNewLines<object>({ lines: { 8: { product: 5 } } }, { lines: { 8: nothing } })).toEqual({ lines: { 8: { product: 5, price: '' } } });
});

test('a line removed from the list keeps its values, because it may come back', () => {
  expect(withNewLines<object>({ lines: { 7: { price: '1' }, 8: { price: '2' } } }, { lines: { 8: { price: '' } } })).toEqual({
    lines: { 7: { price: '1' }, 8: { price: '2' } },
  });
});

test('an object that is chosen in a field replaces the initial object and is not merged with it', () => {
  const values = { site: { id: 2, name: 'Leeds' }, tags: ['a'], file: null };
  expect(withNewLines<object>(values, { site: { id: 1, name: 'York', note: 'closed' }, tags: [], file: null })).toEqual(values);
});
