import { expect, test } from 'vitest';
import type { PickState } from '../../shared/picking/pick-states.ts';
import { type BagLine, checkIntoBag, qtyPacked } from '../../shared/prep/check-bag.ts';
import { checkCompletePrep, isDecorated, isPrepped, prepLeft } from '../../shared/prep/complete-prep.ts';
import { marksOf, setUpOf } from '../../shared/prep/decoration.ts';
import { checkTickPrepLine } from '../../shared/prep/tick-prep-line.ts';

const pick = (state: PickState, more = {}) => ({ state, picker: null, is_frozen: false, ...more });
const refusal = (code: string, message: string) => ({ ok: false, code, message });
const earlyRefusal = refusal('not_picked', 'This order is not picked yet.');
const lateRefusal = refusal('order_ready', 'This order is ready for dispatch already.');

test.each<[PickState, object]>([
  ['released', earlyRefusal],
  ['picking', earlyRefusal],
  ['paused', earlyRefusal],
  ['picked', { ok: true }],
  ['booked', lateRefusal],
  ['awaiting_courier', lateRefusal],
  ['shipped', refusal('order_shipped', 'This order is dispatched already.')],
  ['closed', refusal('pick_closed', 'The office has taken back this pick.')],
])('lines can be ticked and a prep can be completed only between pick and dispatch: state "%s"', (state, verdict) => {
  expect(checkTickPrepLine(pick(state))).toEqual(verdict);
  expect(checkCompletePrep(pick(state))).toEqual(verdict);
});

test('the lines of an order on hold can be ticked, but its prep cannot be completed', () => {
  expect(checkTickPrepLine(pick('picked', { is_frozen: true }))).toEqual({ ok: true });
  expect(checkCompletePrep(pick('picked', { is_frozen: true }))).toEqual(
    refusal('order_frozen', 'The office has put this order on hold. Stop here and leave it as it is.'),
  );
  expect(checkCompletePrep(pick('closed', { is_frozen: true, close_reason: 'cancelled' }))).toEqual(
    refusal('order_cancelled', 'This order was cancelled.'),
  );
});

test('an order counts as prepped once its prep is completed', () => {
  const states = ['released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier', 'shipped', 'closed'] as const;
  expect(states.filter((state) => isPrepped({ state }))).toEqual(['booked', 'awaiting_courier', 'shipped']);
});

test('a line still has to be decorated if it has a decoration, picked items and no tick', () => {
  const line = { qty_picked: 1, decoration: 'Logo', prep_ticked_at: null };
  const lines = [line, { ...line, qty_picked: 0 }, { ...line, decoration: null }, { ...line, prep_ticked_at: '2026-11-21T09:00:00.000Z' }];
  expect(lines.map(isDecorated)).toEqual([true, false, false, true]);
  expect(prepLeft([...lines, line])).toBe(2);
});

const bagLine = (id: number, employee_id: number, qty_picked: number, more: Partial<BagLine> = {}): BagLine => ({
  ...{ id, employee_id, product_id: 10, qty_picked, waits: false },
  ...more,
});

test('a second garment for one line is counted on top of the first', () => {
  const lines = [bagLine(1, 1, 3, { qty_packed: 1 })];
  expect(checkIntoBag(lines, 10, 1)).toEqual({ is: 'taken', line: lines[0], qty: 2 });
});

test('a surplus garment is shown at the line of the open bag, else at the first line', () => {
  const lines = [bagLine(1, 1, 1, { qty_packed: 1 }), bagLine(2, 2, 1, { qty_packed: 1 })];
  expect([checkIntoBag(lines, 10, 2), checkIntoBag(lines, 10, null), checkIntoBag(lines, 10, 9)]).toEqual([
    { is: 'surplus', line: lines[1] },
    { is: 'surplus', line: lines[0] },
    { is: 'surplus', line: lines[0] },
  ]);
});

test('a garment goes to a decorated line before a line that waits for its decoration', () => {
  const lines = [bagLine(1, 1, 1, { waits: true }), bagLine(2, 1, 1)];
  expect(checkIntoBag(lines, 10, null)).toEqual({ is: 'taken', line: lines[1], qty: 1 });
  const packed = lines.map((line) => (line.id === 2 ? { ...line, qty_packed: 1 } : line));
  expect(checkIntoBag(packed, 10, 1)).toEqual({ is: 'waits', line: lines[0] });
});

test('the items in bags are added up over all lines', () => {
  expect(qtyPacked([bagLine(1, 1, 2, { qty_packed: 2 }), bagLine(2, 2, 3, { qty_packed: 1 }), bagLine(3, 3, 1)])).toBe(3);
});

test.each<[string, ReturnType<typeof marksOf>]>([
  ['left breast', [{ place: { name: 'left breast', is_back: false, x: 0.64, y: 0.38 }, shows: null }]],
  ['LEFT chest', [{ place: { name: 'left chest', is_back: false, x: 0.64, y: 0.38 }, shows: null }]],
  ['right breast', [{ place: { name: 'right breast', is_back: false, x: 0.36, y: 0.38 }, shows: null }]],
  ['left sleeve', [{ place: { name: 'left sleeve', is_back: false, x: 0.86, y: 0.42 }, shows: null }]],
  ['right arm', [{ place: { name: 'right arm', is_back: false, x: 0.14, y: 0.42 }, shows: null }]],
  ['Crest on the front', [{ place: { name: 'front', is_back: false, x: 0.5, y: 0.42 }, shows: { logo: true } }]],
  ['emblem, collar', [{ place: { name: 'collar', is_back: false, x: 0.5, y: 0.14 }, shows: { logo: true } }]],
  ['“AB” back', [{ place: { name: 'back', is_back: true, x: 0.5, y: 0.45 }, shows: { letters: 'AB' } }]],
  ['AIRE VALLEY, back', [{ place: { name: 'back', is_back: true, x: 0.5, y: 0.45 }, shows: { letters: 'AIRE VALLEY' } }]],
  ['K9 UNIT-2, back', [{ place: { name: 'back', is_back: true, x: 0.5, y: 0.45 }, shows: { letters: 'K9 UNIT-2' } }]],
  ['logos back', [{ place: { name: 'back', is_back: true, x: 0.5, y: 0.45 }, shows: null }]],
  ['A back', [{ place: { name: 'back', is_back: true, x: 0.5, y: 0.45 }, shows: null }]],
  ['backpack', []],
  ['sleeve', []],
])('the marks of "%s" on the garment are %j', (decoration, marks) => {
  expect(marksOf(decoration)).toEqual(marks);
});

test('in the text of a decoration, the words between two places belong to the second place', () => {
  expect(marksOf('logo left breast, CALLUM back').map(({ shows }) => shows)).toEqual([{ logo: true }, { letters: 'CALLUM' }]);
});

test('a set-up is identified by its words in lower case with single spaces', () => {
  expect(setUpOf(' Northgate \t Logo,  LEFT breast ')).toBe('northgate logo, left breast');
});
