import { type Floor, linesOf, pickById, type SyncRows, type TouchKind, touchKey } from './floor.ts';
import { OverlayMap } from './overlay-map.ts';
import type { Key, Kind, PickLineRow, PickRow, SyncRow } from './rows.ts';

type Draft = { [K in Kind]: OverlayMap<SyncRow<K>> };

/** Changes rows of a copy of the floor; each kind is copied only when something in it changes. */
export class Overlay {
  readonly #draft: Partial<Draft> = {};
  readonly #rows: SyncRows;
  /** The tablet on which the mutations were made. */
  readonly device: string;
  readonly #waiting: Map<string, readonly string[]>;
  #current = '';

  constructor(floor: Floor, device: string) {
    this.#rows = floor.rows;
    this.device = device;
    this.#waiting = new Map(floor.waiting);
  }

  /** Begins a mutation: all records that are touched from now on wait for it. */
  begin(m: string): void {
    this.#current = m;
  }

  read<K extends Kind>(kind: K): ReadonlyMap<Key, SyncRow<K>> {
    return this.#draft[kind] ?? this.#rows[kind];
  }

  #write<K extends Kind>(kind: K): OverlayMap<SyncRow<K>> {
    const draft = this.#draft as { [P in K]?: OverlayMap<SyncRow<K>> };
    const copy = draft[kind] ?? new OverlayMap(this.#rows[kind]);
    draft[kind] = copy;
    return copy;
  }

  put<K extends Kind>(kind: K, key: Key, row: SyncRow<K>): void {
    this.#write(kind).set(key, row);
  }

  remove(kind: Kind, key: Key): void {
    this.#write(kind).delete(key);
  }

  /** Marks a record as waiting for the mutation that is being applied. */
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

  #close(pick: PickRow): void {
    this.remove('pick', pick.uuid);
    for (const line of this.lines(pick.id)) this.remove('pick_line', line.id);
  }

  /** Changes a pick, or removes it; does nothing if the pick no longer exists. */
  changePick(pick_id: number, change: (pick: PickRow) => Partial<PickRow> | 'gone'): void {
    this.touch('pick', pick_id);
    const pick = this.pick(pick_id);
    if (!pick) return;
    this.touch('order', pick.uuid);
    const to = change(pick);
    if (to === 'gone') this.#close(pick);
    else this.put('pick', pick.uuid, { ...pick, ...to });
  }

  /** The floor with all changes. */
  toFloor(): Floor {
    return { rows: { ...this.#rows, ...this.#draft } as SyncRows, waiting: this.#waiting };
  }
}
