import type { Key } from './rows.ts';

/**
 * A map with a few changes on top of another map. Its memory and its creation time depend on the number of changes, not on the size of the map
 * beneath.
 */
export class OverlayMap<Value> implements ReadonlyMap<Key, Value> {
  readonly under: ReadonlyMap<Key, Value>;
  readonly changed: Map<Key, Value>;
  readonly gone: Set<Key>;

  constructor(map: ReadonlyMap<Key, Value>) {
    const before = map instanceof OverlayMap ? (map as OverlayMap<Value>) : { under: map, changed: [], gone: [] };
    this.under = before.under;
    this.changed = new Map(before.changed);
    this.gone = new Set(before.gone);
  }

  get(key: Key): Value | undefined {
    if (this.gone.has(key)) return undefined;
    return this.changed.get(key) ?? this.under.get(key);
  }

  has(key: Key): boolean {
    return !this.gone.has(key) && (this.changed.has(key) || this.under.has(key));
  }

  set(key: Key, value: Value): void {
    this.gone.delete(key);
    this.changed.set(key, value);
  }

  delete(key: Key): void {
    this.changed.delete(key);
    if (this.under.has(key)) this.gone.add(key);
  }

  get size(): number {
    let more = 0;
    for (const key of this.changed.keys()) if (!this.under.has(key)) more += 1;
    return this.under.size - this.gone.size + more;
  }

  /** The entries in the order of the underlying map; new entries come last. */
  *entries(): Generator<[Key, Value], undefined> {
    for (const [key, value] of this.under) if (!this.gone.has(key)) yield [key, this.changed.get(key) ?? value];
    for (const entry of this.changed) if (!this.under.has(entry[0])) yield entry;
  }

  [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries();
  }

  *keys(): Generator<Key, undefined> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(act: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) act(value, key, this);
  }
}
