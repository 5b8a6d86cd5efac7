import { describe, expect, test } from 'vitest';
import { Ledger, type NewMutation, type SeenLine } from '../../../pwa/offline/ledger.ts';
import type { TabletProgress } from '../../../pwa/offline/ports.ts';
import type { Fact, LedgerStore, LedgerTables, Queued, StoredOutcome } from '../../../pwa/offline/store.ts';
import type { BaseOf, OpenOutcome, OutcomeKind, Result } from '../../../shared/sync/wire.ts';
import { memoryLedger } from './memory-store.ts';
import { jumpingClock, seeded, uuidOf } from './world.ts';

const DAY = 86_400_000;
const NOW = '2026-11-21T09:00:00.000Z';
const CLIENT = uuidOf(801);
const OTHER = uuidOf(802);
const FACTS = { product_id: 1, qty_allocated: 3, qty_picked: 0, code: null };
const common = { actor: { id: 17, name: 'Picker 17' }, asserted: false, at: NOW, shown: { text: 'Did it', order_number: null } };

const startOf = (m: number): NewMutation => ({ m: uuidOf(m), n: 'pick.start', a: { pick_id: 1 }, seen: [], ...common });
const lineOf = (pick_line_id: number, change: Partial<SeenLine> = {}): SeenLine => ({
  pick_line_id,
  after: null,
  version: 4,
  epoch: 'one',
  facts: FACTS,
  ...change,
});
const recordOf = (m: number, line = lineOf(101)): NewMutation => ({
  m: uuidOf(m),
  n: 'pick.record_line',
  a: { pick_id: 1, pick_line_id: line.pick_line_id, product_id: 1, qty_picked: 1, code: null, other_reason: null },
  seen: [line],
  ...common,
});
const tickOf = (m: number, pick_line_id: number): NewMutation => ({
  m: uuidOf(m),
  n: 'prep.tick_line',
  a: { pick_id: 1, pick_line_id, ticked: true },
  seen: [],
  ...common,
});
const resultOf = (m: number, s: number, outcome: OutcomeKind = 'applied', code: string | null = null): Result => ({
  m: uuidOf(m),
  s,
  outcome,
  code,
  server: null,
});
const openOf = (m: number, change: Partial<OpenOutcome> = {}): OpenOutcome => ({
  m: uuidOf(m),
  n: 'pick.start',
  outcome: 'conflict',
  code: 'CLAIMED',
  server: null,
  at: '2026-11-21T08:00:00.000Z',
  ...change,
});
const progressOf = (change: Partial<TabletProgress>): TabletProgress => ({ device: 'gone', q: 7, at: NOW, waiting: 2, since: null, ...change });

/** A ledger in memory, and functions that read its tables. */
function newLedger() {
  const inner = memoryLedger();
  let writeCount = 0;
  const store: LedgerStore = {
    read: (work) => inner.read(work),
    write: (work) => {
      writeCount += 1;
      return inner.write(work);
    },
    close: () => undefined,
  };
  const clock = jumpingClock();
  const open = () => new Ledger(store, { clock, random: seeded(5) });
  const fact = (k: Fact['k']): Promise<Fact | undefined> => inner.read((t) => t.facts.get(k));
  return {
    ledger: open(),
    /** A new ledger on the same store, as after a restart of the app. */
    reopened: () => new Ledger(store, { clock, random: seeded(6) }),
    clock,
    fact,
    put: (...facts: Fact[]): Promise<void> => inner.write((t) => t.facts.put(facts)),
    outbox: (): Promise<Queued[]> => inner.read((t) => t.outbox.all()),
    outcomes: (): Promise<StoredOutcome[]> => inner.read((t) => t.outcomes.all()),
    facts: (): Promise<Fact[]> => inner.read((t) => t.facts.all()),
    change: (work: (t: LedgerTables) => Promise<void>): Promise<void> => inner.write(work),
    writeCount: () => writeCount,
  };
}

/** A ledger with actions 1 to `n` of one client id; the actions up to `sentUpTo` are answered and pruned. */
async function ledgerWith(n: number, sentUpTo = 0) {
  const of = newLedger();
  await of.ledger.write(
    CLIENT,
    Array.from({ length: n }, (_, i) => startOf(i + 1)),
  );
  await of.ledger.answered(
    Array.from({ length: sentUpTo }, (_, i) => resultOf(i + 1, i + 1)),
    null,
  );
  await of.ledger.prune({ [CLIENT]: sentUpTo }, 'one');
  return of;
}

const numbersOf = (rows: readonly Queued[]) => rows.map(({ q, c, s, m }) => [q, c, s, m]);
const idsOf = (rows: readonly { m: string }[]) => rows.map(({ m }) => Number(m.slice(-4)));

