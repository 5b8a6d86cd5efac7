import { describe, expect, test } from 'vitest';
import { describeOnFloor } from '../../../pwa/offline/mutation-text.ts';
import { rootsOf, undecidedLines } from '../../../pwa/offline/open-roots.ts';
import { queueView } from '../../../pwa/offline/queue-view.ts';
import type { DelayedAction, Queued, Sent, StoredOutcome } from '../../../pwa/offline/store.ts';
import { createStore } from '../../../pwa/ui/store.ts';
import { noRows, type SyncRows } from '../../../shared/sync/floor.ts';
import type { ArgsOf, MutationName } from '../../../shared/sync/mutations.ts';
import { shelfTaskName } from '../../../shared/sync/task-name.ts';
import { floorOf, lineId, uuidOf } from './world.ts';

const at = '2026-11-21T09:00:00.000Z';
const later = '2026-11-21T10:00:00.000Z';
const shown = (text: string) => ({ text, order_number: '00001' });
const queued = (m: string, change: object = {}) => ({ m, n: 'pick.start', a: { pick_id: 1 }, at, shown: shown(m), ...change }) as Queued;
const done = (m: string, outcome: Sent['outcome']) => ({ ...queued(m), outcome, code: null, sent_at: later }) as Sent;
const outcomeOf = (m: string, change: Partial<StoredOutcome> = {}): StoredOutcome => ({
  m,
  n: 'pick.start',
  outcome: 'rejected',
  code: 'CLAIMED',
  server: null,
  at: later,
  root_m: null,
  is_open: true,
  place: 0,
  ...change,
});
const viewOf = (waiting: Queued[], open: StoredOutcome[] = [], sent: Sent[] = [], delayed: DelayedAction[] = []) =>
  queueView({ queue: async () => ({ waiting, open, sent }), delayed: createStore<readonly DelayedAction[]>(delayed) });

