import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispatchScreen, pickScreen, prepScreen } from '../../../pwa/offline/views.ts';
import { afterPick } from '../../../shared/picking/complete-pick.ts';
import { checkPick } from '../../../shared/picking/record-pick.ts';
import { applyMutations, type WaitingMutation } from '../../../shared/sync/apply-mutations.ts';
import { type Floor, noRows } from '../../../shared/sync/floor.ts';
import { type JudgedLine, judgeRecordedPick, type RecordedLine, type SeenBase } from '../../../shared/sync/judge-recorded-pick.ts';
import { isRefused } from '../../../shared/sync/outcomes.ts';
import { type Kind, kinds, type PickRow, rowSchemas } from '../../../shared/sync/rows.ts';
import { floorOf, lineId, uuidOf } from './world.ts';

const pick = { state: 'picking' as const, picker: { id: 17, name: 'Dan' }, is_frozen: false };
const fresh: JudgedLine = {
  product_id: 1,
  qty_allocated: 3,
  qty_picked: 0,
  code: null,
  other_reason: null,
  fact_version: 1,
  picked_by: null,
  picked_device: null,
};
const three: RecordedLine = { product_id: 1, qty_picked: 3, code: null, other_reason: null };
const recorder = { device: 'mine', actor_id: 17 };
const otherLine = { ...fresh, qty_picked: 3, fact_version: 2, picked_by: 18, picked_device: 'theirs' };
const judged = (line: JudgedLine, recordedLine: RecordedLine, base: SeenBase, on: Parameters<typeof judgeRecordedPick>[0] = pick) =>
  judgeRecordedPick(on, line, recordedLine, base, recorder, []);

const seenFacts = { product_id: 1, qty_allocated: 3, qty_picked: 0, code: null };
const reasons = [
  { code: 'DAMAGED', requires_input: false },
  { code: 'OTHER', requires_input: true },
];
/** Judges a record of one item of three; the same tablet has recorded one item before. */
const judgedShort = (before: Partial<JudgedLine>, now: Partial<RecordedLine>) => {
  const line = { ...fresh, qty_picked: 1, picked_by: 17, picked_device: 'mine', ...before };
  return judgeRecordedPick(pick, line, { ...three, qty_picked: 1, ...now }, { version: 1 }, recorder, reasons);
};