describe('the identity of a tablet', () => {
  test('is created once and is the same after each start, and the waiting actions are still there', async () => {
    const { ledger, reopened } = newLedger();
    const first = await ledger.open();
    expect(first).toMatchObject({ persisted: null, view: { queue: [], last_q: 0, outcomes: [], lost: null } });
    await ledger.write(CLIENT, [startOf(1)]);
    await ledger.persisted(true);
    const again = await reopened().open();
    expect(again).toMatchObject({ device: first.device, secret: first.secret, persisted: true, view: { last_q: 1, queue: [{ m: uuidOf(1) }] } });
  });

  test('is not created when the tablet stores whether the browser promises to keep its data', async () => {
    const { ledger, facts } = newLedger();
    await ledger.persisted(true);
    expect(await facts()).toEqual([]);
  });

  test.each<[string, (device: string) => TabletProgress | null]>([
    ['no stored progress', () => null],
    ['the progress of the same actions', (device) => progressOf({ device, q: 1 })],
    ['the progress of another tablet', () => progressOf({ device: 'other', lost: { n: 3, since: NOW } })],
  ])('stays the same after a start with %s; no loss is reported, and nothing is written to the disk', async (_name, progress) => {
    const { ledger, reopened, writeCount } = newLedger();
    const { device } = await ledger.open();
    await ledger.write(CLIENT, [startOf(1)]);
    const before = writeCount();
    expect(await reopened().open(progress(device))).toMatchObject({ device, view: { lost: null, last_q: 1 } });
    expect(writeCount()).toBe(before);
  });
});

describe('a loss', () => {
  test('of all data is recorded with the new identity of the tablet, and no number of the old queue is used again', async () => {
    const { ledger, fact } = newLedger();
    const { device, view } = await ledger.open(progressOf({ since: '2026-11-21T08:00:00.000Z' }));
    expect(device).not.toBe('gone');
    const loss = { device: 'gone', n: 2, since: '2026-11-21T08:00:00.000Z', noticed_at: NOW, told: false };
    expect(view).toMatchObject({ lost: loss, last_q: 7 });
    expect(await fact('last')).toEqual({ k: 'last', q: 7, m: '' });
    expect(numbersOf(await ledger.write(CLIENT, [startOf(1)]))).toEqual([[8, CLIENT, 1, uuidOf(1)]]);
  });

  test('of the last actions is recorded, and the numbers continue after the numbers of the lost actions', async () => {
    const { ledger, reopened, fact } = newLedger();
    const { device } = await ledger.open();
    await ledger.write(CLIENT, [startOf(1)]);
    const { view } = await reopened().open(progressOf({ device, q: 4 }));
    expect(view).toMatchObject({ lost: { device, n: 3 }, last_q: 4, queue: [{ m: uuidOf(1) }] });
    expect(await fact('last')).toEqual({ k: 'last', q: 4, m: uuidOf(1) });
    expect(numbersOf(await ledger.write(CLIENT, [startOf(2)]))).toEqual([[5, CLIENT, 2, uuidOf(2)]]);
  });

  test('is recorded again if all data are lost once more before the office is told of it', async () => {
    const { ledger, fact } = newLedger();
    const { view } = await ledger.open(progressOf({ q: 0, waiting: 0, lost: { n: 3, since: NOW } }));
    expect(view).toMatchObject({ lost: { device: 'gone', n: 3, since: NOW }, last_q: 0 });
    expect(await fact('last')).toBeUndefined();
  });

  test.each<[string, (ledger: Ledger) => Promise<void>, object | null]>([
    ['the office does not know of it', (ledger) => ledger.lossSeen(), { told: false, seen: true }],
    ['nobody has read it', (ledger) => ledger.confirmLoss(), { told: true }],
    ['the office knows and somebody has read it', (ledger) => ledger.confirmLoss().then(() => ledger.lossSeen()), null],
    ['somebody has read it and the office knows', (ledger) => ledger.lossSeen().then(() => ledger.confirmLoss()), null],
  ])('is kept until somebody has read it and the office knows of it: %s', async (_name, act, expected) => {
    const { ledger } = newLedger();
    await ledger.open(progressOf({}));
    await act(ledger);
    const { lost } = await ledger.view();
    if (expected) expect(lost).toMatchObject({ n: 2, ...expected });
    else expect(lost).toBeNull();
  });

  test('is not created by the confirmation of a loss that is not stored', async () => {
    const { ledger, facts } = newLedger();
    await ledger.confirmLoss();
    await ledger.lossSeen();
    expect(await facts()).toEqual([]);
  });
});

