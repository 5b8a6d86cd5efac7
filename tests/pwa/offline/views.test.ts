import { describe, expect, test } from 'vitest';
import { sortOrders } from '../../../pwa/offline/floor-sort.ts';
import { dispatchScreen, pickList, pickScreen, picturesOf, prepBatches, prepList, prepScreen } from '../../../pwa/offline/views.ts';
import { type Floor, noRows } from '../../../shared/sync/floor.ts';
import type { BagRow, DispatchRow, PickLineRow, PickRow, ProductRow, WearerRow } from '../../../shared/sync/rows.ts';
import { uuidOf } from './world.ts';

const at = '2026-11-21T09:00:00.000Z';
const pickOf = (id: number, change: Partial<PickRow> = {}): PickRow =>
  ({
    id,
    order_id: id,
    uuid: uuidOf(id),
    state: 'released',
    site_name: 'Leeds Depot',
    submitted_at: at,
    released_at: at,
    delivery_address: { address_line_1: '1 Quay St', postcode: 'LS10 1RT' },
    ...change,
  }) as PickRow;
const lineOf = (id: number, change: Partial<PickLineRow> = {}): PickLineRow =>
  ({
    id,
    pick_id: 1,
    employee_id: 1,
    product_id: 1,
    product_name: 'Zip Hoodie',
    decoration: null,
    qty_allocated: 3,
    qty_picked: 0,
    code: null,
    prep_ticked_at: null,
    ...change,
  }) as PickLineRow;
const productOf = (id: number, change: Partial<ProductRow> = {}): ProductRow =>
  ({
    id,
    name: 'Zip Hoodie',
    variation_size_1: 'L',
    variation_size_2: null,
    variation_all_size: null,
    bin: `A-${id}`,
    ...change,
  }) as ProductRow;
const wearerOf = (id: number, name: string): WearerRow => ({ id, name, employee_number: null });

interface Contents {
  picks?: PickRow[];
  lines?: PickLineRow[];
  products?: ProductRow[];
  wearers?: WearerRow[];
  bags?: BagRow[];
  dispatches?: DispatchRow[];
  waiting?: string[];
}
const byId = <Row extends { id: number | string }>(rows: readonly Row[] = []) => new Map(rows.map((row) => [row.id, row]));
const floorOf = ({ picks = [pickOf(1)], lines, products, wearers, bags, dispatches, waiting = [] }: Contents): Floor =>
  ({
    rows: {
      ...noRows(),
      pick: new Map(picks.map((pick) => [pick.uuid, pick])),
      pick_line: byId(lines),
      product: byId(products),
      wearer: byId(wearers),
      bag: byId(bags),
      dispatch: byId(dispatches),
      error_code: byId([{ id: 1, code: 'DAMAGED' }]),
      shipping_service: byId([{ id: '220' }]),
    },
    waiting: new Map(waiting.map((key) => [key, ['m']])),
  }) as unknown as Floor;

describe('the lists', () => {
  test.each<[string, Partial<PickRow>, Partial<PickRow>, number[]]>([
    [
      'the order that was submitted first comes first',
      { submitted_at: '2026-11-20T09:00:00.000Z' },
      { submitted_at: '2026-11-19T09:00:00.000Z' },
      [2, 1],
    ],
    [
      'orders that are already in the right sequence stay in it',
      { submitted_at: '2026-11-19T09:00:00.000Z' },
      { submitted_at: '2026-11-20T09:00:00.000Z' },
      [1, 2],
    ],
    ['of two orders submitted together, the one with the lower id comes first', { order_id: 8 }, { order_id: 7 }, [2, 1]],
    [
      'an order that nobody submitted is sorted by the time of its release',
      { submitted_at: null, released_at: '2026-11-21T10:00:00.000Z' },
      { submitted_at: '2026-11-21T09:30:00.000Z', released_at: '2026-11-21T11:00:00.000Z' },
      [2, 1],
    ],
  ])('%s', (_name, one, two, expected) => {
    expect(pickList(floorOf({ picks: [pickOf(1, one), pickOf(2, two)] })).map(({ id }) => id)).toEqual(expected);
  });

  test('each order is only on the list of its state', () => {
    const states = ['released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier'] as const;
    const floor = floorOf({ picks: states.map((state, i) => pickOf(i + 1, { state })), waiting: ['pick:6'] });
    const { ready, requested } = dispatchScreen(floor);
    const lists = [pickList(floor), prepList(floor), ready, requested];
    expect(lists.map((list) => list.map(({ state }) => state))).toEqual([
      ['released', 'picking', 'paused'],
      ['picked'],
      ['booked'],
      ['awaiting_courier'],
    ]);
  });

  test('an order shows its quantities, its lines, and each of its garments once', () => {
    const [hoodie, cap] = [productOf(1), productOf(2)];
    const [pick] = pickList(
      floorOf({
        lines: [
          lineOf(1, { qty_picked: 2 }),
          lineOf(2, { qty_allocated: 4, qty_picked: 1 }),
          lineOf(3, { product_id: 2, qty_allocated: 1 }),
          lineOf(4, { product_id: 9, qty_allocated: 1 }),
          lineOf(5, { pick_id: 2, qty_allocated: 50, qty_picked: 50 }),
        ],
        products: [hoodie, cap],
      }),
    );
    expect(pick).toMatchObject({ qty_allocated: 9, qty_picked: 3, line_count: 4, products: [hoodie, cap], is_waiting: false });
  });

  test('an order with an action that the office does not have yet is marked', () => {
    const floor = floorOf({ picks: [pickOf(1), pickOf(2)], waiting: ['pick:2', 'pick_line:1'] });
    expect(pickList(floor).map(({ is_waiting }) => is_waiting)).toEqual([false, true]);
  });
});

