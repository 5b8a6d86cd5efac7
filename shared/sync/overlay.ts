import { groupBy } from '../group-by.ts';
import { afterPick } from '../picking/complete-pick.ts';
import { pickedFacts } from '../picking/record-pick.ts';
import type { ArgsOf, MutationName } from './mutations.ts';
import { bagId, type Key, type Kind, kinds, type PickLineRow, type PickRow, type Row } from './rows.ts';

/** All rows of the floor by kind and key, as the server last sent them. */
export type Rows = { readonly [K in Kind]: ReadonlyMap<Key, Row<K>> };
type Draft = { [K in Kind]: LaidOver<Row<K>> };

/** The fields of a waiting mutation that the overlay needs. */
export type WaitingMutation = {
  [N in MutationName]: { m: string; n: N; a: ArgsOf<N>; actor: { id: number; name: string }; at: string };
}[MutationName];

/** What the screens show: the server's rows with the waiting mutations applied on top. */
export interface Floor {
  rows: Rows;
  /** The waiting mutations of each thing, oldest first; the keys come from `touchKey`. */
  waiting: ReadonlyMap<string, readonly string[]>;
}

export type TouchKind = 'pick' | 'pick_line' | 'order' | 'dispatch' | 'product' | 'bag' | 'outcome';
/** The key of a thing under which its waiting mutations are found. */
export const touchKey = (kind: TouchKind, id: Key): string => `${kind}:${id}`;

/** No rows at all: the state of a tablet before its first pull. */
export const noRows = (): Rows => Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Rows;

/** A map with a few changes on top of another: its cost depends on the number of changes, not on the size of the map. */
class LaidOver<Value> implements ReadonlyMap<Key, Value> {
  readonly under: ReadonlyMap<Key, Value>;
  readonly changed: Map<Key, Value>;
  readonly gone: Set<Key>;