describe('the queue on the screen', () => {
  test('lists the waiting actions, with a hint on those that print a document, and the actions that have reached the server', async () => {
    const { attention, waiting, saved } = await viewOf(
      [queued('a'), queued('b', { n: 'print.request' })],
      [],
      [done('c', 'applied'), done('d', 'noop'), done('e', 'rejected'), done('f', null)],
    );
    expect(attention).toEqual([]);
    expect(waiting).toEqual([
      { m: 'a', at, shown: shown('a'), state: 'waiting', note: null, code: null },
      {
        m: 'b',
        at,
        shown: shown('b'),
        state: 'waiting',
        note: 'The document waits on this tablet. Print it from the lists when the network is back',
        code: null,
      },
    ]);
    expect(saved).toEqual(['c', 'd'].map((m) => ({ m, at, shown: shown(m), state: 'saved', note: null, code: null })));
  });

  test('lists, below the waiting actions, those that can still be undone, each with the time at which it joins the queue', async () => {
    const ship = { action: queued('b', { n: 'dispatch.set_tracking' }), due: 1_000 } as unknown as DelayedAction;
    const tick = { action: queued('c', { n: 'outcome.resolve', a: { m: 'x', choice: 'dismiss' } }), due: 2_000 } as unknown as DelayedAction;
    expect((await viewOf([queued('a')], [], [], [ship, tick])).waiting).toEqual([
      { m: 'a', at, shown: shown('a'), state: 'waiting', note: null, code: null },
      { m: 'b', at, shown: shown('b'), state: 'delayed', note: null, code: null, due: 1_000, verb: 'Ships' },
      { m: 'c', at, shown: shown('c'), state: 'delayed', note: null, code: null, due: 2_000, verb: 'Sent' },
    ]);
    const { waiting } = await viewOf([queued('b', { n: 'dispatch.set_tracking' })], [], [], [ship]);
    expect(waiting.map(({ m, state }) => [m, state])).toEqual([['b', 'waiting']]);
  });

  test('lists a refused action once, with the reason for the refusal, the text of the action and its time', async () => {
    const { attention, waiting, saved } = await viewOf([queued('a')], [outcomeOf('a'), outcomeOf('b')], [done('b', 'applied')]);
    expect([waiting, saved]).toEqual([[], []]);
    expect(attention).toMatchObject([
      { m: 'a', at, shown: shown('a'), state: 'refused', code: 'CLAIMED' },
      { m: 'b', at, shown: shown('b'), state: 'refused' },
    ]);
    expect(attention[0]?.note).toBe('Somebody else had started this pick already');
  });

  test('describes a refused action by its name if the action is no longer stored on this tablet', async () => {
    const { attention } = await viewOf([], [outcomeOf('a')]);
    expect(attention).toMatchObject([{ at: later, shown: { text: 'Started a pick', order_number: null } }]);
  });

  test('shows an open conflict as a choice, a decided conflict as decided, and dependent refusals below their conflict', async () => {
    const waiting = [queued('r', { n: 'outcome.resolve', a: { m: 'b', choice: 'mine' } }), queued('x', { a: { m: 'a' } })];
    const open = [
      outcomeOf('d', { root_m: 'a' }),
      outcomeOf('a', { outcome: 'conflict' }),
      outcomeOf('b', { outcome: 'conflict' }),
      outcomeOf('c', { root_m: 'a' }),
      outcomeOf('e', { root_m: 'gone' }),
    ];
    const { attention } = await viewOf(waiting, open);
    expect(attention.map(({ m, state }) => [m, state])).toEqual([
      ['a', 'choice'],
      ['d', 'held'],
      ['c', 'held'],
      ['b', 'decided'],
      ['e', 'refused'],
    ]);
    expect(attention.map(({ note }) => note === 'Waits on the choice above')).toEqual([false, true, true, false, false]);
  });

  test('tells a person what happened to the order on which their action was refused', async () => {
    const { attention } = await viewOf([], [outcomeOf('a', { code: 'ORDER_CANCELLED', server: { order_number: '00007', state: 'closed' } })]);
    expect(attention[0]?.note).toBe('Order 00007 was cancelled while you picked it');
    const waiting = await viewOf([queued('a')], [outcomeOf('a', { code: 'ORDER_CANCELLED' })]);
    expect(waiting.attention[0]?.note).toBe('Order 00001 was cancelled while you picked it');
  });
});

describe('the open outcomes', () => {
  test('are for a person to decide unless they depend on another open outcome', () => {
    const open = [outcomeOf('a'), outcomeOf('b', { root_m: 'a' }), outcomeOf('c', { root_m: 'gone' })];
    expect(rootsOf(open).map(({ m }) => m)).toEqual(['a', 'c']);
  });

  test('mark a line as undecided if they need a choice about the line', () => {
    const line = (pick_line_id: number) => ({ pick_line_id, mine: {}, qty_allocated: 3 });
    const open = [
      outcomeOf('a', { code: 'DOUBLE_PICKED', server: line(1) }),
      outcomeOf('b', { code: 'LINE_CHANGED', server: line(2) }),
      outcomeOf('c', { code: 'AFTER', server: line(3) }),
      outcomeOf('d', { code: 'AFTER' }),
      outcomeOf('e', { code: 'CLAIMED', server: line(5) }),
      outcomeOf('f', { code: null, server: line(6) }),
    ];
    expect([...undecidedLines(open)]).toEqual([1, 2, 3]);
  });
});

