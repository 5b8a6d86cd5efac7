import type { SyncRows } from '../../shared/sync/floor.ts';

const places = new WeakMap<SyncRows['style'], Map<string, number>>();

/** The place of each SKU among those of its style, as far as this tablet knows; made once for a set of rows. */
export function sizePlaces({ style }: Pick<SyncRows, 'style'>): ReadonlyMap<string, number> {
  const before = places.get(style);
  if (before) return before;
  const made = new Map<string, number>();
  for (const { colours } of style.values()) for (const { skus } of colours) for (const [place, [sku]] of skus.entries()) made.set(sku, place);
  places.set(style, made);
  return made;
}