describe('a line recorded on a tablet while the facts changed', () => {
  test.each<[string, () => ReturnType<typeof judged>, string, string | null]>([
    ['nothing changed: applied', () => judged(fresh, three, { version: 1 }), 'applied', null],
    ['the order is on hold: the record is still applied', () => judged(fresh, three, { version: 1 }, { ...pick, is_frozen: true }), 'applied', null],
    [
      'the pick was handed over: applied while the facts are unchanged',
      () => judged(fresh, three, { version: 1 }, { ...pick, picker: { id: 18, name: 'Aisha' } }),
      'applied',
      null,
    ],
    [
      'the same person has recorded the same on the same tablet: no change',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { version: 1 }),
      'noop',
      null,
    ],
    [
      'after a restore this tablet has recorded the line, but its quantity differs from the quantity seen: conflict',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { facts: { ...seenFacts, qty_picked: 4 } }),
      'conflict',
      'LINE_CHANGED',
    ],
    [
      'the record is on a version that the restored database does not have: conflict',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { version: 3 }),
      'conflict',
      'LINE_CHANGED',
    ],
    [
      'after a restore the same is recorded again, based on the facts seen before: no change',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { facts: seenFacts }),
      'noop',
      null,
    ],
    ['another tablet has recorded the same quantity: conflict', () => judged(otherLine, three, { version: 1 }), 'conflict', 'DOUBLE_PICKED'],
    ['another tablet recorded more: conflict', () => judged(otherLine, { ...three, qty_picked: 2 }, { version: 1 }), 'conflict', 'LINE_CHANGED'],
    ['two people found none: no change', () => judged({ ...otherLine, qty_picked: 0 }, { ...three, qty_picked: 0 }, { version: 1 }), 'noop', null],
    ['the product was substituted: conflict', () => judged({ ...fresh, product_id: 2 }, three, { version: 1 }), 'conflict', 'PRODUCT_CHANGED'],
    [
      'the record exceeds the current allocation, whatever else has changed: conflict',
      () => judged({ ...otherLine, qty_picked: 2, qty_allocated: 2 }, three, { version: 1 }),
      'conflict',
      'OVER_ALLOCATED',
    ],
    ['the record is based on a refused record: conflict', () => judged(fresh, three, 'refused'), 'conflict', 'AFTER'],
    [
      'the pick was taken back: rejected',
      () => judged(fresh, three, { version: 1 }, { ...pick, state: 'closed', close_reason: 'sent_back' }),
      'rejected',
      'PICK_CLOSED',
    ],
    [
      'the order was cancelled: rejected',
      () => judged(fresh, three, { version: 1 }, { ...pick, state: 'closed', close_reason: 'cancelled' }),
      'rejected',
      'ORDER_CANCELLED',
    ],
    [
      'after a restore the facts are still the facts seen, whatever the version: applied',
      () => judged(fresh, three, { facts: { product_id: 1, qty_allocated: 3, qty_picked: 0, code: null } }),
      'applied',
      null,
    ],
    [
      'after a restore the facts differ, and another tablet has recorded the same quantity: conflict',
      () => judged(otherLine, three, { facts: { product_id: 1, qty_allocated: 3, qty_picked: 1, code: null } }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    [
      'the same person has recorded the same on another tablet: conflict',
      () => judged({ ...otherLine, picked_by: 17 }, three, { version: 1 }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    [
      'another person has recorded the same on this tablet: conflict',
      () => judged({ ...otherLine, picked_device: 'mine' }, three, { version: 1 }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    ['the same quantity, another reason: applied', () => judgedShort({ code: 'DAMAGED' }, { code: 'OTHER', other_reason: 'torn' }), 'applied', null],
    [
      'the same quantity and words for another reason: applied',
      () => judgedShort({ code: 'DAMAGED', other_reason: 'torn' }, { code: 'OTHER', other_reason: 'torn' }),
      'applied',
      null,
    ],
    [
      'the same quantity and reason in other words: applied',
      () => judgedShort({ code: 'OTHER', other_reason: 'lost' }, { code: 'OTHER', other_reason: 'torn' }),
      'applied',
      null,
    ],
    ['same shortfall: no change', () => judgedShort({ code: 'OTHER', other_reason: 'torn' }, { code: 'OTHER', other_reason: 'torn' }), 'noop', null],
    ['nobody saw the facts of the line: conflict', () => judged(fresh, three, 'missing'), 'conflict', 'LINE_CHANGED'],
    ['the pick is released and has no picker: applied', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'released' }), 'applied', null],
    ['the pick is paused: applied', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'paused' }), 'applied', null],
    ['the pick is completed: rejected', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'picked' }), 'rejected', 'PICK_CLOSED'],
    ['a restore changed the product: conflict', () => judged(fresh, three, { facts: { ...seenFacts, product_id: 2 } }), 'conflict', 'LINE_CHANGED'],
    [
      'a restore changed the allocation: conflict',
      () => judged(fresh, three, { facts: { ...seenFacts, qty_allocated: 2 } }),
      'conflict',
      'LINE_CHANGED',
    ],
    ['a restore changed the quantity: conflict', () => judged(fresh, three, { facts: { ...seenFacts, qty_picked: 1 } }), 'conflict', 'LINE_CHANGED'],
    ['a restore changed the reason: conflict', () => judged(fresh, three, { facts: { ...seenFacts, code: 'DAMAGED' } }), 'conflict', 'LINE_CHANGED'],
  ])('%s', (_name, judge, outcome, code) => {
    expect(judge()).toEqual({ outcome, code });
  });

  test('is never applied for more than is allocated, for another product, or over facts that nobody saw', () => {
    const quantity = fc.integer({ min: 0, max: 5 });
    const line = fc.record({
      product_id: fc.integer({ min: 1, max: 2 }),
      qty_allocated: quantity,
      qty_picked: quantity,
      fact_version: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(line, quantity, fc.integer({ min: 1, max: 3 }), (of, qty_picked, version) => {
        const { outcome } = judged({ ...fresh, ...of }, { ...three, qty_picked }, { version });
        if (outcome === 'applied') expect([qty_picked <= of.qty_allocated, of.product_id, of.fact_version]).toEqual([true, 1, version]);
        else expect(outcome === 'noop' || isRefused(outcome)).toBe(true);
      }),
    );
  });
});

