import type { SyncRows } from '../../shared/sync/floor.ts';

const places = new WeakMap<SyncRows['style'], Map<string, number>>();

/** The position of each SKU among the sizes of its style, as far as this tablet knows them. Computed only once for the same rows. */
export function sizePlaces({ style }: Pick<SyncRows, 'style'>): ReadonlyMap<string, number> {
  const before = places.get(style);
  if (before) return before;
  const made = new Map<string, number>();
  for (const { colours } of style.values()) for (const { skus } of colours) for (const [place, [sku]] of skus.entries()) made.set(sku, place);
  places.set(style, made);
  return made;
}
