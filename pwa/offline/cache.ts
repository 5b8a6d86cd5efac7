import type { Rows } from '../../shared/sync/overlay.ts';
import { noRows } from '../../shared/sync/overlay.ts';
import { type Key, type Kind, kinds, type Row } from '../../shared/sync/rows.ts';
import type { Cursor, LastMutations, LoosePatch, ReadAnswer } from '../../shared/sync/wire.ts';
import type { CachedRow, CacheStore, CacheTables, Meta } from './store.ts';

type Position = Extract<Meta, { k: 'position' }>;
type Staging = Extract<Meta, { k: 'staging' }>;

const start: Position = { k: 'position', cursor: null, lm: {}, rev: 0, synced_at: null };

/** Where the cache stands, and where a pull has to go on. */
export interface Standing {
  /** The cursor to send: of the next page while pages are on their way, else the committed one. */
  cursor: Cursor | null;
  is_paging: boolean;
  lm: LastMutations;
  rev: number;
}

/** What an answer did: `stale` means that its cursor was no longer the current one and nothing was touched. */
export type Applied = { did: 'stale' } | { did: 'staged' } | { did: 'committed'; rev: number; lm: LastMutations };

/** What the server last sent. It can be thrown away at any time. */
export class Cache {
  readonly #store: CacheStore;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  standing(): Promise<Standing> {
    return this.#store.read(async (t) => {
      const [position, staging] = await Promise.all([positionOf(t), stagingOf(t)]);
      return { cursor: staging?.cursor ?? position.cursor, is_paging: staging !== undefined, lm: position.lm, rev: position.rev };
    });
  }

  /** The rows and the last mutations they contain, read together; the rows only where they are others than of `rev`. */
  rows(rev: number | null): Promise<{ rev: number; lm: LastMutations; synced_at: string | null; rows: Rows | null }> {
    return this.#store.read(async (t) => {
      const position = await positionOf(t);
      const rows = position.rev === rev ? null : sortOut(await t.rows.all());
      return { rev: position.rev, lm: position.lm, synced_at: position.synced_at, rows };
    });
  }

  /** Takes the pull of an answer over, where it still answers the question that is asked now. */
  apply(asked: Cursor | null, answer: ReadAnswer, synced_at: string): Promise<Applied> {
    return this.#store.write(async (t): Promise<Applied> => {
      const [position, staging] = await Promise.all([positionOf(t), stagingOf(t)]);
      if (!answer.cursor || !isSame(asked, staging?.cursor ?? position.cursor)) return { did: 'stale' };

      const goesOn =
        staging !== undefined && (!answer.full || (staging.full && staging.epoch === answer.cursor.epoch && staging.v0 === answer.cursor.v));
      if (!goesOn) await t.staged.clear();
      if (answer.more) {
        const pages = goesOn ? await t.staged.all() : [];
        await t.staged.put([{ i: pages.length, patch: answer.patch }]);
        const first = goesOn ? staging : { k: 'staging' as const, full: answer.full, epoch: answer.cursor.epoch, v0: answer.cursor.v };
        await t.meta.put([{ ...first, cursor: answer.cursor }]);
        return { did: 'staged' };
      }

      const isFull = goesOn ? staging.full : answer.full;
      const pages = goesOn ? (await t.staged.all()).map(({ patch }) => patch) : [];
      if (isFull) await t.rows.clear();
      let isOther = isFull;
      for (const patch of [...pages, answer.patch]) if (await applyPatch(t, patch)) isOther = true;
      await t.staged.clear();
      await t.meta.delete(['staging']);

      const isSameEpoch = position.cursor?.epoch === answer.cursor.epoch;
      const lm = isSameEpoch ? later(position.lm, answer.lm) : answer.lm;
      const rev = isOther ? position.rev + 1 : position.rev;
      await t.meta.put([{ k: 'position', cursor: answer.cursor, lm, rev, synced_at }]);
      return { did: 'committed', rev, lm };
    });
  }
}

const positionOf = async (t: CacheTables): Promise<Position> => ((await t.meta.get('position')) as Position | undefined) ?? start;
const stagingOf = async (t: CacheTables): Promise<Staging | undefined> => (await t.meta.get('staging')) as Staging | undefined;
const isSame = (a: Cursor | null, b: Cursor | null): boolean => JSON.stringify(a) === JSON.stringify(b);

function later(known: LastMutations, told: LastMutations): LastMutations {
  const lm = { ...known };
  for (const [c, s] of Object.entries(told)) lm[c] = Math.max(s, lm[c] ?? 0);
  return lm;
}

/** Patches of more rows than this are taken without asking whether they say anything new. */
const COMPARED = 100;

const isKind = (kind: string): kind is Kind => (kinds as string[]).includes(kind);
const ofPick = new Set<string>(['pick_line', 'prep_order', 'bag']);

/** The key of a row that came from the server; undefined where it cannot be one of ours. */
function keyIn(kind: Kind, row: Record<string, unknown>): Key | undefined {
  const key = kind === 'pick' ? row.uuid : kind === 'prep_order' ? row.pick_id : kind === 'shipping_service' ? row.service_key : row.id;
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

/** Puts and deletes; true where anything is other than before. A server may send again what it has sent: that is no change. */
async function applyPatch(t: CacheTables, patch: LoosePatch): Promise<boolean> {
  let isOther = false;
  for (const [kind, { put, del }] of Object.entries(patch)) {
    if (!isKind(kind)) continue;
    if (kind === 'pick') await dropRounds(t, put, del);
    const before = put.length <= COMPARED ? await Promise.all(put.map((row) => t.rows.get([kind, keyIn(kind, row) ?? '']))) : [];
    const rows: CachedRow[] = [];
    for (const [i, row] of put.entries()) {
      const key = keyIn(kind, row);
      const isSame = before[i] !== undefined && JSON.stringify(before[i].row) === JSON.stringify(row);
      if (key !== undefined && !isSame) rows.push({ kind, key, pick_id: ofPick.has(kind) ? Number(row.pick_id) : null, row });
    }
    await t.rows.delete(del.map((key): [string, Key] => [kind, key]));
    await t.rows.put(rows);
    if (rows.length + del.length > 0) isOther = true;
  }
  return isOther;
}

/** An order that left takes its round's rows with it; so does a round that another one of the same order replaces. */
async function dropRounds(t: CacheTables, put: LoosePatch[string]['put'], del: readonly Key[]): Promise<void> {
  const next = new Map(put.map((row) => [row.uuid, row.id]));
  for (const uuid of [...del, ...put.map((row) => row.uuid as Key)]) {
    const before = await t.rows.get(['pick', uuid]);
    if (!before || before.row.id === next.get(uuid)) continue;
    const children = await t.rows.ofPick(Number(before.row.id));
    await t.rows.delete(children.map((child): [string, Key] => [child.kind, child.key]));
  }
}

function sortOut(cached: readonly CachedRow[]): Rows {
  const rows = noRows() as { [K in Kind]: Map<Key, Row<K>> };
  for (const { kind, key, row } of cached) if (isKind(kind)) (rows[kind] as Map<Key, unknown>).set(key, row);
  return rows;
}