describe('a stored action', () => {
  test('gets the next number of the tablet and of its client, and keeps all its fields', async () => {
    const { ledger, fact } = newLedger();
    await ledger.write(CLIENT, [startOf(1), recordOf(2)]);
    await ledger.write(OTHER, [startOf(3)]);
    const rows = await ledger.write(CLIENT, [startOf(4)]);
    expect(numbersOf(rows)).toEqual([[4, CLIENT, 3, uuidOf(4)]]);
    const { queue, last_q } = await ledger.view();
    expect(numbersOf(queue)).toEqual([
      [1, CLIENT, 1, uuidOf(1)],
      [2, CLIENT, 2, uuidOf(2)],
      [3, OTHER, 1, uuidOf(3)],
      [4, CLIENT, 3, uuidOf(4)],
    ]);
    expect(last_q).toBe(4);
    expect(queue[1]).toEqual({
      ...common,
      q: 2,
      c: CLIENT,
      s: 2,
      m: uuidOf(2),
      n: 'pick.record_line',
      nv: 1,
      a: { pick_id: 1, pick_line_id: 101, product_id: 1, qty_picked: 1, code: null, other_reason: null },
      base: { 'pick_line:101': 4 },
      seen: { 'pick_line:101': FACTS },
    });
    expect(await fact('last')).toEqual({ k: 'last', q: 4, m: uuidOf(4) });
    expect(await fact(`client:${CLIENT}`)).toEqual({ k: `client:${CLIENT}`, next_s: 4, replaced_by: null, at: NOW });
  });

  test('keeps its numbers when it is stored again, and uses no further number', async () => {
    const { ledger } = newLedger();
    await ledger.write(CLIENT, [startOf(1)]);
    const first = await ledger.write(CLIENT, [startOf(2), startOf(3)], 1);
    await ledger.write(OTHER, [startOf(4)]);
    expect(await ledger.write(CLIENT, [startOf(2), startOf(3)], 1)).toEqual(first);
    expect(numbersOf(await ledger.write(CLIENT, [startOf(3), startOf(5)], 1))).toEqual([
      [3, CLIENT, 3, uuidOf(3)],
      [5, CLIENT, 4, uuidOf(5)],
    ]);
    expect(idsOf((await ledger.view()).queue)).toEqual([1, 2, 3, 4, 5]);
  });

  test('gets the number of an earlier action that a full disk kept from being stored', async () => {
    const { ledger, change, fact } = newLedger();
    await ledger.write(CLIENT, [startOf(1)]);
    await expect(
      change(async (t) => {
        await new Ledger(
          { read: (work) => work(t), write: (work) => work(t), close: () => undefined },
          { clock: jumpingClock(), random: seeded(7) },
        ).write(CLIENT, [startOf(2)]);
        throw new Error('full');
      }),
    ).rejects.toThrow('full');
    expect(numbersOf(await ledger.write(CLIENT, [startOf(3)]))).toEqual([[2, CLIENT, 2, uuidOf(3)]]);
    expect(await fact('last')).toMatchObject({ q: 2, m: uuidOf(3) });
  });

  test('is not written if the list of actions is empty', async () => {
    const { ledger, facts } = newLedger();
    expect(await ledger.write(CLIENT, [])).toEqual([]);
    expect(await facts()).toEqual([]);
  });

  test('belongs to the last client id in the chain of client ids that have replaced the original one', async () => {
    const { ledger, put } = newLedger();
    const [second, third] = [uuidOf(803), uuidOf(804)];
    await put(
      { k: `client:${CLIENT}`, next_s: 1, replaced_by: second, at: NOW },
      { k: `client:${second}`, next_s: 1, replaced_by: third, at: NOW },
      { k: `client:${third}`, next_s: 6, replaced_by: null, at: NOW },
    );
    expect(numbersOf(await ledger.write(CLIENT, [startOf(1)]))).toEqual([[1, third, 6, uuidOf(1)]]);
  });
});

describe('the base of an action', () => {
  test.each<[string, { epoch?: string; before?: NewMutation[]; line: SeenLine }, BaseOf]>([
    ['is the version of the line on the screen', { epoch: 'one', line: lineOf(101) }, 4],
    ['is the version of the line on the screen if no epoch is known yet', { line: lineOf(101, { epoch: null }) }, 4],
    ['is the facts on the screen if the version is from before a restore', { epoch: 'two', line: lineOf(101) }, { facts: FACTS }],
    ['is the record that the screen showed on top of the row', { epoch: 'one', line: lineOf(101, { after: uuidOf(9) }) }, { after: uuidOf(9) }],
    [
      'is the record that the screen showed even if the version is from before a restore',
      { epoch: 'two', line: lineOf(101, { after: uuidOf(9) }) },
      { after: uuidOf(9) },
    ],
    [
      'is the last record of the line that another tab has written in the meantime',
      { epoch: 'one', before: [recordOf(1), recordOf(2), recordOf(3, lineOf(102))], line: lineOf(101, { after: uuidOf(9) }) },
      { after: uuidOf(2) },
    ],
    ['is not the record of another line', { epoch: 'one', before: [recordOf(1, lineOf(102))], line: lineOf(101) }, 4],
    ['is not another kind of action on the line', { epoch: 'one', before: [tickOf(1, 101)], line: lineOf(101) }, 4],
  ])('%s', async (_name, { epoch, before = [], line }, expected) => {
    const { ledger, put } = newLedger();
    if (epoch !== undefined) await put({ k: 'epoch', epoch });
    await ledger.write(OTHER, before);
    const [row] = await ledger.write(CLIENT, [recordOf(50, line)]);
    expect(row?.base).toEqual({ [`pick_line:${line.pick_line_id}`]: expected });
  });

  test('is the previous record of the line if both records are stored in one step', async () => {
    const { ledger } = newLedger();
    const rows = await ledger.write(CLIENT, [recordOf(1), recordOf(2), recordOf(3)]);
    expect(rows.map(({ base }) => base['pick_line:101'])).toEqual([4, { after: uuidOf(1) }, { after: uuidOf(2) }]);
  });

  test('is the version on the screen if the screen already includes the earlier record', async () => {
    const { ledger } = newLedger();
    await ledger.write(CLIENT, [recordOf(1)]);
    const [row] = await ledger.write(CLIENT, [recordOf(2)], 1);
    expect(row?.base).toEqual({ 'pick_line:101': 4 });
  });
});

