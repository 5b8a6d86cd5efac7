import { groupBy } from '../group-by.ts';
import { OverlayMap } from './overlay-map.ts';
import { type Key, type Kind, kinds, type PickLineRow, type PickRow, type SyncRow } from './rows.ts';

/** All rows of the floor by kind and key. */
export type SyncRows = { readonly [K in Kind]: ReadonlyMap<Key, SyncRow<K>> };

/** What the screens show: the server's rows with the waiting mutations applied on top. */
export interface Floor {
  rows: SyncRows;
  /** The waiting mutations of each record, oldest first; the keys come from `touchKey`. */
  waiting: ReadonlyMap<string, readonly string[]>;
}

/** The kinds of records that a mutation can be about. */
export type TouchKind =
  | 'pick'
  | 'pick_line'
  | 'order'
  | 'dispatch'
  | 'product'
  | 'bag'
  | 'receipt'
  | 'purchase_order_line'
  | 'outcome'
  | 'collection';

/** The key of a record in `Floor.waiting`. */
export const touchKey = (kind: TouchKind, id: Key): string => `${kind}:${id}`;

/** No rows at all: the state of a tablet before its first pull. */
export const noRows = (): SyncRows => Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as SyncRows;

/** Computes a value from a map once, and caches it as long as the map exists. */
function derivedOnce<Map extends object, Made>(make: (map: Map) => Made): (map: Map) => Made {
  const all = new WeakMap<Map, Made>();
  return (map) => {
    let grouped = all.get(map);
    if (grouped === undefined) {
      grouped = make(map);
      all.set(map, grouped);
    }
    return grouped;
  };
}

const underOf = <Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> =>
  map instanceof OverlayMap ? (map as OverlayMap<Value>).under : map;

const keysById = derivedOnce((picks: SyncRows['pick']) => new Map([...picks].map(([key, { id }]) => [id, key])));

/** A pick by its id. The ids are indexed once for the server's rows, because no waiting mutation gives an order another pick. */
export function pickById(rows: Pick<SyncRows, 'pick'>, pick_id: number): PickRow | undefined {
  const key = keysById(underOf(rows.pick)).get(pick_id);
  return key === undefined ? undefined : rows.pick.get(key);
}

const linesByPickOf = derivedOnce((lines: SyncRows['pick_line']) => {
  const linesByPick = groupBy([...lines.values()], ({ pick_id }) => pick_id);
  for (const pickLines of linesByPick.values()) pickLines.sort((a, b) => a.id - b.id);
  return linesByPick;
});

/** The lines of a pick, in id order. They are grouped once for the server's rows, because no waiting mutation adds a line. */
export function linesOf(rows: Pick<SyncRows, 'pick_line'>, pick_id: number): readonly PickLineRow[] {
  const below = linesByPickOf(underOf(rows.pick_line)).get(pick_id) ?? [];
  return rows.pick_line instanceof OverlayMap ? below.flatMap(({ id }) => rows.pick_line.get(id) ?? []) : below;
}
