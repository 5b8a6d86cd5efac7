import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { errorCodes, orderLines, orders, picks } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { lawRuns } from '../law-runs.ts';
import { type OrderAtState, openStage, type Stage } from './states.ts';

type State = keyof Stage['states'];
type Action = keyof Stage['actions'];

/** Every action of the office and the floor, with the states in which it has each result: `ok`, the code of a 409, or another HTTP status. */
const answers: Record<Action, Record<string, string>> = {
  submit: {
    ok: 'draft requested',
    already_submitted:
      'submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier part_shipped shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  change_head: {
    ok: 'draft requested submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier part_shipped shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  change_line: {
    ok: 'draft requested submitted with_stock held part_shipped',
    order_shipped: 'shipped',
    pick_open: 'allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  delete_line: {
    ok: 'draft requested submitted',
    line_allocated: 'with_stock held part_shipped shipped',
    pick_open: 'allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  set_line: {
    order_not_submitted: 'draft requested',
    ok: 'submitted with_stock part_shipped',
    order_frozen: 'held held_on_floor',
    pick_open: 'allocated picking recorded picking_paused picked booked waiting_for_courier',
    '422': 'shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  allocate_all: {
    order_not_submitted: 'draft requested',
    ok: 'submitted with_stock part_shipped',
    order_frozen: 'held held_on_floor',
    pick_open: 'allocated picking recorded picking_paused picked booked waiting_for_courier',
    order_shipped: 'shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  release: {
    order_not_submitted: 'draft requested',
    '422': 'submitted part_shipped',
    ok: 'with_stock',
    order_frozen: 'held held_on_floor',
    pick_open: 'allocated picking recorded picking_paused picked booked waiting_for_courier',
    order_shipped: 'shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  unallocate: {
    order_not_submitted: 'draft requested',
    not_allocated: 'submitted part_shipped shipped',
    ok: 'with_stock allocated picking picking_paused',
    order_frozen: 'held held_on_floor',
    order_picked: 'recorded picked booked waiting_for_courier',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  send_back: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    ok: 'allocated picking recorded picking_paused',
    order_frozen: 'held_on_floor',
    order_picked: 'picked booked waiting_for_courier',
    '404': 'deleted',
  },
  reopen: {
    order_not_submitted: 'draft requested',
    not_picked: 'submitted with_stock allocated picking recorded picking_paused part_shipped shipped',
    order_frozen: 'held held_on_floor',
    ok: 'picked booked',
    already_dispatched: 'waiting_for_courier',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  hold: {
    order_not_submitted: 'draft requested',
    ok: 'submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier part_shipped',
    order_shipped: 'shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  let_go: {
    ok: 'draft requested submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked waiting_for_courier part_shipped shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  cancel: {
    order_not_submitted: 'draft requested',
    ok: 'submitted with_stock allocated picking recorded picking_paused part_shipped',
    order_frozen: 'held held_on_floor',
    order_picked: 'picked booked waiting_for_courier',
    order_shipped: 'shipped',
    order_cancelled: 'cancelled',
    '404': 'deleted',
  },
  delete: {
    ok: 'draft requested submitted with_stock allocated picking picking_paused cancelled',
    order_frozen: 'held held_on_floor',
    order_picked: 'recorded picked booked waiting_for_courier',
    order_shipped: 'part_shipped shipped',
    '404': 'deleted',
  },
  claim: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    ok: 'allocated picking recorded picking_paused',
    order_frozen: 'held_on_floor',
    already_picked: 'picked booked waiting_for_courier',
    '404': 'deleted',
  },
  pause: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    not_picking: 'allocated held_on_floor',
    ok: 'picking recorded picking_paused',
    already_picked: 'picked booked waiting_for_courier',
    '404': 'deleted',
  },
  hand_over: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    not_picking: 'allocated held_on_floor',
    ok: 'picking recorded picking_paused',
    already_picked: 'picked booked waiting_for_courier',
    '404': 'deleted',
  },
  record: {
    '404': 'draft requested submitted with_stock held part_shipped shipped cancelled deleted',
    not_picking: 'allocated',
    order_frozen: 'held_on_floor',
    ok: 'picking recorded',
    pick_paused: 'picking_paused',
    already_picked: 'picked booked waiting_for_courier',
  },
  complete_pick: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    not_picking: 'allocated',
    order_frozen: 'held_on_floor',
    '422': 'picking',
    ok: 'recorded',
    pick_paused: 'picking_paused',
    already_picked: 'picked booked waiting_for_courier',
    '404': 'deleted',
  },
  complete_prep: {
    pick_closed: 'draft requested submitted with_stock held part_shipped shipped cancelled',
    not_picked: 'allocated picking recorded picking_paused',
    order_frozen: 'held_on_floor',
    ok: 'picked',
    order_ready: 'booked waiting_for_courier',
    '404': 'deleted',
  },
  dispatch: {
    not_picked: 'draft requested submitted with_stock held allocated picking recorded picking_paused picked part_shipped shipped cancelled',
    order_frozen: 'held_on_floor',
    ok: 'booked',
    already_dispatched: 'waiting_for_courier',
    '404': 'deleted',
  },
  set_as_allocated: {
    not_stuck:
      'draft requested submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked part_shipped shipped cancelled',
    ok: 'waiting_for_courier',
    '404': 'deleted',
  },
  set_as_dispatched: {
    not_stuck:
      'draft requested submitted with_stock held allocated held_on_floor picking recorded picking_paused picked booked part_shipped shipped cancelled',
    ok: 'waiting_for_courier',
    '404': 'deleted',
  },
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
}, 60_000);

