import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bags, boxWeightSamples, confirmedWeights, dispatches, dispatchOrders, products } from '../../server/db/tables/index.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { floor, outcomesOf, type Tablet } from '../sync/tablet.ts';

type Row = ArgsOf<'dispatch.request'>['orders'][number];

/** The floor of a company that knows what an empty box weighs. */
async function world(tare_g: number | null = 400) {
  const here = await floor();
  const { BOX_TARE_G: _, ...settings } = here.services.settings;
  Object.assign(here.services, { settings: tare_g === null ? settings : { ...settings, BOX_TARE_G: tare_g } });
  const one = here.tablet(here.picker);
  const polo = await here.stocked(100);
  const cap = await here.stocked(100);
  const weightOf = async ({ id }: { id: number }) =>
    (await here.database.reader.select({ weight_g: products.weight_g }).from(products).where(eq(products.id, id)))[0]?.weight_g ?? null;
  const samplesOf = ({ id }: { id: number }) =>
    here.database.reader.select({ grams: boxWeightSamples.grams }).from(boxWeightSamples).where(eq(boxWeightSamples.product_id, id));
  const confirmed = ({ id }: { id: number }) => here.database.reader.select().from(confirmedWeights).where(eq(confirmedWeights.order_id, id));
  const dispatchesOf = ({ id }: { id: number }) =>
    here.database.reader
      .select({ id: dispatches.id, total_weight: dispatches.total_weight })
      .from(dispatches)
      .innerJoin(dispatchOrders, eq(dispatchOrders.dispatch_id, dispatches.id))
      .where(eq(dispatchOrders.order_id, id));
  return { ...here, one, polo, cap, weightOf, samplesOf, confirmed, dispatchesOf };
}
type World = Awaited<ReturnType<typeof world>>;

/** An order of polos and caps that is ready for dispatch, and the request of its dispatch. */
async function toDispatch({ released, one, polo, cap }: World, { polos, caps = 0 }: { polos: number; caps?: number }) {
  const items = [
    { product_id: polo.id, qty: polos },
    { product_id: cap.id, qty: caps },
  ].filter(({ qty }) => qty > 0);
  const order = await released(items);
  const { pick_id } = order;
  await one.sync();
  const quantities = { [polo.id]: polos, [cap.id]: caps };
  const start = one.start(pick_id);
  const records = items.map(({ product_id, qty }) => one.record(pick_id, product_id, qty));
  await one.sync(start, ...records, one.complete(pick_id, quantities));
  const request = (about: Partial<Row>, on: Tablet = one) =>
    on.next({
      n: 'dispatch.request',
      a: {
        orders: [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1, ...about }],
        consolidated: false,
        digest: on.digest(pick_id, {}),
      },
    });
  return { order, pick_id, request };
}

test('five accepted boxes of one SKU teach what it weighs, without the weight of the empty box', async () => {
  const here = await world();
  for (const total_weight of [1.105, 1.11, 1.1, 1.105, 3]) {
    expect(await here.weightOf(here.polo)).toBeNull();
    const { request } = await toDispatch(here, { polos: 3 });
    expect(outcomesOf(await here.one.sync(request({ total_weight, is_weighed: true })))).toEqual(['applied']);
  }
  expect(await here.weightOf(here.polo)).toBe(235);
  const other = here.tablet(here.picker);
  await other.sync();
  expect(other.rows.shipping_service.get('220')).toMatchObject({ tare_g: 400 });
});

test('the same request sent again teaches nothing twice', async () => {
  const here = await world();
  const { request, order } = await toDispatch(here, { polos: 2 });
  const sent = request({ total_weight: 0.88, is_weighed: true, expected_g: 700 });
  expect(outcomesOf(await here.one.sync(sent))).toEqual(['applied']);
  await here.one.sync(sent);
  expect(outcomesOf(await here.one.sync(request({ total_weight: 0.88, is_weighed: true, expected_g: 700 })))).toEqual(['noop']);
  expect(await here.samplesOf(here.polo)).toEqual([{ grams: 240 }]);
  expect(await here.confirmed(order)).toHaveLength(1);
});

test('a box with one SKU of unknown weight teaches it what the others leave; with two it teaches nothing', async () => {
  const here = await world();
  const unweighed = await toDispatch(here, { polos: 1, caps: 1 });
  await here.one.sync(unweighed.request({ total_weight: 0.7, is_weighed: true }));
  expect([await here.samplesOf(here.polo), await here.samplesOf(here.cap)]).toEqual([[], []]);
  await here.office.put(`/api/admin/products/${here.polo.id}`, { field: 'weight_g', value: 230 });
  const dispatch = await toDispatch(here, { polos: 2, caps: 1 });
  await here.one.sync(dispatch.request({ total_weight: 0.96, is_weighed: true }));
  expect(await here.samplesOf(here.cap)).toEqual([{ grams: 100 }]);
});

test('a bag that was weighed counts with its own weight, and teaches its SKUs only once', async () => {
  const here = await world();
  const { pick_id, order, request } = await toDispatch(here, { polos: 2 });
  await here.database.unitOfWork((db) => db.insert(bags).values({ pick_id, employee_id: order.requester.id, weight_g: 500 }));
  await here.one.sync(request({ total_weight: 0.9, is_weighed: true }));
  expect(await here.samplesOf(here.polo)).toEqual([]);
});

test('an estimate teaches nothing, and neither does a box whose empty weight is not known', async () => {
  const estimates = await world();
  await estimates.one.sync((await toDispatch(estimates, { polos: 2 })).request({ total_weight: 5 }));
  expect(await estimates.samplesOf(estimates.polo)).toEqual([]);
  const unknown = await world(null);
  await unknown.one.sync((await toDispatch(unknown, { polos: 2 })).request({ total_weight: 0.9, is_weighed: true }));
  expect(await unknown.samplesOf(unknown.polo)).toEqual([]);
});

test('a confirmed weight is recorded with what was expected and who confirmed it, and is the weight of the dispatch', async () => {
  const here = await world();
  const { order, request } = await toDispatch(here, { polos: 2 });
  await here.one.sync(request({ total_weight: 1.25, is_weighed: true, expected_g: 870 }));
  const [dispatch] = await here.dispatchesOf(order);
  expect(dispatch?.total_weight).toBe(1.25);
  expect(await here.confirmed(order)).toMatchObject([
    { dispatch_id: dispatch?.id, order_id: order.id, pick_id: null, expected_g: 870, weight_g: 1250, confirmed_by: here.picker.id },
  ]);
});

test('an expected weight that is no weight is refused, and nothing is dispatched', async () => {
  const here = await world();
  const { request, order } = await toDispatch(here, { polos: 2 });
  for (const expected_g of [0, -5, 1.5, 20_000_000])
    expect(outcomesOf(await here.one.sync(request({ total_weight: 1, is_weighed: true, expected_g })))).toEqual(['rejected INVALID']);
  expect(await here.dispatchesOf(order)).toEqual([]);
});