describe('an order to pick', () => {
  test('lists its lines in walking order, lines of one SKU in the order’s sequence, and lines without a bin last', () => {
    const floor = floorOf({
      lines: [
        lineOf(1, { product_id: 3 }),
        lineOf(2, { product_id: 10 }),
        lineOf(3, { product_id: 2 }),
        lineOf(5, { product_id: 2 }),
        lineOf(4, { product_id: 2 }),
        lineOf(0, { product_id: 98 }),
        lineOf(6, { product_id: 99 }),
      ],
      products: [productOf(2), productOf(10), productOf(3, { bin: null })],
    });
    expect(pickScreen(floor, uuidOf(1))?.lines.map(({ id }) => id)).toEqual([3, 4, 5, 2, 0, 6, 1]);
  });

  test('lists the sizes of one bin in the sequence of their style, else in the usual sequence of the trade', () => {
    const sizes = (['L', 'S', 'M', 'XL'] as const).map((size, place) => ({ size, id: place + 1 }));
    const products = sizes.map(({ size, id }) => productOf(id, { sku: `ZH-${size}`, variation_size_1: size, bin: 'A-1', variation_colour: 'Navy' }));
    const lines = sizes.map(({ id }) => lineOf(id, { product_id: id }));
    const shown = (style: Floor['rows']['style']) => {
      const floor = floorOf({ lines, products });
      return pickScreen({ ...floor, rows: { ...floor.rows, style } }, uuidOf(1))?.lines.map(({ size }) => size);
    };
    expect(shown(new Map())).toEqual(['S', 'M', 'L', 'XL']);
    const skus = ['XL', 'L', 'M', 'S'].map((size) => [`ZH-${size}`, size, 'A-1', null] as [string, string, string, null]);
    const own = { id: 9, name: 'Zip Hoodie', colours: [{ colour: 'Navy', hex: null, skus }] };
    expect(shown(new Map([[9, own]]))).toEqual(['XL', 'L', 'M', 'S']);
  });

  test.each<[string, Partial<PickLineRow>, { is_fully_picked: boolean; is_done: boolean }]>([
    ['as to do if it is not picked', { qty_picked: 0 }, { is_fully_picked: false, is_done: false }],
    ['as to do if it is picked in part without a reason', { qty_picked: 2 }, { is_fully_picked: false, is_done: false }],
    ['as done if it is picked in part with a reason', { qty_picked: 2, code: 'DAMAGED' }, { is_fully_picked: false, is_done: true }],
    ['as done if it is picked in full', { qty_picked: 3 }, { is_fully_picked: true, is_done: true }],
  ])('shows a line %s', (_name, change, expected) => {
    expect(pickScreen(floorOf({ lines: [lineOf(1, change)] }), uuidOf(1))?.lines).toMatchObject([expected]);
  });

  test('shows the garment, the size and the wearer of a line, and leaves out what the tablet does not know', () => {
    const floor = floorOf({
      lines: [lineOf(1), lineOf(2, { product_id: 8, employee_id: 8 })],
      products: [productOf(1)],
      wearers: [wearerOf(1, 'Marek Nowak')],
      waiting: ['pick_line:2'],
    });
    expect(pickScreen(floor, uuidOf(1))?.lines).toMatchObject([
      { id: 1, product: { id: 1 }, wearer: { name: 'Marek Nowak' }, size: 'L', is_waiting: false },
      { id: 2, product: null, wearer: null, size: '', is_waiting: true },
    ]);
    expect(pickScreen(floor, uuidOf(1))?.reasons).toMatchObject([{ code: 'DAMAGED' }]);
  });

  test('is computed once for the same floor, and again for another order or another floor', () => {
    const floor = floorOf({ picks: [pickOf(1), pickOf(2)] });
    const screen = pickScreen(floor, uuidOf(1));
    expect(pickScreen(floor, uuidOf(1))).toBe(screen);
    expect(pickScreen(floor, uuidOf(2))?.pick.id).toBe(2);
    expect(pickScreen({ ...floor }, uuidOf(1))).not.toBe(screen);
  });

  test('that is not on the floor has neither a pick screen nor a bench screen', () => {
    const floor = floorOf({ lines: [lineOf(1)] });
    expect([pickScreen(floor, uuidOf(9)), prepScreen(floor, uuidOf(9))]).toEqual([null, null]);
  });

  test.each<[string, (floor: Floor) => Floor, boolean]>([
    ['nothing of it', (floor) => ({ ...floor, waiting: new Map() }), true],
    ['whether it waits', (floor) => ({ ...floor, waiting: new Map([['pick_line:1', ['m']]]) }), false],
    ['its garment', ({ rows, waiting }) => ({ rows: { ...rows, product: byId([productOf(1, { bin: 'B-1' })]) }, waiting }), false],
    ['its wearer', ({ rows, waiting }) => ({ rows: { ...rows, wearer: byId([wearerOf(1, 'Marek Kowal')]) }, waiting }), false],
  ])('keeps the object of a line until something of the line changes: %s', (_name, change, isSame) => {
    const floor = floorOf({ lines: [lineOf(1)], products: [productOf(1)], wearers: [wearerOf(1, 'Marek Nowak')] });
    const before = pickScreen(floor, uuidOf(1))?.lines[0];
    const after = pickScreen(change(floor), uuidOf(1))?.lines[0];
    expect(after === before).toBe(isSame);
  });
});

