import { expect, test } from 'vitest';
import { linesOf, noRows, pickById, touchKey } from '../../shared/sync/floor.ts';
import { Overlay } from '../../shared/sync/overlay.ts';
import { kinds, type PickLineRow, type PickRow } from '../../shared/sync/rows.ts';

const line = (id: number, pick_id: number) => ({ id, pick_id }) as PickLineRow;
const rows = () => ({
  ...noRows(),
  pick: new Map([['a', { id: 1, uuid: 'a' } as PickRow]]),
  pick_line: new Map([line(12, 1), line(11, 1), line(13, 2)].map((row) => [row.id, row])),
});
const idsOf = (lines: readonly PickLineRow[]): number[] => lines.map(({ id }) => id);

test('before its first pull a tablet has an empty map for every kind of row', () => {
  expect(Object.entries(noRows()).map(([kind, map]) => [kind, map.size])).toEqual(kinds.map((kind) => [kind, 0]));
});

test('the lines of a pick are in id order, and are sorted only once while the rows stay the same', () => {
  const here = rows();
  expect([idsOf(linesOf(here, 1)), idsOf(linesOf(here, 2)), linesOf(here, 3)]).toEqual([[11, 12], [13], []]);
  expect(linesOf(here, 1)).toBe(linesOf(here, 1));
});

test('a pick is found by its id', () => {
  expect([pickById(rows(), 1)?.uuid, pickById(rows(), 2)]).toEqual(['a', undefined]);
});

test('an overlay shows its changes and hides the rows that it removes', () => {
  const below = rows();
  const overlay = new Overlay({ rows: below, waiting: new Map() }, 'tablet');
  overlay.put('pick_line', 12, { ...line(12, 1), qty_picked: 2 });
  overlay.remove('pick_line', 11);
  expect(overlay.lines(1)).toEqual([{ ...line(12, 1), qty_picked: 2 }]);
  overlay.remove('pick', 'a');
  expect(overlay.pick(1)).toBeUndefined();
  expect([idsOf(linesOf(below, 1)), pickById(below, 1)?.uuid]).toEqual([[11, 12], 'a']);
});

test('a row lists the waiting mutations that concern it, in their sequence', () => {
  const overlay = new Overlay({ rows: rows(), waiting: new Map([['pick:1', ['first']]]) }, 'tablet');
  overlay.begin('second');
  overlay.touch('pick', 1);
  overlay.begin('third');
  overlay.changePick(1, () => ({ tote: 'T7' }));
  const { rows: after, waiting } = overlay.toFloor();
  expect(waiting.get(touchKey('pick', 1))).toEqual(['first', 'second', 'third']);
  expect(waiting.get(touchKey('order', 'a'))).toEqual(['third']);
  expect(after.pick.get('a')).toMatchObject({ id: 1, tote: 'T7' });
});
