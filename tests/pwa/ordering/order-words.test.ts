import { expect, test } from 'vitest';
import {
  itemsOf,
  missingSizesOf,
  peopleWithLines,
  personList,
  sizedLines,
  wantedOf,
  wantsSize,
  wearerState,
} from '../../../pwa/ordering/order-words.ts';

test('the number of lines with a size is shown in whole sentences', () => {
  const text = (lines_with_sizes: number, lines_with_no_sizes: number) => sizedLines({ lines_with_sizes, lines_with_no_sizes });
  expect([text(0, 1), text(0, 2), text(1, 2), text(2, 1)]).toEqual([
    '0 of 1 line has a size',
    '0 of 2 lines have a size',
    '1 of 3 lines has a size',
    '2 of 3 lines have a size',
  ]);
});

test('cancelled items do not count as ordered or as waiting for a size', () => {
  const line = (qty_cancelled: number, is_size_selected = false) => ({ qty_requested: 2, qty_cancelled, is_size_selected });
  expect([wantedOf(line(0)), wantedOf(line(1)), wantedOf(line(2)), itemsOf([line(0), line(1), line(2)])]).toEqual([2, 1, 0, 3]);
  expect([wantsSize(line(0)), wantsSize(line(1)), wantsSize(line(2)), wantsSize(line(0, true))]).toEqual([true, true, false, false]);
});

test('a card names three people of an order and counts the others, and leaves out those for whom nothing was ordered', () => {
  const people = ['Ann Ash', 'Bob Birch', 'Cy Cedar', 'Di Dogwood', 'Ed Elm'].map((name, id) => ({ id, name }));
  const lines = (count: number) => people.slice(0, count).map((employee) => ({ employee }));
  expect(peopleWithLines({ employees: people, lines: lines(2) }).map(({ name }) => name)).toEqual(['Ann Ash', 'Bob Birch']);
  expect(peopleWithLines({})).toEqual([]);
  expect([1, 2, 3, 5].map((count) => personList(people.slice(0, count)))).toEqual([
    'Ann Ash',
    'Ann Ash and Bob Birch',
    'Ann Ash, Bob Birch and Cy Cedar',
    'Ann Ash, Bob Birch, Cy Cedar and 2 more',
  ]);
});

test('missing sizes are counted with the first names of those who miss one', () => {
  const line = (id: number, name: string, is_size_selected: boolean) => ({
    employee: { id, name },
    is_size_selected,
    qty_requested: 1,
    qty_cancelled: 0,
  });
  const lines = [line(1, 'Ann Ash', false), line(1, 'Ann Ash', false), line(2, 'Bob Birch', true), line(3, 'Cy Cedar', false)];
  expect(missingSizesOf(3, lines)).toBe('3 missing sizes: Ann and Cy');
  expect(missingSizesOf(1, [])).toBe('1 missing size');
  expect(missingSizesOf(1)).toBe('1 missing size');
});

test('a wearer is green if all their lines have a size, amber if any line has none, and neutral without lines', () => {
  const state = (lines_with_sizes: number, lines_with_no_sizes: number) => wearerState({ lines_with_sizes, lines_with_no_sizes });
  expect([state(2, 0), state(2, 1), state(0, 1), state(0, 0)]).toEqual(['done', 'warn', 'warn', undefined]);
});
