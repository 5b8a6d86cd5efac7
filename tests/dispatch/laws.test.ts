import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dispatches, orders, stockMovements } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { groupsToDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { floor } from '../fulfilment/floor.ts';
import { Tablet } from '../sync/tablet.ts';
import { createBookedOrder, dispatchPath, requestRow } from './booked.ts';

test('if several people request dispatch of the same orders at the same time, only one request succeeds', async () => {
  const here = await floor();
  const [one, two] = [await createBookedOrder(here), await createBookedOrder(here)];
  const other = await here.as('warehouse');
  const answers = await Promise.all([
    here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(one.uuid), requestRow(two.uuid)] }),
    other.post(`${dispatchPath}/dispatch`, { orders: [requestRow(two.uuid), requestRow(one.uuid)] }),
    here.office.post(`${dispatchPath}/dispatch`, { orders: [requestRow(one.uuid)] }),
  ]);
  const won = answers.filter(({ status }) => status === 201);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['already_dispatched', 'already_dispatched']);
  const carried = won[0]?.body.items.flatMap((item: { orders: { uuid: string }[] }) => item.orders.map(({ uuid }) => uuid));
  expect([one.uuid, two.uuid]).toEqual(expect.arrayContaining(carried));
});

test('a request repeated with the same key is carried out once, and gets the same response', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const key = here.key();
  const send = () => here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] }, key);
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('Idempotent-Replay')).toBe('true');
});

test('shipping is final: no request changes a dispatch back from shipped', async () => {
  const here = await floor();
  const { office, picker } = here;
  const order = await createBookedOrder(here);
  const { body } = await picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
  const [{ id }] = body.items;
  await picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: 'T1' });
  const line = order.lines[0];
  const before = { order: await office.get(`/api/orders/${order.uuid}`), stock: await here.stockOf(order.polo) };

  const tries = [
    picker.put(`${dispatchPath}/dispatches/${id}`, { total_items: 9 }),
    picker.put(`${dispatchPath}/dispatches/${id}`, { mark_as_shipped: false }),
    picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: 'T2' }),
    picker.delete(`${dispatchPath}/dispatches/${id}`),
    picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] }),
    office.post(`${order.path}/set-as-allocated`),
    office.post(`${order.path}/set-as-allocated?dispatched=1`),
    office.post(`${order.path}/reopen`, { reason: 'Wrong size' }),
    office.put(order.path, { unallocate: true }),
    office.put(order.path, { sendBack: true }),
    office.post(`/api/orders/${order.uuid}/cancel`),
    office.delete(order.path),
    office.put(`${order.path}/lines/${line}/allocation`, { qty_allocated: 1 }),
    picker.put(order.floor_path, { action: 'start' }),
    picker.put(`/api/admin/prep/orders/${order.uuid}`, { prep_completed: true }),
  ];
  for (const answer of await Promise.all(tries)) expect([404, 405, 409, 422]).toContain(answer.status);

  const after = await office.get(`/api/orders/${order.uuid}`);
  expect(after.body.progress_summary).toEqual(before.order.body.progress_summary);
  expect(after.body.dispatches).toEqual(before.order.body.dispatches);
  expect(await here.stockOf(order.polo)).toEqual(before.stock);
  expect(await here.database.reader.select().from(stockMovements).where(eq(stockMovements.dispatch_id, id))).toHaveLength(1);
});

test('after shipping, a tablet’s edit or different tracking number gets ALREADY_SHIPPED; the same number again changes nothing', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
  const dispatch_id = body.items[0].id as number;
  const [myTablet, otherTablet] = [new Tablet(here.picker), new Tablet(await here.as('warehouse'))];
  await myTablet.sync();
  await otherTablet.sync();
  const numbers = { dispatch_id, tracking_number: 'TN1', consignment_number: null };
  expect((await myTablet.sync(myTablet.next({ n: 'dispatch.set_tracking', a: numbers }))).results).toMatchObject([{ outcome: 'applied' }]);
  const late = await otherTablet.sync(
    otherTablet.next({ n: 'dispatch.set_tracking', a: numbers }),
    otherTablet.next({ n: 'dispatch.set_tracking', a: { ...numbers, tracking_number: 'TN2' } }),
    otherTablet.next({ n: 'dispatch.edit', a: { dispatch_id, total_weight: 3 } }),
  );
  expect(late.results).toMatchObject([
    { outcome: 'noop' },
    { outcome: 'rejected', code: 'ALREADY_SHIPPED' },
    { outcome: 'rejected', code: 'ALREADY_SHIPPED' },
  ]);
  expect(await here.picker.get(`${dispatchPath}/dispatches/${dispatch_id}`)).toMatchObject({
    body: { consignment: { tracking_number: 'TN1' }, total_weight: 4.5 },
  });
});