describe('what has to be sent', () => {
  test.each<[string, { isAnswered: boolean; lm?: number; isSent: boolean }]>([
    ['includes an action without an outcome even if the server counts it', { isAnswered: false, lm: 1, isSent: true }],
    ['includes an action without an outcome if the server does not count it', { isAnswered: false, lm: 0, isSent: true }],
    ['includes an action with an outcome if the server no longer counts it', { isAnswered: true, lm: 0, isSent: true }],
    ['includes an action with an outcome if the server does not know its client', { isAnswered: true, isSent: true }],
    ['excludes an action with an outcome if the server counts it', { isAnswered: true, lm: 1, isSent: false }],
  ])('%s', async (_name, { isAnswered, lm, isSent }) => {
    const { ledger } = newLedger();
    await ledger.write(CLIENT, [startOf(1)]);
    if (isAnswered) await ledger.answered([resultOf(1, 1)], null);
    const { rows, waiting } = await ledger.toSend(lm === undefined ? {} : { [CLIENT]: lm });
    expect(idsOf(rows)).toEqual(isSent ? [1] : []);
    expect(waiting).toBe(1);
  });

  test('comes in the sequence of the queue, and lists each client id once', async () => {
    const { ledger } = newLedger();
    await ledger.write(CLIENT, [startOf(1)]);
    await ledger.write(OTHER, [startOf(2)]);
    await ledger.write(CLIENT, [startOf(3)]);
    expect(await ledger.toSend({})).toMatchObject({ rows: [{ q: 1 }, { q: 2 }, { q: 3 }], waiting: 3, clients: [CLIENT, OTHER] });
  });

  test('names no epoch, no last action, no confirmation and no loss before there is one', async () => {
    expect(await newLedger().ledger.toSend({})).toEqual({
      rows: [],
      waiting: 0,
      clients: [],
      epoch: null,
      reached: null,
      ack: null,
      lost: null,
    });
  });

  test('names the epoch, the last action that has an outcome, the server’s confirmation and the loss', async () => {
    const { ledger, reopened } = newLedger();
    await ledger.open(progressOf({}));
    await ledger.write(CLIENT, [startOf(1)]);
    await ledger.answered([resultOf(1, 1)], null, { c: CLIENT, s: 1, sig: 'signed' });
    await ledger.prune({ [CLIENT]: 1 }, 'one');
    const { epoch, reached, ack, lost } = await reopened().toSend({});
    expect({ epoch, reached, ack, lost }).toMatchObject({ epoch: 'one', reached: { c: CLIENT, s: 1 }, lost: { n: 2 } });
    expect(ack).toEqual({ c: CLIENT, s: 1, sig: 'signed' });
  });

  test('asks about every client id that has a waiting or a sent action on this tablet', async () => {
    const { ledger } = await ledgerWith(2, 1);
    await ledger.write(OTHER, [startOf(3)]);
    expect((await ledger.clients()).sort()).toEqual([CLIENT, OTHER]);
    expect(await newLedger().ledger.clients()).toEqual([]);
  });
});

describe('an answer', () => {
  test('stores the outcomes of the actions that wait on the tablet, and ignores all other outcomes', async () => {
    const { ledger, outcomes } = newLedger();
    await ledger.write(CLIENT, [startOf(1), recordOf(2)]);
    await ledger.answered([resultOf(1, 1), resultOf(2, 2, 'conflict', 'LINE_CHANGED'), resultOf(77, 3, 'rejected', 'INVALID')], null);
    const storedOutcome = { code: null, server: null, at: NOW, root_m: null };
    expect(await outcomes()).toEqual([
      { ...storedOutcome, m: uuidOf(1), n: 'pick.start', outcome: 'applied', is_open: false, place: 0 },
      { ...storedOutcome, m: uuidOf(2), n: 'pick.record_line', outcome: 'conflict', code: 'LINE_CHANGED', is_open: true, place: 2 },
    ]);
  });

  test('lists its refusals after the earlier refusals, in the sequence of the queue', async () => {
    const { ledger } = newLedger();
    await ledger.write(CLIENT, [startOf(9), startOf(5), startOf(7), startOf(3)]);
    await ledger.answered([resultOf(9, 1, 'rejected', 'INVALID')], null);
    await ledger.answered(
      [resultOf(5, 2, 'rejected', 'INVALID'), resultOf(7, 3, 'rejected', 'INVALID'), resultOf(3, 4, 'rejected', 'INVALID')],
      null,
    );
    expect(idsOf((await ledger.view()).outcomes)).toEqual([9, 5, 7, 3]);
  });

  test('without a result and without a list of open items changes nothing', async () => {
    const { ledger, writeCount, fact } = newLedger();
    await ledger.answered([], null, { c: CLIENT, s: 1, sig: 'signed' });
    expect([writeCount(), await fact('ack')]).toEqual([0, undefined]);
  });

  test('without a confirmation leaves the stored confirmation as it is', async () => {
    const { ledger, fact } = newLedger();
    await ledger.write(CLIENT, [startOf(1), startOf(2)]);
    await ledger.answered([resultOf(1, 1)], null, { c: CLIENT, s: 1, sig: 'signed' });
    await ledger.answered([resultOf(2, 2)], null);
    expect(await fact('ack')).toEqual({ k: 'ack', c: CLIENT, s: 1, sig: 'signed' });
  });

  test('opens the items of its list of open items even if it contains no result', async () => {
    const { ledger } = newLedger();
    await ledger.answered([], [openOf(4, { root_m: uuidOf(3) }), openOf(2)]);
    const { outcomes } = await ledger.view();
    expect(outcomes).toMatchObject([
      { m: uuidOf(4), is_open: true, place: 0, root_m: uuidOf(3), code: 'CLAIMED' },
      { m: uuidOf(2), is_open: true, place: 1, root_m: null },
    ]);
  });

  test('closes the open items that its list no longer contains, and no others', async () => {
    const { ledger } = newLedger();
    await ledger.answered([], [openOf(1), openOf(2), openOf(3)]);
    await ledger.answered([], [openOf(3), openOf(1)]);
    const { outcomes } = await ledger.view();
    expect(outcomes.map(({ m, is_open }) => [m, is_open])).toEqual(
      expect.arrayContaining([
        [uuidOf(1), true],
        [uuidOf(2), false],
        [uuidOf(3), true],
      ]),
    );
    expect(idsOf(outcomes.filter(({ is_open }) => is_open))).toEqual([3, 1]);
  });
});

