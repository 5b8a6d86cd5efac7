import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cache, changedRows } from '../../../pwa/offline/cache.ts';
import { noRows, type SyncRows } from '../../../shared/sync/floor.ts';
import type { Kind } from '../../../shared/sync/rows.ts';
import type { Cursor, LoosePatch, ReadAnswer } from '../../../shared/sync/wire.ts';
import { memoryCache } from './memory-store.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const cursorAt = (v: number): Cursor => ({ epoch: 'e', scope: 'floor', v });
const answerOf = (v: number, patch: LoosePatch, full = false): ReadAnswer => ({
  results: [],
  halt: null,
  cursor: cursorAt(v),
  full,
  more: false,
  patch,
  lm: {},
  outcomes: [],
  now: NOW,
});

const uuid = fc.constantFrom('a', 'b', 'c', 'd');
const id = fc.integer({ min: 1, max: 12 });
const patches: fc.Arbitrary<LoosePatch> = fc.record({
  pick: fc.record({
    put: fc.array(fc.record({ uuid, id: fc.integer({ min: 1, max: 6 }) }), { maxLength: 3 }),
    del: fc.array(uuid, { maxLength: 1 }),
  }),
  pick_line: fc.record({
    put: fc.array(fc.record({ id, pick_id: fc.integer({ min: 1, max: 6 }), qty_picked: fc.nat(3) }), { maxLength: 4 }),
    del: fc.array(id, { maxLength: 2 }),
  }),
  unheard_of: fc.constant({ put: [{ id: 1 }], del: [2] }),
});

test('rows updated in memory equal the rows that a new tab reads, in the same sequence; unchanged rows stay the same objects', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ patch: patches, isFull: fc.nat(9).map((n) => n === 0), isRead: fc.boolean() }), { maxLength: 12 }),
      async (answers) => {
        const store = memoryCache();
        const own = new Cache(store);
        let { rev, rows } = { ...(await own.rows(null)) };
        if (!rows) throw new Error('The first reading is of all rows.');
        for (const [v, { patch, isFull, isRead }] of answers.entries()) {
          const applied = await own.apply(v ? cursorAt(v) : null, answerOf(v + 1, patch, isFull), NOW);
          expect(applied.did).toBe('committed');
          if (!isRead) continue;
          const before = rows;
          const read = await own.rows(rev);
          rows = read.rows ?? changedRows(rows, read.changes);
          rev = read.rev;
          const all = (await new Cache(store).rows(null)).rows;
          for (const kind of ['pick', 'pick_line'] as const) {
            expect([...rows[kind]]).toEqual([...(all?.[kind] ?? [])]);
            if (read.rows) continue;
            const changed = new Set(read.changes.flatMap((change) => (change.kind === kind ? change.key : [])));
            for (const [key, row] of rows[kind]) if (!changed.has(key)) expect(row).toBe(before[kind].get(key));
          }
        }
      },
    ),
  );
});

test('after a full pull, or a pull by another tab, all rows are read again instead of only the changes', async () => {
  const store = memoryCache();
  const [own, other] = [new Cache(store), new Cache(store)];
  const line = (qty_picked: number): LoosePatch => ({ pick_line: { put: [{ id: 1, pick_id: 1, qty_picked }], del: [] } });
  await own.apply(null, answerOf(1, line(0), true), NOW);
  const first = await own.rows(null);
  await own.apply(cursorAt(1), answerOf(2, line(1)), NOW);
  expect(await own.rows(first.rev)).toMatchObject({ rows: null, changes: [{ kind: 'pick_line', key: 1, row: { qty_picked: 1 } }] });
  await other.apply(cursorAt(2), answerOf(3, line(2)), NOW);
  expect((await own.rows(first.rev)).rows?.pick_line.get(1)).toMatchObject({ qty_picked: 2 });
  const { rev } = await own.rows(null);
  await own.apply(cursorAt(3), answerOf(4, line(3), true), NOW);
  expect((await own.rows(rev)).rows?.pick_line.get(1)).toMatchObject({ qty_picked: 3 });
});

/** A cache with rows of a first full pull at version 1. */
async function fillCache(patch: LoosePatch, lm: Record<string, number> = {}) {
  const store = memoryCache();
  const cache = new Cache(store);
  await cache.apply(null, { ...answerOf(1, patch, true), lm }, NOW);
  const keys = async (kind: Kind) => [...((await new Cache(store).rows(null)).rows?.[kind].keys() ?? [])];
  return { store, cache, keys };
}
const lines = (...ids: number[]): LoosePatch => ({ pick_line: { put: ids.map((id) => ({ id, pick_id: 1 })), del: [] } });