describe('batches at the bench', () => {
  const decorated = (id: number, pick_id: number, change: Partial<PickLineRow> = {}) =>
    lineOf(id, { pick_id, qty_picked: 2, qty_allocated: 2, decoration: 'Logo left breast, thread 1147', ...change });

  test('the same artwork and thread in several orders of one client is one batch, with the lines of each order', () => {
    const floor = floorOf({
      picks: [1, 2, 3, 4].map((id) => pickOf(id, { state: 'picked', account_id: id === 4 ? 9 : 1 })),
      lines: [
        decorated(1, 1, { prep_ticked_at: at }),
        decorated(2, 2, { decoration: 'logo  left breast, Thread 1147' }),
        decorated(3, 2, { decoration: 'Logo left breast, thread 1999' }),
        decorated(4, 3, { decoration: null }),
        decorated(5, 4),
      ],
    });
    const batches = prepBatches(floor);
    expect(batches.map(({ decoration, qty, qty_ticked }) => [decoration, qty, qty_ticked])).toEqual([['Logo left breast, thread 1147', 4, 2]]);
    expect(batches[0]?.orders.map(({ pick, lines }) => [pick.id, lines.map(({ id }) => id)])).toEqual([
      [1, [1]],
      [2, [2]],
    ]);
  });

  test('an order that is not picked yet or is ready for dispatch is in no batch', () => {
    const floor = floorOf({
      picks: [pickOf(1, { state: 'picked' }), pickOf(2, { state: 'picking' }), pickOf(3, { state: 'booked' })],
      lines: [1, 2, 3].map((id) => decorated(id, id)),
    });
    expect(prepBatches(floor)).toEqual([]);
  });

  test('the batch with the most items to decorate comes first', () => {
    const floor = floorOf({
      picks: [1, 2].map((id) => pickOf(id, { state: 'picked' })),
      lines: [
        ...[1, 2].map((id) => decorated(id, id)),
        ...[3, 4].map((id) => decorated(id, id - 2, { decoration: 'Name on the back', qty_picked: 5 })),
        ...[5, 6].map((id) => decorated(id, id - 4, { decoration: 'Badge', qty_picked: 9, prep_ticked_at: at })),
      ],
    });
    expect(prepBatches(floor).map(({ decoration }) => decoration)).toEqual(['Name on the back', 'Logo left breast, thread 1147', 'Badge']);
  });
});

