import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cache, changedRows } from '../../../pwa/offline/cache.ts';
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

test('rows changed in place are those that another tab reads, in the same order, and unchanged ones stay the same objects', async () => {
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

test('rows pulled by another tab, or replaced in full, are read in full', async () => {
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
