import { groupBy } from '../../shared/group-by.ts';
import { noRows, type SyncRows } from '../../shared/sync/floor.ts';
import { type Key, type Kind, keyOf, kinds, type SyncRow } from '../../shared/sync/rows.ts';
import type { Cursor, LastMutations, LoosePatch, ReadAnswer } from '../../shared/sync/wire.ts';
import type { CachedRow, CacheStore, CacheTables, Meta, RowsAhead } from './store.ts';

type Position = Extract<Meta, { k: 'position' }>;
type Staging = Extract<Meta, { k: 'staging' }>;

const start: Position = { k: 'position', cursor: null, lm: {}, rev: 0, synced_at: null };

/** The state of the cache, and where the next pull continues. */
export interface CacheState {
  /** The cursor of the next request. During a pull of several pages, it leads to the next page; otherwise it is the committed cursor. */
  cursor: Cursor | null;
  is_paging: boolean;
  lm: LastMutations;
  rev: number;
}

/** A row that was added, changed or removed. `row` is null if it was removed. */
export interface Change {
  kind: Kind;
  key: Key;
  row: Record<string, unknown> | null;
}

/** The rows of the cache, or their changes since a known revision. `lm` has, for each client, the last mutation that the rows contain. */
export interface CachedRows {
  rev: number;
  lm: LastMutations;
  synced_at: string | null;
  /** The epoch of the server's database from which the rows come; null before the first pull. */
  epoch: string | null;
  /** All rows; null if only `changes` are returned. */
  rows: SyncRows | null;
  changes: readonly Change[];
}

/** The number of recent pulls whose changes stay in memory. A reader that last read before these pulls gets only the changes. */
const REMEMBERED = 20;

/** The effect of a pull: `stale` means that the cursor of the request was no longer the current one, so no rows were changed. */
export type Applied = { did: 'stale' } | { did: 'staged' } | { did: 'committed'; rev: number; lm: LastMutations };

/** The rows that the server last sent. The cache can be deleted at any time. */
export class Cache {
  readonly #store: CacheStore;
  /** The changes that this tab recently applied, by their new `rev`. A reader that knows the earlier rows need not read all rows again. */
  #taken = new Map<number, readonly Change[]>();

  /** The rows that were read ahead. The first call of `rows` gets them. */
  #rowsAhead: Promise<RowsAhead | null> | null;

  constructor(store: CacheStore, rowsAhead: Promise<RowsAhead | null> | null = null) {
    this.#store = store;
    this.#rowsAhead = rowsAhead;
  }

  standing(): Promise<CacheState> {
    return this.#store.read(async (t) => {
      const [position, staging] = await Promise.all([positionOf(t), stagingOf(t)]);
      return { cursor: staging?.cursor ?? position.cursor, is_paging: staging !== undefined, lm: position.lm, rev: position.rev };
    });
  }

  /** Reads the rows and their last mutations in one transaction. If all changes since `rev` are known, returns these changes instead of the rows. */
  async rows(rev: number | null): Promise<CachedRows> {
    const rowsAhead = await this.#rowsAhead;
    this.#rowsAhead = null;
    return await this.#store.read(async (t) => {
      const { lm, synced_at, cursor, ...position } = await positionOf(t);
      const cachedPosition = { rev: position.rev, lm, synced_at, epoch: cursor?.epoch ?? null };
      const changes = rev === null ? null : this.#changesFrom(rev, position.rev);
      if (changes) return { ...cachedPosition, rows: null, changes };
      // Every change of a row increments `rev`, so rows that were read at the same `rev` are current.
      const cached = rowsAhead?.rev === position.rev ? rowsAhead.rows : await t.rows.all();
      return { ...cachedPosition, rows: sortOut(cached), changes: [] };
    });
  }

  /** All changes after `rev`, up to `to`; null if another tab applied any of them, or if they are no longer in memory. */
  #changesFrom(rev: number, to: number): Change[] | null {
    if (to < rev) return null;
    const all: Change[] = [];
    for (let each = rev + 1; each <= to; each++) {
      const changes = this.#taken.get(each);
      if (!changes) return null;
      all.push(...changes);
    }
    return all;
  }

  /** Applies the rows of a response, if `request`, the cursor that was sent, is still the current cursor. */
  async apply(request: Cursor | null, answer: ReadAnswer, synced_at: string): Promise<Applied> {
    const { applied, changes } = await this.#apply(request, answer, synced_at);
    if (applied.did !== 'committed') return applied;
    if (!changes) this.#taken.clear();
    else if (changes.length > 0) this.#taken.set(applied.rev, changes);
    for (const rev of this.#taken.keys()) if (rev <= applied.rev - REMEMBERED) this.#taken.delete(rev);
    return applied;
  }

  /** `changes` is null if all rows were replaced. */
  #apply(request: Cursor | null, answer: ReadAnswer, synced_at: string): Promise<{ applied: Applied; changes: readonly Change[] | null }> {
    return this.#store.write(async (t): Promise<{ applied: Applied; changes: readonly Change[] | null }> => {
      const [position, staging] = await Promise.all([positionOf(t), stagingOf(t)]);
      if (!answer.cursor || !isSame(request, staging?.cursor ?? position.cursor)) return { applied: { did: 'stale' }, changes: [] };

      const goesOn =
        staging !== undefined && (!answer.full || (staging.full && staging.epoch === answer.cursor.epoch && staging.v0 === answer.cursor.v));
      if (!goesOn) await t.staged.clear();
      if (answer.more) {
        const pages = goesOn ? await t.staged.all() : [];
        await t.staged.put([{ i: pages.length, patch: answer.patch }]);
        const first = goesOn ? staging : { k: 'staging' as const, full: answer.full, epoch: answer.cursor.epoch, v0: answer.cursor.v };
        await t.meta.put([{ ...first, cursor: answer.cursor }]);
        return { applied: { did: 'staged' }, changes: [] };
      }

      const isFull = goesOn ? staging.full : answer.full;
      const pages = goesOn ? (await t.staged.all()).map(({ patch }) => patch) : [];
      if (isFull) await t.rows.clear();
      const changes: Change[] = [];
      for (const patch of [...pages, answer.patch]) changes.push(...(await applyPatch(t, patch)));
      await t.staged.clear();
      await t.meta.delete(['staging']);

      const isSameEpoch = position.cursor?.epoch === answer.cursor.epoch;
      const lm = isSameEpoch ? later(position.lm, answer.lm) : answer.lm;
      const rev = isFull || changes.length > 0 ? position.rev + 1 : position.rev;
      await t.meta.put([{ k: 'position', cursor: answer.cursor, lm, rev, synced_at }]);
      return { applied: { did: 'committed', rev, lm }, changes: isFull ? null : changes };
    });
  }
}

