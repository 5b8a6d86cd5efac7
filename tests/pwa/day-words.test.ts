import { expect, test } from 'vitest';
import type { Day } from '../../pwa/day/client.ts';
import { rowAge, rowSentence, rowTone, weekdayOf } from '../../pwa/day/day-words.ts';
import { dayRowNames } from '../../shared/day/day-rows.ts';

const oldest_at = '2026-11-24T08:30:00.000Z';
const day: Day = {
  now: '2026-11-24T11:42:00.000Z',
  ready: { total: 26, oldest_at, qty_due: 3 },
  late: {
    total: 5,
    oldest_on: '2026-11-20',
    clients: [
      { name: 'Northgate Facilities', total: 3 },
      { name: 'Harbour Care', total: 1 },
    ],
  },
  short: { total: 14, oldest_at: '2026-10-31T08:30:00.000Z', qty_due: 0 },
  courier: { total: 5, oldest_at },
  stuck: { total: 1, oldest_at, order_number: '00144', booking_error: 'postcode not recognised' },
  missing: { total: 2, oldest_at, dispatch_number: 'D-00012', name: 'Harbour Care' },
  returns: { total: 1, oldest_at, clients: [{ name: 'Harbour Care', total: 1 }] },
  drafts: { total: 1, oldest_at, requests: 1, drafts: 0 },
  counts: { total: 2, oldest_at, sku: 'PO01-NVY-S', difference: -3 },
  checks: { total: 1, oldest_at, qty_missing: 1 },
  arriving: { total: 4, oldest_on: '2026-11-24', overdue: 0, qty_items: 1312 },
  tablets: { total: 1, oldest_at, device: '0b5f7f2e-6c1a-4d0e-9a37-2f4f1f6f6a10', name: null, qty_unsent: 7 },
  mail: { total: 2, oldest_at, to: 'ann@example.test' },
};

test('a row says in one sentence what a person wants to know first', () => {
  expect(dayRowNames.map((name) => rowSentence(day, name))).toEqual([
    '3 are required today or earlier',
    '3 Northgate Facilities, 1 Harbour Care, 1 other',
    'They wait for stock',
    'Their parcels have no tracking number yet',
    '00144: postcode not recognised',
    'D-00012 for Harbour Care first',
    '1 Harbour Care',
    '1 request for approval',
    'PO01-NVY-S is 3 under',
    'Pickers did not find 1 item',
    '1,312 items',
    'Tablet 0b5f, last seen 24/11/2026 08:30 with 7 changes',
    'The first to ann@example.test',
  ]);
});

test('a row at 0 says that nothing waits, and has no age and no colour', () => {
  const empty = Object.fromEntries(dayRowNames.map((name) => [name, { ...day[name], total: 0 }]));
  for (const name of dayRowNames) {
    const now = { ...day, ...empty };
    expect([rowSentence(now, name), rowAge(now, name), rowTone(now, name)]).toEqual(['Nothing waits', '', null]);
  }
});

test('late orders are red; what is old, stuck, overdue or missing is amber', () => {
  expect(rowTone(day, 'late')).toBe('wrong');
  for (const name of ['short', 'stuck', 'missing', 'tablets'] as const) expect(rowTone(day, name)).toBe('warn');
  expect(rowTone({ ...day, short: { ...day.short, oldest_at } }, 'short')).toBeNull();
  expect([rowTone(day, 'arriving'), rowTone({ ...day, arriving: { ...day.arriving, overdue: 1 } }, 'arriving')]).toEqual([null, 'warn']);
  expect([rowAge(day, 'ready'), rowAge(day, 'late'), rowAge(day, 'arriving')]).toEqual(['3 h 12 min', '4 days', 'today']);
});

test('the weekday of a date is the same in every time zone', () => {
  expect([weekdayOf('2026-11-24'), weekdayOf('2026-11-29')]).toEqual(['Tuesday', 'Sunday']);
});
