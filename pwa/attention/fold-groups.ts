import { groupBy } from '../../shared/group-by.ts';
import type { Item } from './client.ts';

/** An item of the office's list with its `members`: refusals that follow from its decision, and goods that go back because of that decision. */
export type FoldedItem = Item & { members: readonly Item[] };

/** Groups the items of a page by their decision. An item whose decision is not on the page is shown by itself. */
export function foldGroups(items: readonly Item[]): FoldedItem[] {
  const decisions = new Set(items.flatMap(({ m, group }) => (group === m ? m : [])));
  const groups = groupBy(items, ({ m, group }) => (group !== null && decisions.has(group) ? group : m));
  return [...groups].flatMap(([name, of]) => {
    const members = of.filter(({ m }) => m !== name);
    return of.flatMap((item) => (item.m === name ? { ...item, members } : []));
  });
}