describe('the queue is shortened', () => {
  const statesOf = async ({ ledger, outbox }: ReturnType<typeof newLedger>) => ({ queue: idsOf(await outbox()), sent: idsOf(await ledger.sent()) });

  test('by an action only once the outcome of this action is stored and the rows contain the action', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1), startOf(2), startOf(3)]);
    await of.ledger.write(OTHER, [startOf(4)]);
    await of.ledger.answered([resultOf(1, 1, 'noop'), resultOf(3, 3), resultOf(4, 1)], null);
    await of.ledger.prune({ [CLIENT]: 2 }, 'one');
    expect(await statesOf(of)).toEqual({ queue: [2, 3, 4], sent: [1] });
    const [sentRow] = await of.ledger.sent();
    expect(sentRow).toMatchObject({ q: 1, c: CLIENT, s: 1, outcome: 'noop', code: null, sent_at: NOW });
    expect(await of.fact('reached')).toEqual({ k: 'reached', c: CLIENT, s: 1 });
    expect(await of.fact('epoch')).toEqual({ k: 'epoch', epoch: 'one' });
    // Actions 3 and 4 still wait in the queue. Their outcomes stay, so that the actions are not sent again.
    expect(idsOf(await of.outcomes())).toEqual([3, 4]);
  });

  test('to nothing if all actions are done; the sent-log lists them, newest first', async () => {
    const of = await ledgerWith(3, 3);
    expect(await statesOf(of)).toEqual({ queue: [], sent: [3, 2, 1] });
    expect(await of.fact('reached')).toMatchObject({ s: 3 });
    expect(await of.outcomes()).toEqual([]);
  });

  test('by no action if none is done; the last action known to the office stays the same', async () => {
    const of = await ledgerWith(2, 1);
    await of.ledger.prune({ [CLIENT]: 1 }, null);
    expect(await statesOf(of)).toEqual({ queue: [2], sent: [1] });
    expect(await of.fact('reached')).toEqual({ k: 'reached', c: CLIENT, s: 1 });
    expect(await of.fact('epoch')).toEqual({ k: 'epoch', epoch: 'one' });
  });

  test.each([
    [1, 'few actions'],
    [6, 'many actions'],
  ])('by a refused action, which stays as an open item, and by %i more: %s', async (others) => {
    const of = newLedger();
    const all = Array.from({ length: others }, (_, i) => startOf(i + 2));
    await of.ledger.write(CLIENT, [recordOf(1), ...all]);
    await of.ledger.answered([resultOf(1, 1, 'conflict', 'LINE_CHANGED'), ...all.map((_, i) => resultOf(i + 2, i + 2))], null);
    await of.ledger.prune({ [CLIENT]: others + 1 }, 'one');
    expect(await statesOf(of)).toMatchObject({ queue: [] });
    expect((await of.ledger.sent()).at(-1)).toMatchObject({ m: uuidOf(1), outcome: 'conflict', code: 'LINE_CHANGED' });
    expect(await of.outcomes()).toMatchObject([{ m: uuidOf(1), is_open: true }]);
  });

  test.each([
    [0, 'few outcomes'],
    [6, 'many outcomes'],
  ])('and the list of open items that came with the rows replaces the stored list, also if there are %i further outcomes: %s', async (others) => {
    const of = newLedger();
    const all = Array.from({ length: others }, (_, i) => startOf(i + 10));
    await of.ledger.write(CLIENT, [...all, startOf(1), startOf(2)]);
    await of.ledger.answered([...all.map((_, i) => resultOf(i + 10, i + 1)), resultOf(1, others + 1, 'rejected', 'INVALID')], null);
    await of.ledger.prune({ [CLIENT]: others }, 'one', [openOf(5)]);
    // Action 1 waits until the rows contain it, so its outcome stays, although the office has closed the item.
    expect(await of.outcomes()).toMatchObject([
      { m: uuidOf(1), is_open: false, code: 'INVALID' },
      { m: uuidOf(5), is_open: true },
    ]);
    await of.ledger.prune({ [CLIENT]: others + 1 }, 'one', [openOf(5)]);
    expect(idsOf(await of.outcomes())).toEqual([5]);
    await of.ledger.prune({}, 'one', []);
    expect(await of.outcomes()).toEqual([]);
  });

  test('and the stored open items stay if no list of open items came', async () => {
    const of = newLedger();
    await of.ledger.answered([], [openOf(1), openOf(2)]);
    await of.ledger.prune({}, 'one');
    expect((await of.outcomes()).map(({ is_open }) => is_open)).toEqual([true, true]);
  });
});