const codeOf = ({ status, body }: { status: number; body: unknown }): string => {
  if (status < 300) return 'ok';
  return status === 409 ? (body as { code: string }).code : String(status);
};

/** All stored values of an order, its lines and its picks: an action with any effect changes one of these values. */
const rowsOf = ({ uuid }: OrderAtState) =>
  stage.database.reader
    .select()
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.order_id, orders.id))
    .leftJoin(picks, eq(picks.order_id, orders.id))
    .where(eq(orders.uuid, uuid))
    .orderBy(orderLines.id, picks.id);

/** Whether an action leaves the order in its state, so that the next action can be tried on the same order. */
const staysInState = (action: Action, state: State): boolean =>
  action === 'change_head' || (action === 'let_go' && state !== 'held' && state !== 'held_on_floor');

const expected = (action: Action, state: State): string | undefined =>
  Object.entries(answers[action]).find(([, states]) => states.split(' ').includes(state))?.[0];
const names = <Key extends string>(things: Record<Key, unknown>): Key[] => Object.keys(things) as Key[];
const everyState: State[] = [...new Set(Object.values(answers).flatMap((by) => Object.values(by).flatMap((states) => states.split(' '))))] as State[];

test('the table of expected answers covers every state and every action', () => {
  expect([...everyState].sort()).toEqual(names(stage.states).sort());
  for (const action of names(answers))
    expect(
      Object.values(answers[action])
        .flatMap((states) => states.split(' '))
        .sort(),
    ).toEqual([...everyState].sort());
  expect(names(answers).sort()).toEqual(names(stage.actions).sort());
});

/** The actions that are tried in a state: all of them, or on PostgreSQL about a third (`lawRuns`), with other actions in the next state. */
const triedIn = (state: State): Action[] => {
  const all = names(answers);
  const step = Math.ceil(all.length / lawRuns(all.length));
  return all.filter((_, index) => index % step === everyState.indexOf(state) % step);
};

test.each(everyState)(
  '%s: every action is allowed or refused as the table says, and a refused action changes nothing',
  async (state) => {
    let order = await stage.states[state]();
    let before = await rowsOf(order);
    for (const action of triedIn(state)) {
      const answer = codeOf(await stage.actions[action](order));
      expect([action, answer]).toEqual([action, expected(action, state)]);
      if (answer === 'ok' && !staysInState(action, state)) order = await stage.states[state]();
      const after = await rowsOf(order);
      if (answer !== 'ok') expect([action, after]).toEqual([action, before]);
      before = after;
    }
  },
  120_000,
);

/** For each state, the actions of which every pair is tried at the same time on one order. */
const races: Partial<Record<State, Action[]>> = {
  with_stock: ['release', 'cancel', 'unallocate', 'hold', 'set_line', 'delete'],
  allocated: ['claim', 'send_back', 'unallocate', 'cancel'],
  recorded: ['complete_pick', 'send_back', 'cancel', 'hold', 'record'],
  booked: ['dispatch', 'reopen', 'hold'],
  waiting_for_courier: ['set_as_allocated', 'set_as_dispatched', 'hold'],
};
const pairs = (Object.keys(races) as State[]).flatMap((state) =>
  (races[state] ?? []).flatMap((one, place, all) => all.slice(place).map((other) => [state, one, other] as [State, Action, Action])),
);

/** The result of two actions: the response to each, and the final order, without ids and version numbers, which differ from order to order. */
async function cameTo(order: OrderAtState, first: Promise<string>, second: Promise<string>): Promise<unknown> {
  const results = [await first, await second];
  const rows = await rowsOf(order);
  const head = rows[0]?.orders;
  if (!head || head.deleted_at) return { answer: results, now: 'deleted' };
  const { status, is_frozen, cost_code } = head;
  const lines = rows.map(({ order_lines: line }) => [line?.qty_requested, line?.qty_allocated, line?.qty_shipped]);
  return { answer: results, now: { status, is_frozen, cost_code, picks: rows.map((row) => row.picks?.state ?? null), lines } };
}

test.each(pairs)(
  '%s: %s and %s at the same time give the same result as one after the other',
  async (state, one, other) => {
    const act = async (action: Action, order: OrderAtState): Promise<string> => codeOf(await stage.actions[action](order));
    const inTurn = async (): Promise<unknown> => {
      const order = await stage.states[state]();
      const first = await act(one, order);
      return cameTo(order, Promise.resolve(first), act(other, order));
    };
    const theOtherWay = async (): Promise<unknown> => {
      const order = await stage.states[state]();
      const second = await act(other, order);
      return cameTo(order, act(one, order), Promise.resolve(second));
    };
    const order = await stage.states[state]();
    const raced = await cameTo(order, act(one, order), act(other, order));
    const first = await inTurn();
    if (!isDeepStrictEqual(raced, first)) expect([first, await theOtherWay()]).toContainEqual(raced);
  },
  60_000,
);

test('stock, allocations and statuses are consistent after the tests of every state and every pair of actions', async () => {
  expect((await verifyStock(stage.database.reader)).discrepancies).toEqual([]);
});
