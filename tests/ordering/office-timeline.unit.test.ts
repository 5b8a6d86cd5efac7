import { expect, test } from 'vitest';
import {
  type OfficeOnlyKind,
  type OfficeTimelineEvent,
  officeOnlyKinds,
  officeTimelineBy,
  officeTimelineTone,
  officeTimelineWords,
  timelineWaits,
  type WaitingLine,
} from '../../shared/ordering/office-timeline.ts';

const event = (kind: OfficeTimelineEvent['kind'], count: number | null = 2): OfficeTimelineEvent => ({
  kind,
  who: { id: 4, name: 'Ann Able' },
  detail: null,
  count,
});

const sentences: Record<OfficeOnlyKind, string> = {
  allocated: 'Allocated 2 items',
  unallocated: 'Un-allocated 2 items',
  reopened: 'Taken back to allocation',
  mailed: 'Email about the order',
  substituted: 'Substitute to be picked',
  replaced: 'Product replaced',
  count_requested: 'Stock check requested',
  count_resolved: 'Stock check decided',
};

test.each(officeOnlyKinds)('an event "%s" of the office reads as a sentence, with the person beside it', (kind) => {
  expect(officeTimelineWords(event(kind))).toBe(sentences[kind]);
  expect(officeTimelineBy(event(kind))).toBe('Ann Able');
  expect(officeTimelineBy(event(kind), 4)).toBe('You');
  expect(officeTimelineBy({ ...event(kind), who: null })).toBeNull();
});

test('an event that the client reads too has the words of the client', () => {
  expect(officeTimelineWords(event('submitted'))).toBe('Ann Able submitted the order');
  expect([officeTimelineWords(event('allocated', 1)), officeTimelineBy(event('submitted'))]).toEqual(['Allocated 1 item', null]);
  expect([officeTimelineTone('unallocated'), officeTimelineTone('allocated'), officeTimelineTone('dispatched')]).toEqual(['warn', 'plain', 'done']);
});

const line = (more: Partial<WaitingLine>): WaitingLine => ({
  name: 'Softshell Jacket L, Navy',
  wearer: 'Marek Nowak',
  is_size_selected: true,
  remaining_to_ship: 3,
  qty_allocated: 0,
  due: null,
  status: [{ state: 'no_date', quantity: 3 }],
  ...more,
});

test('an order waits for sizes, then for stock with its dates, and then can be released', () => {
  expect(
    timelineWaits(
      [
        line({ qty_allocated: 1, due: '2026-12-04' }),
        line({ name: 'Zip Hoodie M', remaining_to_ship: 1 }),
        line({ name: 'Safety Boot', wearer: 'Siân Rees', is_size_selected: false, remaining_to_ship: 1 }),
        line({ remaining_to_ship: 0 }),
      ],
      { can_release: true },
    ),
  ).toEqual([
    { tone: 'warn', title: 'Waits for Siân Rees', details: ['Size of Safety Boot'] },
    {
      tone: 'warn',
      title: 'Waits for stock: 3 items',
      details: ['2 Softshell Jacket L, Navy due on 04/12/2026', '1 Zip Hoodie M, no date yet'],
    },
    { tone: 'ahead', title: 'Can be released: 1 of the 5 left', details: [] },
  ]);
  expect(timelineWaits([line({ remaining_to_ship: 0 })], { can_release: false })).toEqual([]);
  // Items that the warehouse has are allocated too, but nobody releases them again.
  expect(timelineWaits([line({ qty_allocated: 3 })], { can_release: false })).toEqual([]);
});

test('what free stock covers waits to be allocated, and after a part only once that part has shipped', () => {
  const free = line({ status: [{ state: 'in_stock', quantity: 3 }] });
  expect(timelineWaits([free], { can_release: false })).toEqual([
    { tone: 'ahead', title: 'Waits to be allocated: 3 items', details: ['3 Softshell Jacket L, Navy'] },
  ]);
  const mixed = line({
    status: [
      { state: 'in_stock', quantity: 2 },
      { state: 'expected', quantity: 1 },
    ],
    due: '2026-12-04',
  });
  expect(timelineWaits([mixed], { can_release: false }).map(({ title }) => title)).toEqual([
    'Waits for stock: 1 item',
    'Waits to be allocated: 2 items',
  ]);
  const released = line({
    qty_allocated: 1,
    status: [
      { state: 'being_packed', quantity: 1 },
      { state: 'in_stock', quantity: 2 },
    ],
  });
  expect(timelineWaits([released], { can_release: false }).map(({ title }) => title)).toEqual([
    'To be allocated after this part has shipped: 2 items',
  ]);
});

test('a wait names its first lines and counts the others', () => {
  const [wait] = timelineWaits(
    Array.from({ length: 7 }, (_, n) => line({ name: `Jacket ${n}`, remaining_to_ship: 1 })),
    { can_release: false },
  );
  expect(wait?.details).toEqual(['1 Jacket 0, no date yet', '1 Jacket 1, no date yet', '1 Jacket 2, no date yet', 'and 4 more']);
});