describe('a pull', () => {
  test('finds an empty cache the first time: no cursor, no rows and no last action', async () => {
    const cache = new Cache(memoryCache());
    expect(await cache.standing()).toEqual({ cursor: null, is_paging: false, lm: {}, rev: 0 });
    expect(await cache.rows(null)).toMatchObject({ rev: 0, lm: {}, synced_at: null, epoch: null, changes: [] });
  });

  test.each<[string, Cursor | null, Partial<ReadAnswer>]>([
    ['to a request with an older cursor', cursorAt(0), {}],
    ['to the very first request', null, { full: true }],
    ['that has no cursor', cursorAt(1), { cursor: null }],
  ])('with an answer %s is not applied: rows, last actions and sync time stay as they are', async (_name, request, change) => {
    const { store, cache } = await fillCache(lines(1), { a: 3 });
    const before = [await cache.standing(), await new Cache(store).rows(null)];
    const answer = { ...answerOf(2, lines(1, 2)), lm: { a: 9 }, ...change };
    expect(await cache.apply(request, answer, '2026-11-21T09:05:00.000Z')).toEqual({ did: 'stale' });
    expect([await cache.standing(), await new Cache(store).rows(null)]).toEqual(before);
  });

  test('increases the number of the last action of a client id, and decreases this number only if the server was restored', async () => {
    const { cache } = await fillCache({}, { a: 3, b: 2 });
    expect(await cache.apply(cursorAt(1), { ...answerOf(2, {}), lm: { a: 2, b: 4, c: 1 } }, NOW)).toMatchObject({ lm: { a: 3, b: 4, c: 1 } });
    const restoredAnswer = { ...answerOf(2, {}, true), cursor: { ...cursorAt(2), epoch: 'f' }, lm: { a: 1 } };
    expect(await cache.apply(cursorAt(2), restoredAnswer, NOW)).toMatchObject({ lm: { a: 1 } });
    expect(await cache.standing()).toMatchObject({ lm: { a: 1 }, cursor: { epoch: 'f' } });
    expect((await cache.rows(null)).epoch).toBe('f');
  });

  test('stores only its time and its cursor if no row changed, so that the screens need not be drawn again', async () => {
    const { cache } = await fillCache(lines(1));
    const later = '2026-11-21T09:05:00.000Z';
    expect(await cache.apply(cursorAt(1), answerOf(2, lines(1)), later)).toEqual({ did: 'committed', rev: 1, lm: {} });
    expect(await cache.rows(1)).toMatchObject({ rev: 1, synced_at: later, rows: null, changes: [] });
    expect((await cache.standing()).cursor).toEqual(cursorAt(2));
    expect(await cache.apply(cursorAt(2), answerOf(3, lines(2)), later)).toMatchObject({ rev: 2 });
    expect(await cache.apply(cursorAt(3), answerOf(4, lines(2)), later)).toMatchObject({ rev: 2 });
    expect((await cache.rows(1)).changes).toMatchObject([{ key: 2 }]);
    expect(await cache.apply(cursorAt(4), answerOf(5, {}, true), later)).toMatchObject({ rev: 3 });
  });

  test('of more than a hundred rows is applied without comparing them with the stored rows', async () => {
    const { cache, keys } = await fillCache(lines(1));
    const many = Array.from({ length: 101 }, (_, i) => i + 1);
    await cache.apply(cursorAt(1), answerOf(2, lines(...many)), NOW);
    expect(await keys('pick_line')).toEqual(many);
    expect((await cache.rows(1)).changes).toHaveLength(101);
  });
});

