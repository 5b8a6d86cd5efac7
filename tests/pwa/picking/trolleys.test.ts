import { expect, test } from 'vitest';
import { qtyToReturn } from '../../../pwa/offline/qty-to-return.ts';
import { otherTrolleys } from '../../../shared/picking/other-trolleys.ts';
import { noRows, touchKey } from '../../../shared/sync/floor.ts';
import type { ShelfTaskRow } from '../../../shared/sync/rows.ts';
import { shelfTaskName } from '../../../shared/sync/task-name.ts';

test('a line names the items on other trolleys with their pickers, but not the items on the viewer’s own trolley', () => {
  const staff = new Map([[2, { name: 'Aisha Begum' }]]);
  const viewer = { device: 'mine', me: 1, staff };
  const own = { device: 'mine', user_id: 1, qty: 2 };
  expect(otherTrolleys([own], viewer)).toBeNull();
  expect(otherTrolleys([own, { device: 'hers', user_id: 2, qty: 1 }], viewer)).toBe('1 on Aisha Begum’s trolley');
  expect(otherTrolleys([{ device: 'second', user_id: 1, qty: 3 }], viewer)).toBe('3 on your other trolley');
  expect(otherTrolleys([{ device: '', user_id: 2, qty: 1 }], viewer)).toBe('1 on a trolley without a tablet, by Aisha Begum');
});

test('items on a tablet’s trolley that must go back to the shelf are counted by pick line until they are ticked as returned', () => {
  const task = (id: number, change: Partial<ShelfTaskRow>): [number, ShelfTaskRow] => [
    id,
    { id, pick_line_id: 11, device: 'mine', qty: 1, ...change } as ShelfTaskRow,
  ];
  const shelf_task = new Map([task(1, {}), task(2, { qty: 2 }), task(3, { device: 'hers' }), task(4, { pick_line_id: 12 })]);
  const rows = { ...noRows(), shelf_task };
  expect(qtyToReturn({ rows, waiting: new Map() }, 'mine')).toEqual(
    new Map([
      [11, 3],
      [12, 1],
    ]),
  );
  const waiting = new Map([[touchKey('outcome', shelfTaskName(2)), ['m']]]);
  expect(qtyToReturn({ rows, waiting }, 'mine').get(11)).toBe(1);
});