test('a tablet groups orders for dispatch in the same way as the server, from the rows that the tablet has pulled', async () => {
  const here = await floor();
  const account = await here.account();
  const [leeds, york] = [await here.site(account.id), await here.site(account.id)];
  const mill = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };
  const about = (site_id: number, address = mill) => ({ account_id: account.id, site_id, address });
  const createdDispatches = [
    await createBookedOrder(here, about(leeds.id)),
    await createBookedOrder(here, about(york.id)),
    await createBookedOrder(here, about(leeds.id, { address_line_1: '1, MILL LANE', address_line_4: 'leeds', postcode: 'ls14ap' })),
    await createBookedOrder(here, about(leeds.id, { ...mill, address_line_1: '2 Mill Lane' })),
    await createBookedOrder(here),
    await createBookedOrder(here, about(leeds.id)),
  ];
  // An order without an address of its own is delivered to the address of its site.
  await here.database.unitOfWork((db) =>
    db
      .update(orders)
      .set({ delivery_address: null })
      .where(eq(orders.id, createdDispatches[5]?.id ?? 0)),
  );

  const tablet = new Tablet(here.picker);
  await tablet.sync();
  const tabletPicks = createdDispatches.map(({ uuid }) => tablet.rows.pick.get(uuid));
  const places = tabletPicks.flatMap((pick) => (pick?.delivery_address ? [{ ...pick, delivery_address: pick.delivery_address }] : []));
  expect(places).toHaveLength(createdDispatches.length);
  const here_groups = groupsToDispatch(places, true).map((group) => group.map((index) => createdDispatches[index]?.uuid));

  const digest = digestOf(
    [...tablet.rows.pick_line.values()].filter(({ pick_id }) => tabletPicks.some((pick) => pick?.id === pick_id)).sort((a, b) => a.id - b.id),
  );
  const { results } = await tablet.sync(
    tablet.next({ n: 'dispatch.request', a: { orders: createdDispatches.map(({ uuid }) => requestRow(uuid)), consolidated: true, digest } }),
  );
  expect(results).toMatchObject([{ outcome: 'applied' }]);
  const items = (await here.picker.get(`${dispatchPath}/dispatches?per_page=100&sortedBy=asc`)).body.items as { orders: { uuid: string }[] }[];
  const ownUuids = new Set(createdDispatches.map(({ uuid }) => uuid));
  const there_groups = items.map((item) => item.orders.map(({ uuid }) => uuid)).filter((group) => group.some((uuid) => ownUuids.has(uuid)));
  expect(there_groups.map((group) => [...group].sort()).sort()).toEqual(here_groups.map((group) => [...group].sort()).sort());
  expect(there_groups.some((group) => group.length > 1)).toBe(true);
  expect(there_groups.length).toBeGreaterThan(3);
});

test('a tablet’s request to consolidate orders with different numbers of boxes is refused, and the orders stay ready', async () => {
  const here = await floor();
  const account = await here.account();
  const site = await here.site(account.id);
  const pair = [
    await createBookedOrder(here, { account_id: account.id, site_id: site.id }),
    await createBookedOrder(here, { account_id: account.id, site_id: site.id }),
  ];
  const tablet = new Tablet(here.picker);
  await tablet.sync();
  const lines = [...tablet.rows.pick_line.values()]
    .filter(({ pick_id }) => pair.some((order) => order.pick_id === pick_id))
    .sort((a, b) => a.id - b.id);
  const rows = pair.map(({ uuid }, index) => requestRow(uuid, { total_items: index + 1 }));
  const { results } = await tablet.sync(tablet.next({ n: 'dispatch.request', a: { orders: rows, consolidated: true, digest: digestOf(lines) } }));
  expect(results).toMatchObject([{ outcome: 'rejected' }]);
  expect(await Promise.all(pair.map(({ id }) => here.statusOf(id)))).toEqual(['booked', 'booked']);
  expect(await here.database.reader.select().from(dispatches).where(eq(dispatches.account_id, account.id))).toEqual([]);
});

test('many orders ship at once, and the stock ledger stays consistent', async () => {
  const here = await floor();
  const polo = await here.stocked(200);
  const createdDispatches = [];
  for (let n = 0; n < 12; n++) {
    const order = await here.released([{ product_id: polo.id, qty: 2 }]);
    const { body } = await here.picker.put(order.floor_path, { action: 'start' });
    await here.picker.put(`/api/admin/picking/lines/${body.lines[0].id}`, { qty_picked: 2 });
    await here.picker.post(`${order.floor_path}/move-to-prep`);
    createdDispatches.push(order);
  }
  const { status } = await here.picker.post(`${dispatchPath}/dispatch`, {
    orders: createdDispatches.map(({ uuid }) => requestRow(uuid, { service_key: '999', mark_as_shipped: true })),
  });
  expect(status).toBe(201);
  expect(await here.stockOf(polo)).toMatchObject({ qty_available: 200 - 24, qty_allocated: 0 });
  expect((await here.database.snapshot(verifyStock)).discrepancies).toEqual([]);
});