describe('an order at the bench', () => {
  const pickedLineOf = (id: number, change: Partial<PickLineRow> = {}) => lineOf(id, { qty_picked: 1, qty_allocated: 1, ...change });
  const bench = floorOf({
    picks: [pickOf(1, { state: 'picked' })],
    lines: [
      pickedLineOf(1, { decoration: ' Logo  left breast ', employee_id: 3 }),
      pickedLineOf(2, { decoration: 'logo left Breast', qty_picked: 4, prep_ticked_at: at, product_name: 'Cap', product_id: 2 }),
      pickedLineOf(3, { decoration: 'Name on the back', qty_picked: 2 }),
      pickedLineOf(4, { decoration: 'Badge', qty_picked: 2, employee_id: 9 }),
      pickedLineOf(5, { employee_id: 2 }),
      pickedLineOf(6, { decoration: 'Logo left breast', qty_picked: 0, employee_id: 4 }),
      pickedLineOf(8, { decoration: 'Logo left breast', product_name: 'Cap', product_id: 2 }),
      pickedLineOf(7, { decoration: 'Logo left breast', product_name: 'Cap', product_id: 2 }),
      pickedLineOf(9, { decoration: 'Logo left breast', product_name: 'Cap', product_id: 1 }),
    ],
    wearers: [wearerOf(1, 'Zoe'), wearerOf(2, 'Ann'), wearerOf(3, 'Ann'), wearerOf(4, 'Nobody')],
    bags: [{ id: '1:2', pick_id: 1, employee_id: 2, label_printed_at: at }],
  });

  test('groups its lines by set-up of the machine; the set-up for the most items comes first', () => {
    const groups = prepScreen(bench, uuidOf(1))?.groups ?? [];
    expect(groups.map(({ decoration, qty, qty_ticked, lines }) => [decoration, qty, qty_ticked, lines.map(({ id }) => id)])).toEqual([
      ['Logo  left breast', 8, 4, [9, 2, 7, 8, 1]],
      ['Badge', 2, 0, [4]],
      ['Name on the back', 2, 0, [3]],
    ]);
  });

  test('has a bag for each wearer who gets items, sorted by name; a wearer that the tablet does not know is named by number', () => {
    const bags = prepScreen(bench, uuidOf(1))?.bags ?? [];
    expect(
      bags.map(({ id, wearer, qty, label_printed_at, is_waiting_for_prep }) => [id, wearer.name, qty, label_printed_at, is_waiting_for_prep]),
    ).toEqual([
      ['1:2', 'Ann', 1, at, false],
      ['1:3', 'Ann', 1, null, true],
      ['1:9', 'Wearer 9', 2, null, true],
      ['1:1', 'Zoe', 9, null, true],
    ]);
  });

  test('marks a bag as waiting for prep as long as one of its decorated lines is not ticked off', () => {
    const floor = (ticked: (string | null)[]) =>
      floorOf({ lines: ticked.map((prep_ticked_at, i) => pickedLineOf(i + 1, { decoration: i < 2 ? 'Logo' : null, prep_ticked_at })) });
    const waits = (...ticked: (string | null)[]) => prepScreen(floor(ticked), uuidOf(1))?.bags[0]?.is_waiting_for_prep;
    expect([waits(null, null, null), waits(at, null, null), waits(at, at, null)]).toEqual([true, true, false]);
  });

  test('counts the items to decorate and the items ticked off, and shows the same counts on the list and on its screen', () => {
    expect(prepScreen(bench, uuidOf(1))).toMatchObject({ qty_decorated: 12, qty_ticked: 4 });
    expect(prepList(bench)).toMatchObject([
      {
        qty_decorated: 12,
        qty_ticked: 4,
        decorations: ['Logo  left breast', 'Name on the back', 'Badge'],
        wearers: ['Ann', 'Zoe', ''],
      },
    ]);
  });
});

