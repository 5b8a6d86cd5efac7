import { expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { newNotice, noticeChange } from '../../shared/notices/notice.ts';

const head = { name: 'Size chart', subject: 'Measure before you order' };
const faultsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries((newNotice.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

test('a new notice needs a name and a subject; a change may leave out both', () => {
  expect(newNotice.parse(head)).toEqual(head);
  expect(faultsOf({ name: ' ', subject: '' })).toEqual({ name: messages.name_needed, subject: messages.subject_needed });
  expect(Object.keys(faultsOf({}))).toEqual(['name', 'subject']);
  expect(noticeChange.parse({ version: 3 })).toEqual({ version: 3 });
});

test('a notice begins at UK midnight and lasts until the end of the last day, in winter and in summer', () => {
  expect(newNotice.parse({ ...head, starts_at: '2026-12-01', ends_at: '2026-12-24' })).toMatchObject({
    starts_at: '2026-12-01T00:00:00.000Z',
    ends_at: '2026-12-24T23:59:59.999Z',
  });
  expect(newNotice.parse({ ...head, starts_at: '2026-07-01', ends_at: '2026-07-31' })).toMatchObject({
    starts_at: '2026-06-30T23:00:00.000Z',
    ends_at: '2026-07-31T22:59:59.999Z',
  });
});

test('a start or end can be an exact time, or empty for no limit; any other text that is not a day is refused on its field', () => {
  expect(newNotice.parse({ ...head, starts_at: ' 2026-12-01T09:30:00+01:00 ', ends_at: '' })).toMatchObject({
    starts_at: '2026-12-01T08:30:00.000Z',
    ends_at: null,
  });
  expect(newNotice.parse({ ...head, starts_at: null }).starts_at).toBeNull();
  expect(faultsOf({ ...head, starts_at: 'tomorrow', ends_at: '2026-02-30' })).toEqual({
    starts_at: messages.day_invalid,
    ends_at: messages.no_such_day,
  });
});

test('clients and sites can be sent as ids or as records, duplicates are dropped, and their number has a limit', () => {
  expect(newNotice.parse({ ...head, accounts: [3, { id: 4, name: 'Northgate' }, 3], sites: [] })).toMatchObject({ accounts: [3, 4], sites: [] });
  for (const wrong of [[0], [{ id: -1 }], ['3']]) expect(Object.keys(faultsOf({ ...head, accounts: wrong }))).toHaveLength(1);
  const many = Array.from({ length: limits.notice_accounts + 1 }, (_, n) => n + 1);
  expect(faultsOf({ ...head, accounts: many.slice(1) })).toEqual({});
  expect(Object.keys(faultsOf({ ...head, accounts: many }))).toEqual(['accounts']);
  expect(Object.keys(faultsOf({ ...head, filename: 'f'.repeat(limits.url + 1) }))).toEqual(['filename']);
});