describe('a pick', () => {
  test('of a line does not exceed its allocation, and the reason for a shortfall is known and complete', () => {
    const line = { qty_allocated: 3 };
    expect(checkPick(line, { qty_picked: 4 }, reasons)).toMatchObject({ code: 'over_pick', field: 'qty_picked' });
    expect(checkPick(line, { qty_picked: 2 }, reasons)).toEqual({ ok: true });
    expect(checkPick(line, { qty_picked: 2, code: 'DAMAGED' }, reasons)).toEqual({ ok: true });
    expect(checkPick(line, { qty_picked: 2, code: 'LOST' }, reasons)).toMatchObject({ code: 'reason_unknown' });
    expect(checkPick(line, { qty_picked: 2, code: 'OTHER' }, reasons)).toMatchObject({ code: 'details_required', field: 'other_reason' });
    expect(checkPick(line, { qty_picked: 2, code: 'OTHER', other_reason: 'torn' }, reasons)).toEqual({ ok: true });
  });

  test('goes to prep if it has a decoration or a second wearer, to the office if nothing was picked, else to dispatch', () => {
    const line = { qty_picked: 1, decoration: null, employee_id: 1 };
    expect(afterPick([line])).toBe('booked');
    expect(afterPick([line, { ...line, employee_id: 2 }])).toBe('picked');
    expect(afterPick([line], 2)).toBe('picked');
    expect(afterPick([{ ...line, decoration: 'Logo' }])).toBe('picked');
    expect(afterPick([{ ...line, qty_picked: 0, decoration: 'Logo' }])).toBe('closed');
  });
});

/** The floor of a fake server, as a tablet holds it. */
function floor(): Floor {
  const server = floorOf(2, 3);
  const rows = noRows() as unknown as Record<Kind, Map<string | number, unknown>>;
  for (const [key, { row }] of server.rows) {
    const [kind, id] = JSON.parse(key) as [Kind, string | number];
    rows[kind].set(id, rowSchemas[kind].parse(row));
  }
  return { rows: rows as unknown as Floor['rows'], waiting: new Map() };
}

const actor = { id: 17, name: 'Dan' };
const common = { actor, at: '2026-11-21T09:00:00.000Z' };
const record = (m: string, i: number, qty_picked: number): WaitingMutation => ({
  m,
  n: 'pick.record_line',
  a: { pick_id: 1, pick_line_id: lineId(1, i), product_id: i, qty_picked, code: null, other_reason: null },
  ...common,
});

