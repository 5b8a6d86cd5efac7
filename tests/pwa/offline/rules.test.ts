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
/** One of three was picked here before, for one reason, and is recorded again for another. */
const judgedShort = (before: Partial<JudgedLine>, now: Partial<RecordedLine>) => {
  const line = { ...fresh, qty_picked: 1, picked_by: 17, picked_device: 'mine', ...before };
  return judgeRecordedPick(pick, line, { ...three, qty_picked: 1, ...now }, { version: 1 }, recorder, reasons);
};

describe('a line recorded on a tablet while the facts changed', () => {
  test.each<[string, () => ReturnType<typeof judged>, string, string | null]>([
    ['nothing changed: applied', () => judged(fresh, three, { version: 1 }), 'applied', null],
    ['the order is held: the fact is still taken', () => judged(fresh, three, { version: 1 }, { ...pick, is_frozen: true }), 'applied', null],
    [
      'handed over: taken while the facts are unchanged',
      () => judged(fresh, three, { version: 1 }, { ...pick, picker: { id: 18, name: 'Aisha' } }),
      'applied',
      null,
    ],
    [
      'the same again by the same person and tablet',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { version: 1 }),
      'noop',
      null,
    ],
    [
      'after a restore, fewer than were seen, though the line has this tablet’s earlier number',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { facts: { ...seenFacts, qty_picked: 4 } }),
      'conflict',
      'LINE_CHANGED',
    ],
    [
      'on a version that the restored database does not have',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { version: 3 }),
      'conflict',
      'LINE_CHANGED',
    ],
    [
      'after a restore, the same again on what was seen before',
      () => judged({ ...otherLine, picked_by: 17, picked_device: 'mine' }, three, { facts: seenFacts }),
      'noop',
      null,
    ],
    ['picked on another tablet, equal', () => judged(otherLine, three, { version: 1 }), 'conflict', 'DOUBLE_PICKED'],
    ['picked on another tablet, different', () => judged(otherLine, { ...three, qty_picked: 2 }, { version: 1 }), 'conflict', 'LINE_CHANGED'],
    ['nobody found one, twice', () => judged({ ...otherLine, qty_picked: 0 }, { ...three, qty_picked: 0 }, { version: 1 }), 'noop', null],
    ['substituted', () => judged({ ...fresh, product_id: 2 }, three, { version: 1 }), 'conflict', 'PRODUCT_CHANGED'],
    [
      'more than is allocated now, whatever else changed',
      () => judged({ ...otherLine, qty_picked: 2, qty_allocated: 2 }, three, { version: 1 }),
      'conflict',
      'OVER_ALLOCATED',
    ],
    ['built on a refused record', () => judged(fresh, three, 'refused'), 'conflict', 'AFTER'],
    [
      'the pick was taken back',
      () => judged(fresh, three, { version: 1 }, { ...pick, state: 'closed', close_reason: 'sent_back' }),
      'rejected',
      'PICK_CLOSED',
    ],
    [
      'the order was cancelled',
      () => judged(fresh, three, { version: 1 }, { ...pick, state: 'closed', close_reason: 'cancelled' }),
      'rejected',
      'ORDER_CANCELLED',
    ],
    [
      'after a restore the facts seen count, not the version',
      () => judged(fresh, three, { facts: { product_id: 1, qty_allocated: 3, qty_picked: 0, code: null } }),
      'applied',
      null,
    ],
    [
      'after a restore with other facts',
      () => judged(otherLine, three, { facts: { product_id: 1, qty_allocated: 3, qty_picked: 1, code: null } }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    [
      'the same again by the same person on another tablet',
      () => judged({ ...otherLine, picked_by: 17 }, three, { version: 1 }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    [
      'the same again on this tablet by another person',
      () => judged({ ...otherLine, picked_device: 'mine' }, three, { version: 1 }),
      'conflict',
      'DOUBLE_PICKED',
    ],
    ['the same quantity for another reason', () => judgedShort({ code: 'DAMAGED' }, { code: 'OTHER', other_reason: 'torn' }), 'applied', null],
    [
      'the same quantity and words for another reason',
      () => judgedShort({ code: 'DAMAGED', other_reason: 'torn' }, { code: 'OTHER', other_reason: 'torn' }),
      'applied',
      null,
    ],
    [
      'the same quantity and reason in other words',
      () => judgedShort({ code: 'OTHER', other_reason: 'lost' }, { code: 'OTHER', other_reason: 'torn' }),
      'applied',
      null,
    ],
    ['the same shortfall again', () => judgedShort({ code: 'OTHER', other_reason: 'torn' }, { code: 'OTHER', other_reason: 'torn' }), 'noop', null],
    ['the base is unknown: nobody saw the facts', () => judged(fresh, three, 'missing'), 'conflict', 'LINE_CHANGED'],
    ['the pick is released and nobody’s', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'released' }), 'applied', null],
    ['the pick is paused', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'paused' }), 'applied', null],
    ['the pick is completed', () => judged(fresh, three, { version: 1 }, { ...pick, state: 'picked' }), 'rejected', 'PICK_CLOSED'],
    ['after a restore with another product', () => judged(fresh, three, { facts: { ...seenFacts, product_id: 2 } }), 'conflict', 'LINE_CHANGED'],
    [
      'after a restore with another allocation',
      () => judged(fresh, three, { facts: { ...seenFacts, qty_allocated: 2 } }),
      'conflict',
      'LINE_CHANGED',
    ],
    ['after a restore with another quantity', () => judged(fresh, three, { facts: { ...seenFacts, qty_picked: 1 } }), 'conflict', 'LINE_CHANGED'],
    ['after a restore with another reason', () => judged(fresh, three, { facts: { ...seenFacts, code: 'DAMAGED' } }), 'conflict', 'LINE_CHANGED'],
  ])('%s', (_name, judge, outcome, code) => {
    expect(judge()).toEqual({ outcome, code });
  });

  test('is never applied beyond what is allocated, to another product, or over facts nobody saw', () => {
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
  test('is short only with a known and complete reason', () => {
    const line = { qty_allocated: 3 };
    expect(checkPick(line, { qty_picked: 4 }, reasons)).toMatchObject({ code: 'over_pick', field: 'qty_picked' });
    expect(checkPick(line, { qty_picked: 2 }, reasons)).toEqual({ ok: true });
    expect(checkPick(line, { qty_picked: 2, code: 'DAMAGED' }, reasons)).toEqual({ ok: true });
    expect(checkPick(line, { qty_picked: 2, code: 'LOST' }, reasons)).toMatchObject({ code: 'reason_unknown' });
    expect(checkPick(line, { qty_picked: 2, code: 'OTHER' }, reasons)).toMatchObject({ code: 'details_required', field: 'other_reason' });
    expect(checkPick(line, { qty_picked: 2, code: 'OTHER', other_reason: 'torn' }, reasons)).toEqual({ ok: true });
  });

  test('goes to prep for a decoration or a second wearer, back to the office with nothing picked, else to dispatch', () => {
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
  test('gives the same result for mutations one by one and all at once, and never changes the rows below', () => {
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
  ])('a completed pick goes %s', (_name, change, quantities, expected) => {
    const below = floor();
    const row = below.rows.pick.get(uuidOf(1)) as PickRow;
    const lines = [...below.rows.pick_line.values()].map((line) => [line.id, { ...line, qty_picked: quantities[(line.id % 100) - 1] ?? 0 }] as const);
    const rows = { ...below.rows, pick: new Map([[row.uuid, { ...row, state: 'picking', ...change }]]), pick_line: new Map(lines) } as Floor['rows'];
    const over = applyMutations({ ...below, rows }, [{ m: uuidOf(1), n: 'pick.complete', a: { pick_id: 1, digest: '' }, ...common }]);
    const after = over.rows.pick.get(row.uuid);
    if (expected) expect(after).toMatchObject(expected);
    else expect([after, over.rows.pick_line.has(lineId(1, 1)), over.rows.pick_line.has(lineId(2, 1))]).toEqual([undefined, false, true]);
  });

  test('who starts a pick claims it; starting one’s own again keeps when it was claimed and started', () => {
    const start = (m: string, id: number, at: string): WaitingMutation => ({ m, n: 'pick.start', a: { pick_id: 1 }, actor: { id, name: 'Dan' }, at });
    const early = '2026-11-21T08:00:00.000Z';
    const once = applyMutations(floor(), [start(uuidOf(1), 17, early)]);
    expect(once.rows.pick.get(uuidOf(1))).toMatchObject({ state: 'picking', picker: { id: 17 }, started_at: early, claimed_at: early });
    const again = applyMutations(once, [start(uuidOf(2), 17, common.at)]);
    expect(again.rows.pick.get(uuidOf(1))).toMatchObject({ started_at: early, claimed_at: early });
    const other = applyMutations(once, [start(uuidOf(2), 18, common.at)]);
    expect(other.rows.pick.get(uuidOf(1))).toMatchObject({ picker: { id: 18 }, started_at: early, claimed_at: common.at });
  });

  test('a record of another product than the line’s changes no row', () => {
    const [{ a, ...rest }] = [record(uuidOf(1), 1, 2)] as [WaitingMutation & { a: object }];
    const below = floor();
    const over = applyMutations(below, [{ ...rest, a: { ...a, product_id: 2 } } as WaitingMutation]);
    expect(over.rows.pick_line.get(lineId(1, 1))).toEqual(below.rows.pick_line.get(lineId(1, 1)));
  });

  test('an empty list of mutations returns the same floor object', () => {
    const below = floor();
    expect(applyMutations(below, [])).toBe(below);
  });

  test('an order goes from pick to prep to dispatch on this tablet alone', () => {
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
