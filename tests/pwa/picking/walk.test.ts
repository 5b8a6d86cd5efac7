import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineView } from '../../../pwa/offline/views.ts';
import { walk } from '../../../pwa/picking/walk.ts';
import { whereNext } from '../../../pwa/picking/where-next.ts';
import { headingOf } from '../../../pwa/picking/wrong-words.ts';
import type { ProductRow } from '../../../shared/sync/rows.ts';

const line = (id: number, is_done = false): LineView => ({ id, is_done }) as LineView;
const ids = (lines: readonly LineView[]): number[] => lines.map(({ id }) => id);

describe('the walk through a pick', () => {
  test('each line is in exactly one list, and there is a current line while any line is open', () => {
    const wish = fc.record({ chosen: fc.option(fc.integer({ min: 1, max: 9 })), skipped: fc.uniqueArray(fc.integer({ min: 1, max: 9 })) });
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), wish, (doneFlags, wished) => {
        const lines = doneFlags.map((is_done, index) => line(index + 1, is_done));
        const order = walk(lines, wished);
        const all = [...(order.current ? [order.current.id] : []), ...ids(order.next), ...ids(order.skipped), ...ids(order.done)];
        expect([...all].sort()).toEqual(ids(lines));
        if (lines.some(({ is_done }) => !is_done)) expect(order.current).not.toBeNull();
        expect(order.position).toBe(order.current ? lines.indexOf(order.current) + 1 : 0);
      }),
    );
  });

  test('skipped lines come back after all other lines, in the sequence in which they were skipped', () => {
    const lines = [line(1), line(2), line(3), line(4)];
    expect(walk(lines, { chosen: null, skipped: [2, 1] })).toMatchObject({ current: { id: 3 }, next: [{ id: 4 }], skipped: [{ id: 2 }, { id: 1 }] });
    const later = [line(1), line(2), line(3, true), line(4, true)];
    expect(walk(later, { chosen: null, skipped: [2, 1] })).toMatchObject({ current: { id: 2 }, skipped: [{ id: 1 }], position: 2 });
    expect(walk(later, { chosen: 1, skipped: [2, 1] })).toMatchObject({ current: { id: 1 }, skipped: [{ id: 2 }] });
  });
});

test('the message for a wrong scan names what differs: garment, colour, size or bin', () => {
  const product = (name: string, colour: string, size: string): ProductRow =>
    ({ name, variation_colour: colour, variation_size_1: size, variation_size_2: null, variation_all_size: null, bin: 'A-04-2' }) as ProductRow;
  const expectedLine = { product: product('Softshell Jacket', 'Navy', 'L'), size: 'L' } as LineView;
  const headingFor = (name: string, colour: string, size: string) => headingOf({ is: 'product', product: product(name, colour, size) }, expectedLine);
  expect(headingFor('Softshell Jacket', 'Navy', 'M')).toBe('Wrong size: M, not L');
  expect(headingFor('Softshell Jacket', 'Black', 'M')).toBe('Wrong colour: Black, not Navy');
  expect(headingFor('Polo', 'Navy', 'L')).toBe('Wrong item: Polo');
  expect(headingOf({ is: 'bin', bin: 'A-04-1' }, expectedLine)).toBe('Wrong bin: A-04-1, not A-04-2');
});

test('the screen names the next step after a pick: back to the office, prep, dispatch, or shipped at once', () => {
  const one = (qty_picked: number, decoration: string | null = null, employee_id = 1) => ({ qty_picked, decoration, employee_id });
  const text = (lines: Parameters<typeof whereNext>[1], pick: Partial<Parameters<typeof whereNext>[0]> = {}) =>
    whereNext({ wearer_count: 1, skip_dispatch: false, ...pick }, lines);
  const office = { text: 'Nothing was picked: the order goes back to the office.', is_usual: false };
  expect(text([one(0), one(0, 'Left breast')])).toEqual(office);
  expect(text([one(0)], { skip_dispatch: true, wearer_count: 2 })).toEqual(office);
  const prep = { text: 'Next: prep and bagging.', is_usual: true };
  expect(text([one(1), one(0, 'Left breast')])).toEqual(prep);
  expect(text([one(1)], { wearer_count: 2, skip_dispatch: true })).toEqual(prep);
  expect(text([one(1), one(0)])).toEqual({ text: 'Next: dispatch.', is_usual: true });
  expect(text([one(1)], { skip_dispatch: true })).toEqual({
    text: 'It skips dispatch and counts as shipped at once. Shipping cannot be undone.',
    is_usual: false,
  });
});