const positionOf = async (t: CacheTables): Promise<Position> => ((await t.meta.get('position')) as Position | undefined) ?? start;
const stagingOf = async (t: CacheTables): Promise<Staging | undefined> => (await t.meta.get('staging')) as Staging | undefined;
const isSame = (a: Cursor | null, b: Cursor | null): boolean => JSON.stringify(a) === JSON.stringify(b);

function later(before: LastMutations, answeredAt: LastMutations): LastMutations {
  const lm = { ...before };
  for (const [c, s] of Object.entries(answeredAt)) lm[c] = Math.max(s, lm[c] ?? 0);
  return lm;
}

/** If a patch has more rows of a kind than this, the rows are not compared with the cached rows first. */
const COMPARED = 100;

const isKind = (kind: string): kind is Kind => (kinds as string[]).includes(kind);
const ofPick = new Set<string>(['pick_line', 'prep_order', 'bag']);

/** The key of a row from the server; undefined if it is not a valid key. */
function keyIn(kind: Kind, row: Record<string, unknown>): Key | undefined {
  const key: unknown = keyOf(kind, row as never);
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

/** Puts and deletes rows, and returns the changes. If rows are compared, a row that the server sends again unchanged is not a change. */
async function applyPatch(t: CacheTables, patch: LoosePatch): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [kind, { put: changedRows, del }] of Object.entries(patch)) {
    if (!isKind(kind)) continue;
    if (kind === 'pick') changes.push(...(await deletePicks(t, changedRows, del)));
    const before = changedRows.length <= COMPARED ? await Promise.all(changedRows.map((row) => t.rows.get([kind, keyIn(kind, row) ?? '']))) : [];
    const rows: CachedRow[] = [];
    for (const [i, row] of changedRows.entries()) {
      const key = keyIn(kind, row);
      const isSame = before[i] !== undefined && JSON.stringify(before[i].row) === JSON.stringify(row);
      if (key !== undefined && !isSame) rows.push({ kind, key, pick_id: ofPick.has(kind) ? Number(row.pick_id) : null, row });
    }
    await t.rows.delete(del.map((key): [string, Key] => [kind, key]));
    await t.rows.put(rows);
    changes.push(...del.map((key) => ({ kind, key, row: null })), ...rows.map(({ key, row }) => ({ kind, key, row })));
  }
  return changes;
}

/** Deletes the rows of picks that are over, because their order has left the floor or another pick of the order has replaced them. */
async function deletePicks(t: CacheTables, changedRows: LoosePatch[string]['put'], del: readonly Key[]): Promise<Change[]> {
  const next = new Map(changedRows.map((row) => [row.uuid, row.id]));
  const dropped: Change[] = [];
  for (const uuid of [...del, ...changedRows.map((row) => row.uuid as Key)]) {
    const before = await t.rows.get(['pick', uuid]);
    if (!before || before.row.id === next.get(uuid)) continue;
    const children = await t.rows.ofPick(Number(before.row.id));
    await t.rows.delete(children.map((child): [string, Key] => [child.kind, child.key]));
    for (const { kind, key } of children) if (isKind(kind)) dropped.push({ kind, key, row: null });
  }
  return dropped;
}

type Sorted = { [K in Kind]: Map<Key, SyncRow<K>> };

/** Compares two rows of one kind by key. The keys of a kind are all numbers or all texts, and no two of them are equal. */
const inKeyOrder = ([a]: [Key, unknown], [b]: [Key, unknown]): number => (a < b ? -1 : 1);

/** Returns the rows with `changes` applied, in key order. Kinds and rows without a change stay the same objects. */
export function changedRows(before: SyncRows, changes: readonly Change[]): SyncRows {
  const rows = { ...before } as { [K in Kind]: ReadonlyMap<Key, unknown> };
  for (const [kind, ofKind] of groupBy(changes, (change) => change.kind)) {
    const copy = new Map(rows[kind]);
    let isNew = false;
    for (const { key, row } of ofKind) {
      isNew ||= row !== null && !copy.has(key);
      if (row) copy.set(key, row);
      else copy.delete(key);
    }
    rows[kind] = isNew ? new Map([...copy].sort(inKeyOrder)) : copy;
  }
  return rows as SyncRows;
}

function sortOut(cached: readonly CachedRow[]): SyncRows {
  const rows = noRows() as Sorted;
  for (const { kind, key, row } of cached) if (isKind(kind)) (rows[kind] as Map<Key, unknown>).set(key, row);
  return rows;
}
