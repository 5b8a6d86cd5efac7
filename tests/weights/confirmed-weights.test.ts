import { expect, test } from 'vitest';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

type BagLabel = Extract<ArgsOf<'print.request'>, { what: 'bag_label' }>;
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
type Item = any;
const path = '/api/admin/weights/confirmed';

/** A picked order whose bag can be weighed, and then dispatched. */
async function picked() {
  const here = await floor();
  const one = here.tablet(here.picker);
  const polo = await here.stocked(20);
  const order = await here.released([{ product_id: polo.id, qty: 3, decoration: 'Logo' }]);
  const { pick_id } = order;
  await one.sync();
  const start = one.start(pick_id);
  await one.sync(start, one.record(pick_id, polo.id, 3), one.complete(pick_id, { [polo.id]: 3 }));
  const employee_id = order.requester.id;
  const weigh = (about: Partial<BagLabel>) => one.next({ n: 'print.request', a: { what: 'bag_label', pick_id, employee_id, count: 1, ...about } });
  /** The rows of this order; other orders may be found by the same search. */
  const list = async (query = ''): Promise<Item[]> =>
    (await here.office.get(`${path}?per_page=100&${query}`)).body.items.filter((row: Item) => row.order.uuid === order.uuid);
  /** Completes the prep and requests the dispatch with this weight. */
  const dispatch = async (about: Partial<ArgsOf<'dispatch.request'>['orders'][number]>) => {
    const line = one.line(pick_id, polo.id);
    await one.sync(one.next({ n: 'prep.tick_line', a: { pick_id, pick_line_id: line.id, ticked: true } }));
    await one.sync(one.next({ n: 'prep.complete', a: { pick_id, digest: one.digest(pick_id, {}) } }));
    const orders = [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1, ...about }];
    return outcomesOf(await one.sync(one.next({ n: 'dispatch.request', a: { orders, consolidated: false, digest: one.digest(pick_id, {}) } })));
  };
  return { ...here, one, order, weigh, list, dispatch };
}

test('a bag whose weight was confirmed is listed once, with who confirmed it, what was expected and what was measured', async () => {
  const { one, order, weigh, list, picker, now } = await picked();
  const sent = weigh({ weight_g: 1480, expected_g: 1240 });
  expect(outcomesOf(await one.sync(sent))).toEqual(['applied']);
  await one.sync(sent);
  const [row, ...others] = await list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    kind: 'bag',
    order: { uuid: order.uuid, order_number: orderNumber(order.id) },
    qty_orders: 1,
    wearer: { id: order.requester.id },
    dispatch: null,
    expected_g: 1240,
    weight_g: 1480,
    difference_g: 240,
    confirmed_by: { id: picker.id },
    confirmed_at: now(),
  });
});

test('the last weighing of a bag stands: another confirmation replaces the first, and a weight that fits removes it', async () => {
  const { one, weigh, list } = await picked();
  await one.sync(weigh({ weight_g: 1480, expected_g: 1240 }), weigh({ weight_g: 900, expected_g: 1240 }));
  expect(await list()).toMatchObject([{ weight_g: 900, difference_g: -340 }]);
  // A label that is printed again without the scale says nothing about the weight.
  await one.sync(weigh({}));
  expect(await list()).toHaveLength(1);
  await one.sync(weigh({ weight_g: 1245 }));
  expect(await list()).toEqual([]);
});

test('the boxes of a dispatch are listed beside the bags; kind and direction filter, and the order of differences ignores their direction', async () => {
  const { office, one, weigh, list, dispatch } = await picked();
  await one.sync(weigh({ weight_g: 1480, expected_g: 1240 }));
  expect(await dispatch({ total_weight: 1.2, is_weighed: true, expected_g: 1880 })).toEqual(['applied']);
  const kinds = async (query: string) => (await list(query)).map(({ kind }) => kind);
  expect(await list('kind=dispatch')).toMatchObject([
    { wearer: null, dispatch: { dispatch_number: expect.stringMatching(/^D-/) }, difference_g: -680 },
  ]);
  expect(await kinds('kind=bag')).toEqual(['bag']);
  expect(await kinds('direction=heavier')).toEqual(['bag']);
  expect(await kinds('direction=lighter')).toEqual(['dispatch']);
  expect(await kinds('orderBy=difference&sortedBy=desc')).toEqual(['dispatch', 'bag']);
  expect(await kinds('orderBy=difference&sortedBy=asc')).toEqual(['bag', 'dispatch']);
  expect((await office.get(`${path}?per_page=1&page=2`)).body).toMatchObject({ items: [{ id: expect.any(Number) }], per_page: 1, current_page: 2 });
});

test('the list is found by client, wearer, packer and dispatch', async () => {
  const { one, order, weigh, list, dispatch } = await picked();
  await one.sync(weigh({ weight_g: 1480, expected_g: 1240 }));
  await dispatch({ total_weight: 1.2, is_weighed: true, expected_g: 1880 });
  const kindsOf = async (search: string): Promise<string[]> => (await list(`search=${encodeURIComponent(search)}`)).map(({ kind }) => kind).sort();
  const [bag, boxes] = await list(`search=${order.id}&sortedBy=asc`);
  expect(await kindsOf(bag.account.name)).toEqual(['bag', 'dispatch']);
  expect(await kindsOf(bag.wearer.name)).toContain('bag');
  expect(await kindsOf(bag.confirmed_by.name)).toEqual(['bag', 'dispatch']);
  expect(await kindsOf(boxes.dispatch.dispatch_number)).toEqual(['dispatch']);
});

test('only the office sees the list', async () => {
  const { office, picker, as } = await picked();
  expect((await office.get(path)).status).toBe(200);
  for (const caller of [picker, await as('client_admin'), await as('manager'), await as('employee')])
    expect((await caller.get(path)).status).toBe(403);
});