describe('a pull in pages', () => {
  const page = (n: number, v = 1, epoch = 'e'): Cursor => ({ epoch, scope: 'floor', v, page: n });
  const pageOf = (cursor: Cursor, patch: LoosePatch): ReadAnswer => ({ ...answerOf(0, patch, true), cursor, more: true, lm: { a: 9 } });

  test('shows no row and counts no action until the last page replaces all rows', async () => {
    const { cache, keys } = await fillCache(lines(7), { a: 1 });
    expect(await cache.apply(cursorAt(1), pageOf(page(2, 5), lines(1)), NOW)).toEqual({ did: 'staged' });
    expect(await cache.apply(page(2, 5), pageOf(page(3, 5), lines(2)), NOW)).toEqual({ did: 'staged' });
    expect(await cache.standing()).toEqual({ cursor: page(3, 5), is_paging: true, lm: { a: 1 }, rev: 1 });
    expect(await keys('pick_line')).toEqual([7]);
    expect(await cache.apply(page(3, 5), { ...answerOf(6, lines(3)), lm: { a: 2 } }, NOW)).toEqual({ did: 'committed', rev: 2, lm: { a: 2 } });
    expect(await keys('pick_line')).toEqual([1, 2, 3]);
    expect(await cache.standing()).toEqual({ cursor: cursorAt(6), is_paging: false, lm: { a: 2 }, rev: 2 });
    expect((await cache.rows(1)).rows?.pick_line.size).toBe(3);
  });

  test.each<[string, Cursor]>([
    ['from a later state of the server', page(2, 8)],
    ['of another epoch', page(2, 5, 'f')],
  ])('begins again at a page %s, and the earlier pages are discarded', async (_name, first) => {
    const { cache, keys } = await fillCache(lines(7));
    await cache.apply(cursorAt(1), pageOf(page(2, 5), lines(1)), NOW);
    await cache.apply(page(2, 5), pageOf(page(3, 5), lines(4)), NOW);
    await cache.apply(page(3, 5), pageOf(first, lines(2)), NOW);
    await cache.apply(first, { ...answerOf(9, lines(3)), cursor: { ...cursorAt(9), epoch: first.epoch } }, NOW);
    expect(await keys('pick_line')).toEqual([2, 3]);
  });

  test('is discarded when a full pull arrives in one piece', async () => {
    const { cache, keys } = await fillCache(lines(7));
    await cache.apply(cursorAt(1), pageOf(page(2, 5), lines(1)), NOW);
    await cache.apply(page(2, 5), answerOf(9, lines(3), true), NOW);
    expect(await keys('pick_line')).toEqual([3]);
    expect(await cache.standing()).toMatchObject({ is_paging: false, cursor: cursorAt(9) });
  });

  test('keeps the unchanged rows if its pages contain only changes', async () => {
    const { cache, keys } = await fillCache(lines(7));
    await cache.apply(cursorAt(1), { ...pageOf(page(2, 5), lines(1)), full: false }, NOW);
    await cache.apply(page(2, 5), answerOf(9, lines(3)), NOW);
    expect(await keys('pick_line')).toEqual([1, 3, 7]);
    expect((await cache.rows(1)).changes).toMatchObject([{ key: 1 }, { key: 3 }]);
  });
});

describe('the rows of a patch', () => {
  test('are stored under the key of their kind; a row without a key, or of an unknown kind, is left out', async () => {
    const { cache } = await fillCache({
      pick: { put: [{ uuid: 'u', id: 4 }], del: [] },
      prep_order: { put: [{ pick_id: 4, id: 70 }], del: [] },
      shipping_service: { put: [{ service_key: '220', id: 71 }], del: [] },
      bag: { put: [{ id: '4:1', pick_id: 4 }], del: [] },
      wearer: { put: [{ id: 6 }, { id: null }], del: [] },
      unheard_of: { put: [{ id: 8 }], del: [9] },
    });
    const { rows } = await cache.rows(null);
    if (!rows) throw new Error('These are all rows.');
    expect([rows.pick, rows.prep_order, rows.shipping_service, rows.bag, rows.wearer].map((of) => [...of.keys()])).toEqual([
      ['u'],
      [4],
      ['220'],
      ['4:1'],
      [6],
    ]);
    expect(Object.keys(rows)).not.toContain('unheard_of');
  });

  test('are not reported as changes if this version of the app does not know their kind', async () => {
    const { cache } = await fillCache({ pick: { put: [{ uuid: 'u', id: 4 }], del: [] } });
    await cache.apply(cursorAt(1), answerOf(2, { unheard_of: { put: [{ id: 8 }], del: [9] }, ...lines(1) }), NOW);
    await cache.apply(cursorAt(2), answerOf(3, { pick: { put: [{ uuid: 'u', id: 5 }], del: [] } }), NOW);
    expect((await cache.rows(1)).changes).toEqual([
      { kind: 'pick_line', key: 1, row: { id: 1, pick_id: 1 } },
      { kind: 'pick', key: 'u', row: { uuid: 'u', id: 5 } },
    ]);
  });

  test('of an unknown kind that another version of the app has stored are skipped', async () => {
    const { store, cache } = await fillCache({ pick: { put: [{ uuid: 'u', id: 4 }], del: [] } });
    await store.write((t) => t.rows.put([{ kind: 'unheard_of', key: 1, pick_id: 4, row: { id: 1 } }]));
    expect(Object.keys((await new Cache(store).rows(null)).rows ?? {})).not.toContain('unheard_of');
    await cache.apply(cursorAt(1), answerOf(2, { pick: { put: [], del: ['u'] } }), NOW);
    expect((await cache.rows(1)).changes).toEqual([{ kind: 'pick', key: 'u', row: null }]);
  });

  const floor: LoosePatch = {
    pick: {
      put: [
        { uuid: 'u', id: 4 },
        { uuid: 'w', id: 5 },
      ],
      del: [],
    },
    pick_line: {
      put: [
        { id: 1, pick_id: 4 },
        { id: 2, pick_id: 5 },
      ],
      del: [],
    },
    prep_order: { put: [{ pick_id: 4 }, { pick_id: 5 }], del: [] },
    bag: { put: [{ id: '4:1', pick_id: 4 }], del: [] },
    shelf_task: { put: [{ id: 3, pick_id: 4 }], del: [] },
  };
  test.each<[string, LoosePatch, { pick: string[]; pick_line: number[]; prep_order: number[]; bag: string[] }]>([
    [
      'remove the lines, the prep and the bags of an order that leaves the floor',
      { pick: { put: [], del: ['u'] } },
      { pick: ['w'], pick_line: [2], prep_order: [5], bag: [] },
    ],
    [
      'remove the lines, prep and bags of the earlier pick if an order gets a new pick',
      { pick: { put: [{ uuid: 'u', id: 6 }], del: [] } },
      { pick: ['u', 'w'], pick_line: [2], prep_order: [5], bag: [] },
    ],
    [
      'remove nothing if a pick changes',
      { pick: { put: [{ uuid: 'u', id: 4, state: 'picking' }], del: [] } },
      { pick: ['u', 'w'], pick_line: [1, 2], prep_order: [4, 5], bag: ['4:1'] },
    ],
    [
      'remove nothing if the order that leaves was never on this tablet',
      { pick: { put: [{ uuid: 'x', id: 9 }], del: ['y'] } },
      { pick: ['u', 'w', 'x'], pick_line: [1, 2], prep_order: [4, 5], bag: ['4:1'] },
    ],
  ])('%s', async (_name, patch, expected) => {
    const { cache, keys } = await fillCache(floor);
    const before = (await cache.rows(null)).rows;
    await cache.apply(cursorAt(1), answerOf(2, patch), NOW);
    for (const [kind, of] of Object.entries(expected)) expect(await keys(kind as Kind), kind).toEqual(of);
    // Items on a trolley have to go back to the shelf after their order has left.
    expect(await keys('shelf_task')).toEqual([3]);
    const { changes } = await cache.rows(1);
    const updated = before && changedRows(before, changes);
    for (const [kind, of] of Object.entries(expected)) expect([...(updated?.[kind as Kind].keys() ?? [])], kind).toEqual(of);
    expect(updated?.shelf_task).toBe(before?.shelf_task);
  });
});