  constructor(map: ReadonlyMap<Key, Value>) {
    const before = map instanceof LaidOver ? (map as LaidOver<Value>) : { under: map, changed: [], gone: [] };
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

  /** In the order of the map below; new entries come last. */
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

/** Derives something from a map once, and keeps it as long as the map exists. */
function madeOnce<Map extends object, Made>(make: (map: Map) => Made): (map: Map) => Made {
  const all = new WeakMap<Map, Made>();
  return (map) => {
    let made = all.get(map);
    if (made === undefined) {
      made = make(map);
      all.set(map, made);
    }
    return made;
  };
}

const underOf = <Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> => (map instanceof LaidOver ? (map as LaidOver<Value>).under : map);

const keysById = madeOnce((picks: Rows['pick']) => new Map([...picks].map(([key, { id }]) => [id, key])));

/** A pick by its own id. No waiting mutation gives an order another pick. */
export function pickById(rows: Pick<Rows, 'pick'>, pick_id: number): PickRow | undefined {
  const key = keysById(underOf(rows.pick)).get(pick_id);
  return key === undefined ? undefined : rows.pick.get(key);
}

const linesByPickOf = madeOnce((lines: Rows['pick_line']) => {
  const linesByPick = groupBy([...lines.values()], ({ pick_id }) => pick_id);
  for (const pickLines of linesByPick.values()) pickLines.sort((a, b) => a.id - b.id);
  return linesByPick;
});

/** The lines of a pick, in id order. No waiting mutation adds a line. */
export function linesOf(rows: Pick<Rows, 'pick_line'>, pick_id: number): readonly PickLineRow[] {
  const below = linesByPickOf(underOf(rows.pick_line)).get(pick_id) ?? [];
  return rows.pick_line instanceof LaidOver ? below.flatMap(({ id }) => rows.pick_line.get(id) ?? []) : below;
}

/** Changes rows of a copy; each kind is copied only when something in it changes. */
class Overlay {
  readonly #draft: Partial<Draft> = {};
  readonly #rows: Rows;
  readonly #waiting: Map<string, readonly string[]>;
  #current = '';

  constructor(floor: Floor) {
    this.#rows = floor.rows;
    this.#waiting = new Map(floor.waiting);
  }

  begin(m: string): void {
    this.#current = m;
  }

  read<K extends Kind>(kind: K): ReadonlyMap<Key, Row<K>> {
    return this.#draft[kind] ?? this.#rows[kind];
  }

  #write<K extends Kind>(kind: K): LaidOver<Row<K>> {
    const draft = this.#draft as { [P in K]?: LaidOver<Row<K>> };
    const copy = draft[kind] ?? new LaidOver(this.#rows[kind]);
    draft[kind] = copy;
    return copy;
  }

  put<K extends Kind>(kind: K, key: Key, row: Row<K>): void {
    this.#write(kind).set(key, row);
  }

  drop(kind: Kind, key: Key): void {
    this.#write(kind).delete(key);
  }

  touch(kind: TouchKind, id: Key): void {
    const key = touchKey(kind, id);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), this.#current]);
  }

  pick(pick_id: number): PickRow | undefined {
    return pickById({ pick: this.read('pick') }, pick_id);
  }

  lines(pick_id: number): readonly PickLineRow[] {
    return linesOf({ pick_line: this.read('pick_line') }, pick_id);
  }

  /** The pick with its lines disappears from the screens. */
  close(pick: PickRow): void {
    this.drop('pick', pick.uuid);
    for (const line of this.lines(pick.id)) this.drop('pick_line', line.id);
  }

  change(pick_id: number, change: (pick: PickRow) => Partial<PickRow> | 'gone'): void {
    this.touch('pick', pick_id);
    const pick = this.pick(pick_id);
    if (!pick) return;
    this.touch('order', pick.uuid);
    const to = change(pick);
    if (to === 'gone') this.close(pick);
    else this.put('pick', pick.uuid, { ...pick, ...to });
  }

  done(): Floor {
    return { rows: { ...this.#rows, ...this.#draft } as Rows, waiting: this.#waiting };
  }
}

type Reducers = { [N in MutationName]: (over: Overlay, mutation: Extract<WaitingMutation, { n: N }>) => void };

/** The effect of each mutation before the server has answered. A thing that no longer exists is left alone. */
const reducers: Reducers = {
  'pick.start': (over, { a, actor, at }) =>
    over.change(a.pick_id, (pick) => ({
      state: 'picking',
      picker: actor,
      started_at: pick.started_at ?? at,
      claimed_at: pick.picker?.id === actor.id ? pick.claimed_at : at,
      paused_at: null,
    })),

  'pick.record_line': (over, { a, actor, at }) => {
    over.touch('pick_line', a.pick_line_id);
    over.change(a.pick_id, () => ({}));
    const line = over.read('pick_line').get(a.pick_line_id);
    if (!line || line.product_id !== a.product_id) return;
    over.put('pick_line', line.id, { ...line, ...pickedFacts(line, a), picked_by: actor.id, picked_at: at });
  },

  'pick.pause': (over, { a, at }) => over.change(a.pick_id, (pick) => ({ state: 'paused', paused_at: pick.paused_at ?? at })),
  'pick.resume': (over, { a }) => over.change(a.pick_id, () => ({ state: 'picking', paused_at: null })),
  'pick.handover': (over, { a, actor, at }) =>
    over.change(a.pick_id, () => ({
      state: 'released',
      picker: null,
      claimed_at: null,
      paused_at: null,
      handed_over: { name: actor.name, at },
    })),
  'pick.assign_tote': (over, { a }) => over.change(a.pick_id, () => ({ tote: a.tote })),
  'pick.send_back': (over, { a }) => over.change(a.pick_id, () => 'gone'),

  'pick.complete': (over, { a, at }) =>
    over.change(a.pick_id, (pick) => {
      const next = afterPick(over.lines(pick.id), pick.wearer_count);
      if (next === 'closed' || (next === 'booked' && pick.skip_dispatch)) return 'gone';
      return { state: next, picked_at: at, booked_at: next === 'booked' ? at : null };
    }),

  'prep.tick_line': (over, { a, at }) => {
    over.touch('pick_line', a.pick_line_id);
    over.change(a.pick_id, () => ({}));
    const line = over.read('pick_line').get(a.pick_line_id);
    if (line) over.put('pick_line', line.id, { ...line, prep_ticked_at: a.ticked ? at : null });
  },

  'prep.complete': (over, { a, at }) => over.change(a.pick_id, (pick) => (pick.skip_dispatch ? 'gone' : { state: 'booked', booked_at: at })),

  'dispatch.request': (over, { a }) => {
    for (const { uuid } of a.orders) {
      const pick = over.read('pick').get(uuid);
      if (pick) over.change(pick.id, () => ({ state: 'awaiting_courier' }));
      else over.touch('order', uuid);
    }
  },

  'dispatch.edit': (over, { a: { dispatch_id, ...fields } }) => {
    over.touch('dispatch', dispatch_id);
    const dispatch = over.read('dispatch').get(dispatch_id);
    if (!dispatch) return;
    const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    over.put('dispatch', dispatch_id, { ...dispatch, ...named });
  },

  'dispatch.set_tracking': (over, { a }) => {
    over.touch('dispatch', a.dispatch_id);
    const dispatch = over.read('dispatch').get(a.dispatch_id);
    if (!dispatch) return;
    over.put('dispatch', a.dispatch_id, { ...dispatch, tracking_number: a.tracking_number, consignment_number: a.consignment_number });
  },

  'stock.request_count': (over, { a }) => {
    over.touch('product', a.product_id);
    if (a.pick_line_id) over.touch('pick_line', a.pick_line_id);
  },

  'print.request': (over, { a, at }) => {
    // Printing changes nothing of an order or a dispatch.
    if (a.what !== 'bag_label') return;
    const id = bagId(a.pick_id, a.employee_id);
    over.touch('bag', id);
    over.put('bag', id, { id, pick_id: a.pick_id, employee_id: a.employee_id, label_printed_at: at });
  },

  'outcome.resolve': (over, { a }) => over.touch('outcome', a.m),
};

/** Applies waiting mutations on top of a floor, in the order in which they were made. Neither the floor nor its rows are changed. */
export function layOver(floor: Floor, mutations: readonly WaitingMutation[]): Floor {
  if (mutations.length === 0) return floor;
  const over = new Overlay(floor);
  for (const mutation of mutations) {
    over.begin(mutation.m);
    (reducers[mutation.n] as (over: Overlay, mutation: WaitingMutation) => void)(over, mutation);
  }
  return over.done();
}
