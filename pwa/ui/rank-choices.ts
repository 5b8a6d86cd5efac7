import { foldText } from '../../shared/folded.ts';

/** How well a choice fits the typed text: its label begins with the text, a word of the label does, the label contains it, or none of these. */
function rankOf(label: string, text: string): number {
  const at = label.indexOf(text);
  if (at === 0) return 0;
  if (at < 0) return 3;
  return new RegExp(`[^\\p{L}\\p{N}]${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'u').test(label) ? 1 : 2;
}

/** The choices by how well they fit what was typed; those that fit equally well stay in their order. */
export function rankChoices<Item>(items: readonly Item[], text: string, textOf: (item: Item) => string): readonly Item[] {
  const search = foldText(text.trim());
  if (!search) return items;
  const ranked = items.map((item) => ({ item, rank: rankOf(foldText(textOf(item)), search) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
