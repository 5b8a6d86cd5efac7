import type { EditedProduct, Variation } from './client.ts';

/** The variations of a style in one colour. */
export interface ColourGroup {
  /** Null if the variations have no colour. */
  name: string | null;
  hex: string | null;
  variations: Variation[];
}

/** The colours of a style in the sequence of its variations. */
export function coloursOf(variations: readonly Variation[]): ColourGroup[] {
  const groups = new Map<string | null, ColourGroup>();
  for (const one of variations) {
    const { variation_colour: name } = one.attributes;
    const group = groups.get(name) ?? { name, hex: one.colour_hex, variations: [] };
    group.hex ??= one.colour_hex;
    group.variations.push(one);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** How many pictures a style shows: its own, and those of its colours. */
export const picturesOf = ({ media, children = [] }: Pick<EditedProduct, 'media' | 'children'>): number =>
  new Set([...media, ...children.flatMap((one) => one.media[0] ?? [])].map(({ url }) => url)).size;