describe('the overlay', () => {
  test('gives the same result whether mutations are applied one by one or all at once, and never changes the cached rows', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 })), { maxLength: 12 });
    fc.assert(
      fc.property(some, (picks) => {
        const below = floor();
        const before = structuredClone(below);
        const mutations = picks.map(([i, qty], at) => record(uuidOf(at), i, qty));
        const once = applyMutations(below, mutations);
        const oneByOne = mutations.reduce((over, mutation) => applyMutations(over, [mutation]), below);
        expect(oneByOne).toEqual(once);
        expect(applyMutations({ ...below }, [])).toEqual(before);
        expect(below).toEqual(before);
      }),
    );
  });

  test('ignores waiting mutations of a pick that is gone', () => {
    const below = { rows: noRows(), waiting: new Map() };
    const over = applyMutations(below, [record(uuidOf(1), 1, 2), { m: uuidOf(2), n: 'pick.complete', a: { pick_id: 1, digest: '' }, ...common }]);
    for (const kind of kinds) expect(over.rows[kind].size).toBe(0);
    expect(over.waiting.get('pick_line:101')).toEqual([uuidOf(1)]);
  });

  test.each<[string, Partial<PickRow>, number[], Partial<PickRow> | undefined]>([
    ['to dispatch with one wearer and no decoration', {}, [3, 3, 3], { state: 'booked', picked_at: common.at, booked_at: common.at }],
    ['to prep with two wearers', { wearer_count: 2 }, [3, 3, 3], { state: 'picked', picked_at: common.at, booked_at: null }],
    ['off the floor when nothing was picked', {}, [0, 0, 0], undefined],
    ['off the floor when nobody has to dispatch it', { skip_dispatch: true }, [3, 3, 3], undefined],
    ['to prep although nobody has to dispatch it', { skip_dispatch: true, wearer_count: 2 }, [3, 3, 3], { state: 'picked' }],
  ])('moves a completed pick %s', (_name, change, quantities, expected) => {
    const below = floor();
    const row = below.rows.pick.get(uuidOf(1)) as PickRow;
    const lines = [...below.rows.pick_line.values()].map((line) => [line.id, { ...line, qty_picked: quantities[(line.id % 100) - 1] ?? 0 }] as const);
    const rows = { ...below.rows, pick: new Map([[row.uuid, { ...row, state: 'picking', ...change }]]), pick_line: new Map(lines) } as Floor['rows'];
    const over = applyMutations({ ...below, rows }, [{ m: uuidOf(1), n: 'pick.complete', a: { pick_id: 1, digest: '' }, ...common }]);
    const after = over.rows.pick.get(row.uuid);
    if (expected) expect(after).toMatchObject(expected);
    else expect([after, over.rows.pick_line.has(lineId(1, 1)), over.rows.pick_line.has(lineId(2, 1))]).toEqual([undefined, false, true]);
  });

  test('shows the person who starts a pick as its picker; if this person starts the pick again, the times of its claim and start stay', () => {
    const start = (m: string, id: number, at: string): WaitingMutation => ({ m, n: 'pick.start', a: { pick_id: 1 }, actor: { id, name: 'Dan' }, at });
    const early = '2026-11-21T08:00:00.000Z';
    const once = applyMutations(floor(), [start(uuidOf(1), 17, early)]);
    expect(once.rows.pick.get(uuidOf(1))).toMatchObject({ state: 'picking', picker: { id: 17 }, started_at: early, claimed_at: early });
    const again = applyMutations(once, [start(uuidOf(2), 17, common.at)]);
    expect(again.rows.pick.get(uuidOf(1))).toMatchObject({ started_at: early, claimed_at: early });
    const other = applyMutations(once, [start(uuidOf(2), 18, common.at)]);
    expect(other.rows.pick.get(uuidOf(1))).toMatchObject({ picker: { id: 18 }, started_at: early, claimed_at: common.at });
  });

  test('ignores a record for a product other than the product of the line', () => {
    const [{ a, ...rest }] = [record(uuidOf(1), 1, 2)] as [WaitingMutation & { a: object }];
    const below = floor();
    const over = applyMutations(below, [{ ...rest, a: { ...a, product_id: 2 } } as WaitingMutation]);
    expect(over.rows.pick_line.get(lineId(1, 1))).toEqual(below.rows.pick_line.get(lineId(1, 1)));
  });

  test('returns the same floor object for an empty list of mutations', () => {
    const below = floor();
    expect(applyMutations(below, [])).toBe(below);
  });

  test('moves an order from pick to prep to dispatch by the actions of a single tablet', () => {
    let over = floor();
    const lines = [...over.rows.pick_line.values()].map((line) => (line.id === lineId(1, 1) ? { ...line, decoration: 'Logo' } : line));
    over = { ...over, rows: { ...over.rows, pick_line: new Map(lines.map((line) => [line.id, line])) } };
    const uuid = uuidOf(1);
    over = applyMutations(over, [
      { m: uuidOf(1), n: 'pick.start', a: { pick_id: 1 }, ...common },
      record(uuidOf(2), 1, 3),
      record(uuidOf(3), 2, 3),
      record(uuidOf(4), 3, 0),
    ]);
    expect(pickScreen(over, uuid)?.pick).toMatchObject({ state: 'picking', picker: actor, qty_picked: 6, qty_allocated: 9, is_waiting: true });
    over = applyMutations(over, [{ m: uuidOf(5), n: 'pick.complete', a: { pick_id: 1, digest: '' }, ...common }]);
    expect(prepScreen(over, uuid)).toMatchObject({ qty_decorated: 3, qty_ticked: 0, bags: [{ qty: 6, is_waiting_for_prep: true }] });
    over = applyMutations(over, [
      { m: uuidOf(6), n: 'prep.tick_line', a: { pick_id: 1, pick_line_id: lineId(1, 1), ticked: true }, ...common },
      { m: uuidOf(7), n: 'prep.complete', a: { pick_id: 1, digest: '' }, ...common },
    ]);
    expect(dispatchScreen(over).ready).toMatchObject([{ uuid, delivery_to: 'Leeds Depot, LS10 1RT' }]);
    over = applyMutations(over, [
      {
        m: uuidOf(8),
        n: 'dispatch.request',
        a: { orders: [{ uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false, digest: '' },
        ...common,
      },
    ]);
    expect(dispatchScreen(over).ready).toEqual([]);
    expect(over.rows.pick.get(uuid)?.state).toBe('awaiting_courier');
  });
});