describe('the sent-log', () => {
  test('keeps each sent action and its client id for 14 days to the minute', async () => {
    const { ledger, clock, facts, put } = await ledgerWith(1, 1);
    await ledger.open();
    await put({ k: 'session', at: 1, session: {} });
    const sentAt = Date.parse(NOW);
    clock.set(sentAt + 14 * DAY);
    await ledger.forgetOld();
    expect(idsOf(await ledger.sent())).toEqual([1]);
    expect((await facts()).map(({ k }) => k)).toContain(`client:${CLIENT}`);
    clock.set(sentAt + 14 * DAY + 60_000);
    await ledger.forgetOld();
    expect(await ledger.sent()).toEqual([]);
    expect((await facts()).map(({ k }) => k).sort()).toEqual(['device', 'epoch', 'last', 'reached', 'session']);
  });

  test('keeps a waiting action and the sequence numbers of its client id at any age', async () => {
    const { ledger, clock, fact, outbox } = await ledgerWith(2, 1);
    clock.set(Date.parse(NOW) + 300 * DAY);
    await ledger.forgetOld();
    expect(idsOf(await outbox())).toEqual([2]);
    expect(await fact(`client:${CLIENT}`)).toMatchObject({ next_s: 3 });
    expect(numbersOf(await ledger.write(CLIENT, [startOf(3)]))).toEqual([[3, CLIENT, 3, uuidOf(3)]]);
  });

  test('keeps an old client id as long as one of its actions was sent in the last 14 days', async () => {
    const { ledger, clock, fact } = newLedger();
    await ledger.write(CLIENT, [startOf(1)]);
    await ledger.answered([resultOf(1, 1)], null);
    clock.set(Date.parse(NOW) + 5 * DAY);
    await ledger.prune({ [CLIENT]: 1 }, 'one');
    clock.set(Date.parse(NOW) + 19 * DAY);
    await ledger.forgetOld();
    expect(idsOf(await ledger.sent())).toEqual([1]);
    expect(await fact(`client:${CLIENT}`)).toMatchObject({ next_s: 2 });
  });

  test('keeps the numbers of a client id that was used in the last 14 days, even if none of its actions is stored', async () => {
    const { ledger, clock, fact, put } = newLedger();
    await put({ k: `client:${CLIENT}`, next_s: 5, replaced_by: null, at: NOW });
    clock.set(Date.parse(NOW) + 14 * DAY);
    await ledger.forgetOld();
    expect(await fact(`client:${CLIENT}`)).toMatchObject({ next_s: 5 });
  });
});

describe('numbers that the server has for other actions', () => {
  test('from the first such number on, the actions of the client id get a new client id, in the same sequence; all other actions stay', async () => {
    const { ledger, outbox, fact } = newLedger();
    await ledger.write(CLIENT, [startOf(1), startOf(2)]);
    await ledger.write(OTHER, [startOf(3)]);
    await ledger.write(CLIENT, [startOf(4)]);
    await ledger.fork(CLIENT, 2);
    const rows = await outbox();
    const fresh = rows[1]?.c ?? '';
    expect([CLIENT, OTHER]).not.toContain(fresh);
    expect(numbersOf(rows)).toEqual([
      [1, CLIENT, 1, uuidOf(1)],
      [2, fresh, 1, uuidOf(2)],
      [3, OTHER, 1, uuidOf(3)],
      [4, fresh, 2, uuidOf(4)],
    ]);
    expect(await fact(`client:${fresh}`)).toEqual({ k: `client:${fresh}`, next_s: 3, replaced_by: null, at: NOW });
    expect(await fact(`client:${CLIENT}`)).toEqual({ k: `client:${CLIENT}`, next_s: 1, replaced_by: fresh, at: NOW });
    const later = [...(await ledger.write(CLIENT, [startOf(5)])), ...(await ledger.write(OTHER, [startOf(6)]))];
    expect(numbersOf(later)).toEqual([
      [5, fresh, 3, uuidOf(5)],
      [6, OTHER, 2, uuidOf(6)],
    ]);
  });
});

test('if the server has another action under a number of one client id, the actions of other client ids stay unchanged', async () => {
  const { ledger, outbox } = newLedger();
  await ledger.write(OTHER, [startOf(1), startOf(2)]);
  await ledger.write(CLIENT, [startOf(3)]);
  await ledger.fork(CLIENT, 1);
  expect(numbersOf(await outbox()).slice(0, 2)).toEqual([
    [1, OTHER, 1, uuidOf(1)],
    [2, OTHER, 2, uuidOf(2)],
  ]);
});

