import { expect, test } from 'vitest';
import { foundGroups } from '../../../pwa/search/found-groups.ts';
import { type Hit, namedHits, rankGroups } from '../../../pwa/search/hit.ts';
import { keyNamesOf } from '../../../pwa/search/key-names.ts';

const hit = (name: string, code?: string): Hit => ({ key: name, icon: 'file', name, ...(code && { code }) });
const headings = (groups: { heading: string }[]): string[] => groups.map(({ heading }) => heading);

test('groups with a row that begins with the typed text come first, the others keep their sequence, and empty groups are left out', () => {
  const groups = [
    { heading: 'Order', hits: [hit('Harbour Care', '00147')] },
    { heading: 'Wearer', hits: [] },
    { heading: 'SKU', hits: [hit('Vest', '147-ORG')] },
    { heading: 'Go to', hits: [hit('Harbours')] },
  ];
  expect(headings(rankGroups(groups, [], '147'))).toEqual(['Order', 'SKU', 'Go to']);
  expect(headings(rankGroups(groups, [], '147-'))).toEqual(['SKU', 'Order', 'Go to']);
  expect(headings(rankGroups(groups, [], 'harbours'))).toEqual(['Go to', 'Order', 'SKU']);
});

test('an action or a screen with the typed words as whole words comes before records that begin with them', () => {
  const site = { heading: 'Site', hits: [hit('Newcastle Team Valley')] };
  const actions = { heading: 'Do', hits: [hit('Create New Order')] };
  expect(headings(rankGroups([site], [actions], 'new'))).toEqual(['Do', 'Site']);
  expect(headings(rankGroups([site], [actions], 'ne'))).toEqual(['Site', 'Do']);
  // A record whose name has the whole word keeps its place among the records.
  expect(headings(rankGroups([{ heading: 'Product', hits: [hit('Hold-all')] }, site], [], 'new'))).toEqual(['Site', 'Product']);
});

test('a hyphen in a typed word or in a name makes no difference', () => {
  const all = [hit('Reorder'), hit('Un-Allocate'), hit('Orders')];
  expect(namedHits(all, 're-order', 5).map(({ name }) => name)).toEqual(['Reorder']);
  expect(namedHits(all, 'unallocate', 5).map(({ name }) => name)).toEqual(['Un-Allocate']);
  expect(namedHits(all, 'allocate', 5).map(({ name }) => name)).toEqual(['Un-Allocate']);
});

test('actions and screens are found by the beginnings of their words, those that begin with the text first', () => {
  const all = [hit('Create New Order'), hit('Orders'), hit('Purchase orders'), hit('Hold')];
  expect(namedHits(all, 'ord', 5).map(({ name }) => name)).toEqual(['Orders', 'Create New Order', 'Purchase orders']);
  expect(namedHits(all, 'ord', 2)).toHaveLength(2);
  expect(namedHits(all, 'rder', 5)).toEqual([]);
});

test('a kind with more rows than are shown ends with a row that opens its list with the search', () => {
  const none = { items: [], has_more: false };
  const accounts = [1, 2, 3, 4].map((id) => ({ id, name: `Client ${id}`, reference: `C${id}` }));
  const found = { orders: none, wearers: none, parcels: none, skus: none, products: none, purchase_orders: none, sites: none };
  const rows = (count: number, has_more: boolean) =>
    foundGroups({ ...found, accounts: { items: accounts.slice(0, count), has_more } }, 'a & b')
      .find(({ heading }) => heading === 'Account')
      ?.hits.map(({ to }) => to);
  expect(rows(3, false)).toEqual(['/admin/accounts/1/edit', '/admin/accounts/2/edit', '/admin/accounts/3/edit']);
  expect(rows(4, false)?.slice(3)).toEqual(['/admin/accounts#search=a%20%26%20b']);
  expect(rows(1, true)?.slice(1)).toEqual(['/admin/accounts#search=a%20%26%20b']);
});

test('the keys of a shortcut have the names that stand on a keyboard', () => {
  expect(keyNamesOf('Control+Enter')).toEqual(['Ctrl', 'Enter']);
  expect(keyNamesOf('ArrowRight')).toEqual(['→']);
  expect(keyNamesOf('ArrowLeft')).toEqual(['←']);
  expect(keyNamesOf('n')).toEqual(['N']);
  expect(keyNamesOf('Control+K Meta+K')).toEqual(['Ctrl', 'K']);
});