describe('an order to dispatch', () => {
  test.each<[string, Partial<PickRow>, string]>([
    ['to its site', {}, 'Leeds Depot, LS10 1RT'],
    ['to the first line of its address if it has no site', { site_name: null }, '1 Quay St, LS10 1RT'],
    ['to its site alone if it has no address', { delivery_address: null }, 'Leeds Depot'],
    ['to an empty destination if it has neither', { site_name: null, delivery_address: null }, ''],
  ])('goes %s', (_name, change, delivery_to) => {
    expect(dispatchScreen(floorOf({ picks: [pickOf(1, { state: 'booked', ...change })] })).ready).toMatchObject([{ delivery_to }]);
  });

  test('is listed as requested until the server has the request of the dispatch', () => {
    const picks = [pickOf(1, { state: 'awaiting_courier' }), pickOf(2, { state: 'awaiting_courier' })];
    const { requested, ready } = dispatchScreen(floorOf({ picks, waiting: ['pick:2'] }));
    expect([requested.map(({ id }) => id), ready]).toEqual([[2], []]);
  });

  test('is listed by dispatch number while it waits for its courier, and is marked until the office has all actions on the dispatch', () => {
    const dispatches = [
      { id: 30, orders: [] },
      { id: 4, orders: [] },
    ] as unknown as DispatchRow[];
    const { awaiting, services } = dispatchScreen(floorOf({ dispatches, waiting: ['dispatch:30'] }));
    expect(awaiting.map(({ id, is_waiting }) => [id, is_waiting])).toEqual([
      [4, false],
      [30, true],
    ]);
    expect(services).toHaveLength(1);
  });
});

test('orders with a required day come first, the earliest on top; orders of the same day stay in the sequence of submission', () => {
  const picks = [
    pickOf(1, { submitted_at: '2026-11-21T09:00:00.000Z', required_on: null }),
    pickOf(2, { submitted_at: '2026-11-21T10:00:00.000Z', required_on: '2026-12-04' }),
    pickOf(3, { submitted_at: '2026-11-21T11:00:00.000Z', required_on: '2026-11-30' }),
    pickOf(4, { submitted_at: '2026-11-21T12:00:00.000Z', required_on: '2026-11-30' }),
  ];
  const list = pickList(floorOf({ picks }));
  expect(sortOrders(list, 'required').map(({ id }) => id)).toEqual([3, 4, 2, 1]);
  expect(sortOrders(list, 'submitted').map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test('a dispatch shows the notes of its orders once, and the earliest of the days by which its orders are required', () => {
  const orders = [1, 2, 3].map((id) => ({ uuid: uuidOf(id), order_number: `0000${id}` }));
  const picks = [
    pickOf(1, { state: 'awaiting_courier', customer_notes: 'Ring the bell', required_on: '2026-12-04' }),
    pickOf(2, { state: 'awaiting_courier', customer_notes: 'Ring the bell', required_on: '2026-11-30' }),
    pickOf(3, { state: 'awaiting_courier', customer_notes: null, required_on: null }),
  ];
  const { awaiting } = dispatchScreen(floorOf({ picks, dispatches: [{ id: 9, orders } as DispatchRow] }));
  expect(awaiting[0]).toMatchObject({ notes: ['Ring the bell'], required_on: '2026-11-30' });
});

test('pictures are loaded ahead in the sequence of need: logos, garments to decorate, then other garments, each once', () => {
  const picks = [
    pickOf(1, { account_logo_url: '/files/logo' }),
    pickOf(2, { account_logo_url: '/files/logo' }),
    pickOf(3, { account_logo_url: null }),
  ];
  const products = ['/files/plain', '/files/decorated', null].map((picture_url, i) => productOf(i + 1, { picture_url }));
  const lines = [lineOf(1, { product_id: 1 }), lineOf(2, { product_id: 2, decoration: 'Logo left breast' }), lineOf(3, { product_id: 3 })];
  expect(picturesOf(floorOf({ picks, lines, products }).rows)).toEqual(['/files/logo', '/files/decorated', '/files/plain']);
});

test('items of a picked order lie on their trolley until they are in a bag; items of a prepped order are on no trolley', () => {
  const holders = [{ device: 'hers', user_id: 2, qty: 3 }];
  const lines = [
    lineOf(1, { qty_picked: 3, holders }),
    lineOf(2, { qty_picked: 3, holders, qty_packed: 3 }),
    lineOf(3, { qty_picked: 3, holders, qty_packed: 1 }),
  ];
  const floorWith = (change: Partial<PickRow>): Floor => ({
    rows: { ...noRows(), pick: new Map([[uuidOf(1), pickOf(1, change)]]), pick_line: new Map(lines.map((line) => [line.id, line])) },
    waiting: new Map(),
  });
  const [order] = prepList(floorWith({ state: 'picked', picked_at: at, booked_at: null }));
  expect(order?.holders).toEqual([{ device: 'hers', user_id: 2, qty: 6 }]);
  const ready = (booked_at: string) => dispatchScreen(floorWith({ state: 'booked', picked_at: at, booked_at })).ready[0]?.holders;
  expect(ready(at)).toEqual([{ device: 'hers', user_id: 2, qty: 6 }]);
  expect(ready('2026-11-21T10:00:00.000Z')).toEqual([]);
});
