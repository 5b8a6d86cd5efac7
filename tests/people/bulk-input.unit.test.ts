import { expect, test } from 'vitest';
import { bulkInput, changedLinks } from '../../shared/people/bulk-input.ts';

const faultsOf = (body: object): unknown[] => (bulkInput.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

test.each<[string, object]>([
  ['adds a site', { ids: [1], add: { sites: [2] } }],
  ['removes a clothing set', { ids: [1], remove: { clothing_sets: [2] } }],
  ['adds one site and removes another', { ids: [1], add: { sites: [2] }, remove: { sites: [3] } }],
  ['adds a site and removes a role with the same id', { ids: [1], add: { sites: [2] }, remove: { employee_roles: [2] } }],
  ['invites everybody who matches a filter', { filter: { show: 'not_invited', archived: '0', page: 2, per_page: 50 }, invite: true }],
  ['archives', { ids: [1, 2], archive: true, add: { sites: [] }, invite: false }],
])('a change of many people that %s is accepted', (_what, body) => {
  expect(faultsOf(body)).toEqual([]);
});

test.each<[string, object, string, string]>([
  ['names nobody', { invite: true }, 'ids', 'Choose at least one person.'],
  ['names people and a filter', { ids: [1], filter: {}, invite: true }, 'ids', 'Choose at least one person.'],
  ['has an empty list of people', { ids: [], invite: true }, 'ids', 'Choose at least one person.'],
  ['changes nothing', { ids: [1] }, 'add', 'Say what to change.'],
  ['has only empty lists', { ids: [1], add: { sites: [] }, remove: {}, invite: false }, 'add', 'Say what to change.'],
  ['archives and adds sites', { ids: [1], archive: true, add: { sites: [2] } }, 'archive', 'Archive people without changing anything else.'],
  ['archives and removes sites', { ids: [1], archive: true, remove: { sites: [2] } }, 'archive', 'Archive people without changing anything else.'],
  ['archives and invites', { ids: [1], archive: true, invite: true }, 'archive', 'Archive people without changing anything else.'],
  ['adds what it removes', { ids: [1], add: { sites: [2, 3] }, remove: { sites: [4, 3] } }, 'remove', 'The same cannot be added and removed.'],
])('a change of many people that %s is refused', (_what, body, field, message) => {
  expect(faultsOf(body)).toEqual([[field, message]]);
});

test('a person who is named twice is listed once, and an unknown filter is refused', () => {
  expect(bulkInput.parse({ ids: [2, 1, 2], invite: true }).ids).toEqual([2, 1]);
  expect(bulkInput.safeParse({ filter: { sites: 3 }, invite: true }).success).toBe(false);
});

test('a flag of the filter is a boolean or, as in a web address, the text "true", "1", "false" or "0"', () => {
  const archived = (value: unknown) => bulkInput.parse({ filter: { archived: value }, invite: true }).filter?.archived;
  expect([true, 'true', '1', false, 'false', '0', undefined].map(archived)).toEqual([true, true, true, false, false, false, undefined]);
  expect(bulkInput.safeParse({ filter: { archived: 'yes' }, invite: true }).success).toBe(false);
});

test('a changed list has the added links last, each of them once, and no removed links', () => {
  expect(changedLinks([1, 2, 3], [3, 4, 4], [2, 9])).toEqual({ added: [4], removed: [2], after: [1, 3, 4] });
  expect(changedLinks([1, 2])).toEqual({ added: [], removed: [], after: [1, 2] });
});
