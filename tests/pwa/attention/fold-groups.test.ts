import { expect, test } from 'vitest';
import type { Item } from '../../../pwa/attention/client.ts';
import { foldGroups } from '../../../pwa/attention/fold-groups.ts';
import { membersText } from '../../../pwa/attention/office-words.ts';

const itemOf = (m: string, group: string | null, change: Partial<Item> = {}): Item => ({ kind: 'outcome', m, group, qty: null, ...change }) as Item;
const taskOf = (m: string, group: string | null, qty: number): Item => itemOf(m, group, { kind: 'shelf_task', qty });
const shown = (items: readonly Item[]): string[][] => foldGroups(items).map(({ m, members }) => [m, ...members.map((one) => one.m)]);

test('a refusal, the actions that depend on the refusal and the items that go back because of it are one row', () => {
  const items = [itemOf('a', 'a'), itemOf('b', 'a'), taskOf('shelf:1', 'a', 2), itemOf('c', 'c'), taskOf('shelf:2', null, 1)];
  expect(shown(items)).toEqual([['a', 'b', 'shelf:1'], ['c'], ['shelf:2']]);
  expect(foldGroups(items).map(({ members }) => membersText(members))).toEqual(['1 later change, 2 items to put back', '', '']);
});

test('an action is a separate row if the refusal that it depends on is not on the page', () => {
  expect(shown([itemOf('b', 'a'), taskOf('shelf:1', 'a', 2), itemOf('c', 'b')])).toEqual([['b'], ['shelf:1'], ['c']]);
});