describe('a server that lacks actions before the one that was sent', () => {
  test('gets the actions that it lacks again, under their old numbers, if the sent-log has all of them', async () => {
    const { ledger, outbox, outcomes } = await ledgerWith(4, 3);
    await ledger.write(OTHER, [startOf(8)]);
    await ledger.answered([], [openOf(3)]);
    await ledger.gap(CLIENT, 2, 4);
    const rows = await outbox();
    expect(numbersOf(rows)).toEqual([
      [2, CLIENT, 2, uuidOf(2)],
      [3, CLIENT, 3, uuidOf(3)],
      [4, CLIENT, 4, uuidOf(4)],
      [5, OTHER, 1, uuidOf(8)],
    ]);
    for (const key of ['outcome', 'code', 'sent_at']) expect(rows[0]).not.toHaveProperty(key);
    expect(idsOf(await ledger.sent())).toEqual([1]);
    // The server sends the outcomes of these actions again.
    expect(await outcomes()).toEqual([]);
  });

  test.each<[string, { lacking: number[]; sentUpTo: number; expect: number; from: number }]>([
    ['the sent-log has none of the actions that it lacks', { lacking: [1, 2], sentUpTo: 2, expect: 1, from: 3 }],
    ['the sent-log has only some of the actions that it lacks', { lacking: [1], sentUpTo: 2, expect: 1, from: 3 }],
    ['it expects the very action that it refused', { lacking: [], sentUpTo: 2, expect: 3, from: 3 }],
  ])('gets the waiting actions under a new client if %s', async (_name, { lacking, sentUpTo, expect: expected, from }) => {
    const { ledger, outbox, change } = await ledgerWith(4, sentUpTo);
    await change((t) => t.sent.delete(lacking));
    await ledger.write(OTHER, [startOf(8)]);
    const sentIds = idsOf(await ledger.sent());
    await ledger.gap(CLIENT, expected, from);
    const rows = await outbox();
    const fresh = rows[0]?.c ?? '';
    expect([CLIENT, OTHER]).not.toContain(fresh);
    expect(numbersOf(rows)).toEqual([
      [3, fresh, 1, uuidOf(3)],
      [4, fresh, 2, uuidOf(4)],
      [5, OTHER, 1, uuidOf(8)],
    ]);
    expect(idsOf(await ledger.sent())).toEqual(sentIds);
  });

  test('gets no action of another client id, even if that client id has used the same numbers', async () => {
    const { ledger, outbox } = newLedger();
    await ledger.write(OTHER, [startOf(1), startOf(2)]);
    await ledger.answered([resultOf(1, 1), resultOf(2, 2)], null);
    await ledger.prune({ [OTHER]: 2 }, 'one');
    await ledger.write(CLIENT, [startOf(3), startOf(4), startOf(5)]);
    await ledger.answered([resultOf(3, 1), resultOf(4, 2)], null);
    await ledger.prune({ [CLIENT]: 2 }, 'one');
    await ledger.gap(CLIENT, 1, 3);
    expect(idsOf(await outbox())).toEqual([3, 4, 5]);
    expect(idsOf(await ledger.sent())).toEqual([2, 1]);
  });

  test('gets the earlier actions unchanged if they still wait', async () => {
    const { ledger, outbox, change } = await ledgerWith(3, 1);
    await ledger.gap(CLIENT, 1, 3);
    expect(numbersOf(await outbox())).toEqual([
      [1, CLIENT, 1, uuidOf(1)],
      [2, CLIENT, 2, uuidOf(2)],
      [3, CLIENT, 3, uuidOf(3)],
    ]);
    await change((t) => t.outbox.delete([1]));
    await ledger.gap(CLIENT, 1, 3);
    expect((await outbox()).map(({ s }) => s)).toEqual([1, 2]);
  });

  test('leaves the queue as it is if the actions that it lacks still wait there', async () => {
    const { ledger, outbox } = await ledgerWith(3);
    const before = await outbox();
    await ledger.gap(CLIENT, 2, 3);
    expect(await outbox()).toEqual(before);
  });
});