describe('the changes since an earlier reading', () => {
  test('are the changes of up to 20 pulls, in sequence; a reader that is further behind gets all rows', async () => {
    const { cache } = await fillCache(lines(1));
    for (let v = 1; v <= 20; v++) await cache.apply(cursorAt(v), answerOf(v + 1, lines(v + 1)), NOW);
    const { rows, changes, rev } = await cache.rows(1);
    expect([rows, rev]).toEqual([null, 21]);
    expect(changes.map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect((await cache.rows(21)).changes).toEqual([]);
    expect((await cache.rows(20)).changes.map(({ key }) => key)).toEqual([21]);
    await cache.apply(cursorAt(21), answerOf(22, lines(22)), NOW);
    expect((await cache.rows(1)).rows?.pick_line.size).toBe(22);
    expect((await cache.rows(2)).rows).toBeNull();
  });

  test('are replaced by all rows if a power cut has undone rows that the reader has already read', async () => {
    const { cache } = await fillCache(lines(1));
    expect((await cache.rows(5)).rows?.pick_line.size).toBe(1);
  });

  test('put an added row in its sorted position, and keep the sequence of the other rows', () => {
    const before = {
      ...noRows(),
      wearer: new Map([2, 10].map((id) => [id, { id }])),
      bag: new Map(['b', 'd'].map((id) => [id, { id }])),
    } as unknown as SyncRows;
    const after = changedRows(before, [
      { kind: 'wearer', key: 3, row: { id: 3 } },
      { kind: 'bag', key: 'c', row: { id: 'c' } },
      { kind: 'bag', key: 'd', row: null },
    ]);
    expect([...after.wearer.keys()]).toEqual([2, 3, 10]);
    expect([...after.bag.keys()]).toEqual(['b', 'c']);
    expect([...before.bag.keys()]).toEqual(['b', 'd']);
    expect(after.pick).toBe(before.pick);
  });
});

describe('rows that were read ahead', () => {
  const rowsAhead = (rev: number) => ({ rev, rows: [{ kind: 'wearer', key: 9, pick_id: null, row: { id: 9 } }] });
  test.each([
    ['are used if no pull came in between', 1, [9]],
    ['are not used after a pull', 0, []],
  ])('%s', async (_name, rev, expected) => {
    const { store } = await fillCache({ wearer: { put: [], del: [] } });
    const cache = new Cache(store, Promise.resolve(rowsAhead(rev)));
    expect([...((await cache.rows(null)).rows?.wearer.keys() ?? [])]).toEqual(expected);
    expect((await cache.rows(null)).rows?.wearer.size).toBe(0);
  });
});
