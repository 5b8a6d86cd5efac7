import { expect, test } from 'vitest';
import { type ListSequence, neighboursIn, sequenceOf } from '../../../pwa/ui/list-sequence.ts';

const sequence: ListSequence = { address: '/list', ids: ['a', 'b', 'c'], page: 2, per_page: 3, total: 8, query: {} };

test('a record has its neighbours on the page, and at an end of the page those on the next page', () => {
  expect(neighboursIn(sequence, 'b')).toEqual({ place: 5, total: 8, previous: { id: 'a' }, next: { id: 'c' } });
  expect(neighboursIn(sequence, 'a')).toEqual({ place: 4, total: 8, previous: { page: 1 }, next: { id: 'b' } });
  expect(neighboursIn(sequence, 'c')).toEqual({ place: 6, total: 8, previous: { id: 'b' }, next: { page: 3 } });
});

test('the first record of a list has none before it, and the last none after it', () => {
  expect(neighboursIn({ ...sequence, page: 1 }, 'a')?.previous).toBeNull();
  expect(neighboursIn({ ...sequence, page: 3, ids: ['g', 'h'] }, 'h')).toEqual({ place: 8, total: 8, previous: { id: 'g' }, next: null });
});

test('a record that is not on the page has no neighbours', () => {
  expect(neighboursIn(sequence, 'z')).toBeNull();
});

test('a page that was read keeps search, filters and order of its query apart from the page', () => {
  const page = { items: [{ id: 1 }, { id: 2 }], total: 9, current_page: 1, last_page: 5, per_page: 2 };
  expect(sequenceOf(page, ({ id }) => String(id), { page: 1, per_page: 2, search: 'x', stage: 'all' }, '/list#search=x')).toEqual({
    address: '/list#search=x',
    ids: ['1', '2'],
    page: 1,
    per_page: 2,
    total: 9,
    query: { search: 'x', stage: 'all' },
  });
});