describe('a server that was restored from a backup', () => {
  /** Five actions, of which the first three are answered. The backup has only the first. */
  const newRestoredLedger = async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1), recordOf(2), recordOf(3)]);
    await of.ledger.answered([resultOf(1, 1), resultOf(2, 2), resultOf(3, 3, 'conflict', 'LINE_CHANGED')], null, { c: CLIENT, s: 3, sig: 'signed' });
    await of.ledger.prune({ [CLIENT]: 3 }, 'one');
    await of.ledger.write(CLIENT, [recordOf(4)], 3);
    await of.ledger.write(OTHER, [recordOf(5, lineOf(102))]);
    return of;
  };

  test('gets all actions that it lacks again, in sequence, with the same ids, under one new client id, based on facts', async () => {
    const { ledger, outbox, outcomes, fact } = await newRestoredLedger();
    await ledger.newEpoch('two', { [CLIENT]: 1, [OTHER]: 0 });
    const rows = await outbox();
    const fresh = rows[0]?.c ?? '';
    expect([CLIENT, OTHER]).not.toContain(fresh);
    expect(numbersOf(rows)).toEqual([
      [2, fresh, 1, uuidOf(2)],
      [3, fresh, 2, uuidOf(3)],
      [4, fresh, 3, uuidOf(4)],
      [5, fresh, 4, uuidOf(5)],
    ]);
    expect(rows.map(({ base }) => Object.values(base))).toEqual([[{ facts: FACTS }], [{ after: uuidOf(2) }], [{ facts: FACTS }], [{ facts: FACTS }]]);
    expect(idsOf(await ledger.sent())).toEqual([1]);
    // The server refused the action after the backup was made. The restored server does not know that, and judges the action again.
    expect(await outcomes()).toEqual([]);
    expect(await fact('epoch')).toEqual({ k: 'epoch', epoch: 'two' });
    expect([await fact('reached'), await fact('ack')]).toEqual([undefined, undefined]);
    for (const c of [CLIENT, OTHER]) expect(await fact(`client:${c}`)).toMatchObject({ replaced_by: fresh });
    expect(numbersOf(await ledger.write(CLIENT, [startOf(6)]))).toEqual([[6, fresh, 5, uuidOf(6)]]);
  });

  test('is handled as restored only once', async () => {
    const { ledger, outbox } = await newRestoredLedger();
    await ledger.newEpoch('two', { [CLIENT]: 1 });
    const before = await outbox();
    await ledger.newEpoch('two', {});
    expect(await outbox()).toEqual(before);
  });

  test('changes neither the number nor the outcome of a waiting action that it already has', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1), startOf(2)]);
    await of.ledger.answered([resultOf(1, 1)], null);
    await of.ledger.newEpoch('two', { [CLIENT]: 1 });
    const [first, second] = await of.outbox();
    expect([first?.c, first?.s, second?.s]).toEqual([CLIENT, 1, 1]);
    expect(second?.c).not.toBe(CLIENT);
    expect(idsOf(await of.outcomes())).toEqual([1]);
  });

  test('judges again a waiting action that it lacks, even if it had refused the action before the restore', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1)]);
    await of.ledger.answered([resultOf(1, 1, 'conflict', 'CLAIMED')], null);
    await of.ledger.newEpoch('two', { [CLIENT]: 0 });
    expect(await of.outcomes()).toEqual([]);
  });

  test('is sent all actions of a client id that it does not know', async () => {
    const { ledger, outbox } = await newRestoredLedger();
    await ledger.newEpoch('two', {});
    expect(idsOf(await outbox())).toEqual([1, 2, 3, 4, 5]);
  });

  test.each<[string, number | undefined, number[]]>([
    ['is of this tablet: only the missing actions are sent', 2, [3, 4, 5]],
    ['is of a copy of this tablet, which has used the same numbers: everything is sent', 66, [1, 2, 3, 4, 5]],
    ['is not known: only the missing actions are sent', undefined, [3, 4, 5]],
  ])('and whose last action of a client %s', async (_name, last, expected) => {
    const { ledger, outbox } = await newRestoredLedger();
    await ledger.newEpoch('two', { [CLIENT]: 2, [OTHER]: 0 }, last === undefined ? {} : { [CLIENT]: uuidOf(last) });
    expect(idsOf(await outbox())).toEqual(expected);
  });

  test('gets every action if its last action of a client id has another number on this tablet', async () => {
    const { ledger, outbox } = await newRestoredLedger();
    await ledger.newEpoch('two', { [CLIENT]: 2, [OTHER]: 0 }, { [CLIENT]: uuidOf(3) });
    expect(idsOf(await outbox())).toEqual([1, 2, 3, 4, 5]);
  });

  test('gets only the actions that it lacks if its last action of a client id still waits on this tablet', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1), startOf(2)]);
    await of.ledger.newEpoch('two', { [CLIENT]: 1 }, { [CLIENT]: uuidOf(1) });
    const [first, second] = await of.outbox();
    expect(first).toMatchObject({ c: CLIENT, s: 1 });
    expect(second?.c).not.toBe(CLIENT);
  });

  test('does not change the base of an action if the facts on the screen are not known', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [recordOf(1)]);
    await of.change(async (t) => {
      const [row] = await t.outbox.all();
      if (row) await t.outbox.put([{ ...row, seen: {} }]);
    });
    await of.ledger.newEpoch('two', {});
    expect((await of.outbox())[0]?.base).toEqual({ 'pick_line:101': 4 });
  });

  test('does not change the replacement of a client id that was replaced before', async () => {
    const of = newLedger();
    await of.ledger.write(CLIENT, [startOf(1)]);
    await of.ledger.fork(CLIENT, 1);
    const [row] = await of.outbox();
    await of.ledger.answered([resultOf(1, 1)], null);
    await of.ledger.prune({ [row?.c ?? '']: 1 }, 'one');
    await of.ledger.newEpoch('two', { [row?.c ?? '']: 1 });
    expect(await of.fact(`client:${CLIENT}`)).toMatchObject({ replaced_by: row?.c });
    const [later] = await of.ledger.write(CLIENT, [startOf(2)]);
    expect(later).toMatchObject({ s: 1 });
    expect([CLIENT, row?.c]).not.toContain(later?.c);
  });
});
