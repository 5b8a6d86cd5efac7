import { groupBy } from '../../shared/group-by.ts';
import type { Item } from './client.ts';

/** An item of the office's list with what belongs to its decision: refusals that follow from it, and items that go back because of it. */
export type FoldedItem = Item & { members: readonly Item[] };

/** The items of a page, each decision once. What belongs to a decision that is not on the page stands by itself. */
export function foldGroups(items: readonly Item[]): FoldedItem[] {
  const decisions = new Set(items.flatMap(({ m, group }) => (group === m ? m : [])));
  const groups = groupBy(items, ({ m, group }) => (group !== null && decisions.has(group) ? group : m));
  return [...groups].flatMap(([name, of]) => {
    const members = of.filter(({ m }) => m !== name);
    return of.flatMap((item) => (item.m === name ? { ...item, members } : []));
  });
}