describe('the text of an action', () => {
  /** A floor with an order of two lines, the second for a garment without a colour, and a line for a garment that the tablet does not have. */
  function floorRows(): SyncRows {
    const server = floorOf(1, 2);
    const [product, line] = [server.get('product', 2), server.get('pick_line', lineId(1, 2))];
    if (!product || !line) throw new Error('The floor has two lines.');
    server.put('product', { ...product, name: 'Polo', variation_colour: null });
    server.put('pick_line', { ...line, id: 103, product_id: 3, product_name: 'Cap', decoration: 'Logo', qty_picked: 2 });
    server.put('error_code', { id: 3, code: 'LOST', description: 'Not in its bin', requires_input: false });
    const rows = noRows();
    const byId = <Row extends { id: number }>(of: Row[]) => new Map(of.map((row) => [row.id, row]));
    return {
      ...rows,
      pick: new Map(server.all('pick').map((row) => [row.uuid, row])),
      pick_line: byId(server.all('pick_line')),
      product: byId(server.all('product')),
      wearer: byId(server.all('wearer')),
      error_code: byId(server.all('error_code')),
      dispatch: byId([{ id: 5, dispatch_number: 'D-00005' }] as never[]),
      shelf_task: byId([
        { id: 7, product_id: 1, product_name: 'Hoodie', qty: 2, order_number: '00001' },
        { id: 8, product_id: 9, product_name: 'Scarf', qty: 1, order_number: '00002' },
      ] as never[]),
    };
  }
  const record = (change: object) => ({
    pick_id: 1,
    pick_line_id: lineId(1, 1),
    product_id: 1,
    qty_picked: 2,
    code: null,
    other_reason: null,
    ...change,
  });

  test.each<[MutationName, object, string, string | null]>([
    ['pick.record_line', record({}), 'Picked 2 of 3 Zip Hoodie, Grey, L', '00001'],
    ['pick.record_line', record({ code: 'OTHER' }), 'Picked 2 of 3 Zip Hoodie, Grey, L, other', '00001'],
    ['pick.record_line', record({ code: 'LOST' }), 'Picked 2 of 3 Zip Hoodie, Grey, L, not in its bin', '00001'],
    ['pick.record_line', record({ code: 'NEW' }), 'Picked 2 of 3 Zip Hoodie, Grey, L, new', '00001'],
    ['pick.record_line', record({ pick_line_id: 102, product_id: 2 }), 'Picked 2 of 3 Zip Hoodie, L', '00001'],
    ['pick.record_line', record({ pick_line_id: 103, product_id: 3 }), 'Picked 2 of 3 Cap', '00001'],
    ['pick.record_line', record({ pick_line_id: 999, product_id: 2 }), 'Picked 2 × Polo, L', '00001'],
    ['pick.record_line', record({ pick_id: 99, pick_line_id: 999, product_id: 9 }), 'Picked 2 × a product', null],
    ['prep.tick_line', { pick_id: 1, pick_line_id: 103, ticked: true }, 'Ticked Logo on 2 × Cap', '00001'],
    ['dispatch.request', { orders: [{ uuid: uuidOf(1) }] }, 'Requested the dispatch', '00001'],
    ['dispatch.request', { orders: [{ uuid: uuidOf(9) }] }, 'Requested a dispatch', null],
    ['print.request', { what: 'bag_label', employee_id: 1, pick_id: 1 }, 'Print the bag label for Marek Nowak', '00001'],
    ['print.request', { what: 'bag_label', employee_id: 9, pick_id: 1 }, 'Print the bag label for a wearer', '00001'],
    ['dispatch.set_tracking', { dispatch_id: 5, tracking_number: 'T1' }, 'Tracking number T1 for dispatch D-00005', null],
    ['dispatch.set_tracking', { dispatch_id: 6, tracking_number: 'T1' }, 'Tracking number T1 for dispatch 6', null],
    ['outcome.resolve', { m: shelfTaskName(7), choice: 'dismiss' }, 'Put 2 × Zip Hoodie, Grey, L back on the shelf', '00001'],
    ['outcome.resolve', { m: shelfTaskName(8), choice: 'dismiss' }, 'Put 1 × Scarf back on the shelf', '00002'],
    ['outcome.resolve', { m: shelfTaskName(9), choice: 'dismiss' }, 'Put items back on the shelf', null],
  ])('names what was done: %s %j', (n, a, text, order_number) => {
    expect(describeOnFloor(floorRows(), n, a as ArgsOf<typeof n>)).toMatchObject({ text, order_number });
  });
});
