import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox, shelfTasks, sites, stockMovements } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { messages } from '../../shared/messages.ts';
import { floor } from '../fulfilment/floor.ts';
import { createBookedOrder, dispatchPath, requestRow } from './booked.ts';

test('an order is dispatched, waits for the courier, and ships when it gets a tracking number', async () => {
  const here = await floor();
  const { picker, office, statusOf, stockOf, database } = here;
  const order = await createBookedOrder(here);
  await database.unitOfWork((db) =>
    db.update(sites).set({ delivery_notification_email: 'goods.in@example.test' }).where(eq(sites.id, order.site_id)),
  );
  expect((await picker.get(dispatchPath)).body.items.map(({ uuid }: { uuid: string }) => uuid)).toContain(order.uuid);

  const answer = await picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)], consolidated: false });
  expect(answer).toMatchObject({
    status: 201,
    body: { items: [{ state: 'requested', qty_items_shipped: 3, has_consignment: false, can: { set_tracking: true } }] },
  });
  expect(await statusOf(order.id)).toBe('waiting_for_courier');
  expect(await stockOf(order.polo)).toMatchObject({ qty_available: 10, qty_allocated: 3 });
  expect(await office.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] })).toMatchObject({
    status: 409,
    body: { code: 'already_dispatched' },
  });
  const [{ id, version }] = answer.body.items;

  const edited = await picker.put(`${dispatchPath}/dispatches/${id}`, { total_items: 3, contact_name: 'Goods In', version });
  expect(edited).toMatchObject({ status: 200, body: { total_items: 3, contact_name: 'Goods In' } });
  const moved = { service_key: '250', delivery_address: { address_line_1: 'Dock 2', address_line_4: 'Leeds', postcode: 'LS1 4AP' } };
  expect((await picker.put(`${dispatchPath}/dispatches/${id}`, moved)).body).toMatchObject(moved);
  const { body: dispatch } = await picker.get(`${dispatchPath}/dispatches/${id}?include=delivery_address`);
  expect(dispatch).toMatchObject({ ...moved, order: { uuid: order.uuid }, orders: [{ uuid: order.uuid }], is_consolidated: false });
  for (const field of [
    ...['id', 'dispatch_number', 'order', 'orders', 'is_consolidated', 'consignment', 'has_consignment', 'service_key', 'dispatched_at'],
    ...['total_weight', 'total_items', 'mark_as_shipped', 'qty_items_shipped', 'delivery_address'],
  ])
    expect(dispatch).toHaveProperty(field);
  expect(await picker.put(`${dispatchPath}/dispatches/${id}`, { total_items: 4, version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
  expect((await picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: '' })).status).toBe(422);

  const response = await picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: 'TRK 123', consignment_number: 'CON9' });
  expect(response).toMatchObject({ status: 200, body: { state: 'shipped', consignment: { tracking_number: 'TRK 123' }, can: { edit: false } } });
  expect(response.body.dispatched_at).toBe(here.now());
  expect(await statusOf(order.id)).toBe('shipped');
  expect(await stockOf(order.polo)).toMatchObject({ qty_available: 7, qty_allocated: 0 });
  expect(await picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: 'TRK 124' })).toMatchObject({
    status: 409,
    body: { code: 'already_dispatched' },
  });
  const movements = await database.reader
    .select()
    .from(stockMovements)
    .where(and(eq(stockMovements.product_id, order.polo.id), eq(stockMovements.type, 'DISPATCH')));
  expect(movements).toMatchObject([{ qty: -3, dispatch_id: id, user_id: picker.id }]);
  const mail = await database.reader.select({ to: outbox.to }).from(outbox).where(eq(outbox.account_id, order.account_id));
  expect(mail.map(({ to }) => to).sort()).toEqual(['goods.in@example.test', order.requester.email].sort());

  for (const search of ['TRK 123', `D-${String(id).padStart(5, '0')}`, String(order.id)])
    expect(
      (await office.get(`${dispatchPath}/dispatches?search=${encodeURIComponent(search)}`)).body.items.map((one: { id: number }) => one.id),
    ).toContain(id);
  expect((await office.get(`${dispatchPath}/dispatches/${id}?include=lines`)).body.lines).toMatchObject([{ product_id: order.polo.id, quantity: 3 }]);
  expect((await office.get(`${dispatchPath}/dispatches?include=secrets`)).status).toBe(422);
  expect((await office.get(`${dispatchPath}/dispatches/999999`)).status).toBe(404);
  expect((await database.snapshot(verifyStock)).discrepancies).toEqual([]);
});

test('an impossible weight, an invalid email address and an invisible character in a number get 422', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const ask = (about: object) => here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid, about)] });
  for (const total_weight of [0, -1, 1e-300, 0.0009, 1.2345, 10_000.001, '4'])
    expect(await ask({ total_weight })).toMatchObject({ status: 422, body: { errors: { 'orders.0.total_weight': [expect.any(String)] } } });
  const answer = await ask({ total_weight: 0.001 });
  expect(answer).toMatchObject({ status: 201, body: { items: [{ total_weight: 0.001 }] } });
  const dispatch = `${dispatchPath}/dispatches/${answer.body.items[0].id}`;
  const putDispatch = (body: object) => here.picker.put(dispatch, body);

  expect(await putDispatch({ total_weight: 1e-300 })).toMatchObject({ status: 422, body: { errors: { total_weight: [expect.any(String)] } } });
  for (const contact_email of ['nobody', 'a@b', 'a b@example.test'])
    expect(await putDispatch({ contact_email })).toMatchObject({ status: 422, body: { errors: { contact_email: [expect.any(String)] } } });
  for (const contact_email of ['', null, 'goods.in@example.test'])
    expect(await putDispatch({ contact_email })).toMatchObject({ status: 200, body: { contact_email } });

  for (const mark of ['\u0007', '\u001b', '\u200b', '\u202e', '\u2066', '\u2028'])
    for (const field of ['tracking_number', 'consignment_number'])
      expect(await putDispatch({ tracking_number: 'TN 1', [field]: `JD${mark}42` })).toMatchObject({
        status: 422,
        body: { errors: { [field]: [messages.invisible_character] } },
      });
  expect(await putDispatch({ tracking_number: ' JD-42/ß ' })).toMatchObject({ status: 200, body: { consignment: { tracking_number: 'JD-42/ß' } } });
});

test('a consignment number is accepted only together with a tracking number', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const answer = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
  const dispatch = `${dispatchPath}/dispatches/${answer.body.items[0].id}`;
  const putDispatch = (body: object) => here.picker.put(dispatch, body);
  const empty = await putDispatch({ tracking_number: '' });
  expect(empty.status).toBe(422);
  // A request without a tracking number is refused like one with an empty number, and nothing in the request is stored.
  for (const body of [{ consignment_number: 'CON9' }, { consignment_number: 'CON9', total_items: 9 }]) {
    const { status, body: emptyBody } = await putDispatch(body);
    expect({ status, body: emptyBody }).toEqual({ status: 422, body: empty.body });
  }
  expect((await here.picker.get(dispatch)).body).toMatchObject({ state: 'requested', total_items: 2, has_consignment: false });
  expect(await putDispatch({ consignment_number: null, total_items: 3 })).toMatchObject({
    status: 200,
    body: { state: 'requested', total_items: 3 },
  });
  expect(await putDispatch({ tracking_number: 'T1', consignment_number: 'CON9' })).toMatchObject({
    status: 200,
    body: { state: 'shipped', consignment: { tracking_number: 'T1', consignment_number: 'CON9' } },
  });
});

test('only the picked items of an order ship; the remaining items can be allocated and released again', async () => {
  const here = await floor();
  const order = await createBookedOrder(here, {}, 2);
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
  await here.picker.put(`${dispatchPath}/dispatches/${body.items[0].id}`, { tracking_number: 'T1' });
  expect(await here.statusOf(order.id)).toBe('part_shipped');
  await here.office.put(`/api/admin/products/${order.polo.id}`, { field: 'qty_available', value: 8 });
  expect(await here.office.post(`${order.path}/allocate-all`)).toMatchObject({ status: 200, body: { is_pickable: 'full', qty_items_allocated: 1 } });
  expect(await here.office.post(`${order.path}/allocate`)).toMatchObject({ status: 200 });
  expect(await here.statusOf(order.id)).toBe('allocated');
});

test('a dispatch request with an order that cannot be dispatched is refused, and none of its orders is dispatched', async () => {
  const here = await floor();
  const ready = await createBookedOrder(here);
  const polo = await here.stocked(3);
  const onFloor = await here.released([{ product_id: polo.id, qty: 1 }]);
  const both = { orders: [requestRow(ready.uuid), requestRow(onFloor.uuid)] };
  expect(await here.picker.post(`${dispatchPath}/dispatch`, both)).toMatchObject({
    status: 409,
    body: { code: 'not_picked', current: { uuid: onFloor.uuid } },
  });
  expect(await here.statusOf(ready.id)).toBe('booked');
  const post = (orders: object[], consolidated = false) => here.picker.post(`${dispatchPath}/dispatch`, { orders, consolidated });
  expect(await post([requestRow(ready.uuid, { service_key: 'PIGEON' })])).toMatchObject({
    status: 422,
    body: { errors: { 'orders.0.service_key': [expect.any(String)] } },
  });
  expect(await post([requestRow(ready.uuid), requestRow(ready.uuid)])).toMatchObject({
    status: 422,
    body: { errors: { 'orders.1.uuid': [expect.any(String)] } },
  });
  expect(await post([requestRow(ready.uuid, { mark_as_shipped: true })])).toMatchObject({ status: 422 });
  expect((await post([requestRow(ready.uuid, { total_weight: 0 })])).status).toBe(422);
  expect((await post([requestRow('0199a000-0000-7000-8000-000000000000')])).status).toBe(404);
  expect((await post([])).status).toBe(422);
  await here.office.put(ready.path, { is_frozen: true, frozen_reason: 'credit stop' });
  expect(await post([requestRow(ready.uuid)])).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
});

test('orders to one address are dispatched together', async () => {
  const here = await floor();
  const account = await here.account();
  const site = await here.site(account.id);
  const about = { account_id: account.id, site_id: site.id };
  const one = await createBookedOrder(here, about);
  const two = await createBookedOrder(here, { ...about, address: { address_line_1: '1 MILL LANE', address_line_4: 'Leeds', postcode: 'ls14ap' } });
  const elsewhere = await createBookedOrder(here, {
    ...about,
    address: { address_line_1: '2 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
  });
  const post = (orders: object[]) => here.picker.post(`${dispatchPath}/dispatch`, { orders, consolidated: true });
  expect(await post([requestRow(one.uuid), requestRow(two.uuid, { total_items: 5 })])).toMatchObject({
    status: 422,
    body: { errors: { 'orders.1.total_items': [expect.any(String)] } },
  });
  const answer = await post([requestRow(one.uuid), requestRow(elsewhere.uuid, { total_items: 9 }), requestRow(two.uuid)]);
  expect(answer.status).toBe(201);
  expect(answer.body.items).toMatchObject([
    { is_consolidated: true, orders: [{ uuid: one.uuid }, { uuid: two.uuid }], total_items: 2, qty_items_shipped: 6 },
    { is_consolidated: false, orders: [{ uuid: elsewhere.uuid }], total_items: 9 },
  ]);
  await here.picker.put(`${dispatchPath}/dispatches/${answer.body.items[0].id}`, { tracking_number: 'T2' });
  expect([await here.statusOf(one.id), await here.statusOf(two.id), await here.statusOf(elsewhere.id)]).toEqual([
    'shipped',
    'shipped',
    'waiting_for_courier',
  ]);
});

test('a collection that is marked as shipped ships at once', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const other = await createBookedOrder(here);
  const answer = await here.picker.post(`${dispatchPath}/dispatch`, {
    orders: [requestRow(order.uuid, { service_key: '999', mark_as_shipped: true }), requestRow(other.uuid, { service_key: '999' })],
  });
  expect(answer.body.items).toMatchObject([{ state: 'shipped' }, { state: 'requested' }]);
  expect(await here.statusOf(order.id)).toBe('shipped');
  expect(await here.picker.put(`${dispatchPath}/dispatches/${answer.body.items[1].id}`, { mark_as_shipped: true })).toMatchObject({
    status: 200,
    body: { state: 'shipped' },
  });
  expect(await here.statusOf(other.id)).toBe('shipped');
});

test('the office sends a stuck order back to picking, or marks it as shipped', async () => {
  const here = await floor();
  const account = await here.account();
  const site = await here.site(account.id);
  const [stuck, companion, other] = [
    await createBookedOrder(here, { account_id: account.id, site_id: site.id }),
    await createBookedOrder(here, { account_id: account.id, site_id: site.id }),
    await createBookedOrder(here),
  ];
  expect(await here.office.post(`${stuck.path}/set-as-allocated`)).toMatchObject({ status: 409, body: { code: 'not_stuck' } });
  await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(stuck.uuid), requestRow(companion.uuid)], consolidated: true });
  await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(other.uuid)] });
  expect((await here.picker.post(`${stuck.path}/set-as-allocated`)).status).toBe(403);

  const freed = await here.office.post(`${stuck.path}/set-as-allocated`);
  expect(freed).toMatchObject({ status: 200, body: { progress_summary: { status: { status_name: 'allocated' } }, qty_items_allocated: 3 } });
  expect(freed.body.pick_id).not.toBe(stuck.pick_id);
  expect(await here.statusOf(companion.id)).toBe('booked');
  const tasks = await here.database.reader.select().from(shelfTasks).where(eq(shelfTasks.order_id, stuck.id));
  expect(tasks).toMatchObject([{ qty: 3, reason: 'reopened' }]);

  expect(await here.office.post(`${other.path}/set-as-allocated?dispatched=1`)).toMatchObject({
    status: 200,
    body: { progress_summary: { status: { status_name: 'shipped' } } },
  });
  expect((await here.database.snapshot(verifyStock)).discrepancies).toEqual([]);
});

test('if several people send a tracking number for one dispatch at the same time, only one number is accepted', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
  const { id } = body.items[0];
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((tracking_number) => here.picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await here.stockOf(order.polo)).toMatchObject({ qty_available: 7, qty_allocated: 0 });
});

test('the list of dispatches is paged, sorted, filtered and expanded as requested', async () => {
  const here = await floor();
  const account = await here.account({ name: 'Zebra Zoos' });
  const site = await here.site(account.id);
  const rows = [
    requestRow((await createBookedOrder(here, { account_id: account.id, site_id: site.id })).uuid, {
      total_weight: 9,
      total_items: 7,
      service_key: '48',
    }),
    requestRow((await createBookedOrder(here, { account_id: account.id, site_id: site.id })).uuid, { total_weight: 2, total_items: 9 }),
    requestRow((await createBookedOrder(here, { account_id: account.id, site_id: site.id })).uuid, {
      total_weight: 5,
      service_key: '999',
      mark_as_shipped: true,
    }),
  ];
  const answer = await here.picker.post(`${dispatchPath}/dispatch`, { orders: rows });
  const [one, two, three] = answer.body.items.map(({ id }: { id: number }) => id);
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await here.picker.get(`${dispatchPath}/dispatches?search=zebra%20zoos&${query}`);
    expect(status).toBe(200);
    return body.items.map(({ id }: { id: number }) => id);
  };
  expect(await ids('')).toEqual([three, two, one]);
  expect(await ids('orderBy=dispatch_number&sortedBy=asc')).toEqual([one, two, three]);
  expect(await ids('orderBy=total_weight&sortedBy=asc')).toEqual([two, three, one]);
  expect(await ids('orderBy=total_items&sortedBy=desc')).toEqual([two, one, three]);
  expect(await ids('orderBy=service_key&sortedBy=asc')).toEqual([two, one, three]);
  for (const orderBy of ['id', 'created_at', 'dispatched_at', 'account'])
    expect((await ids(`orderBy=${orderBy}`)).sort()).toEqual([one, two, three].sort());
  expect(await ids('state=shipped')).toEqual([three]);
  expect(await ids('is_dispatched=0')).toEqual([two, one]);
  expect(await ids('is_dispatched=true')).toEqual([three]);
  expect(await ids('per_page=1&page=2')).toEqual([two]);
  const { body } = await here.picker.get(`${dispatchPath}/dispatches?search=zebra%20zoos&include=orders,lines,delivery_address&per_page=1000`);
  expect(body).toMatchObject({ current_page: 1, total: 3, last_page: 1, per_page: 100 });
  expect(body.items[0]).toMatchObject({ lines: [{ quantity: 3 }], delivery_address: { postcode: 'LS1 4AP' }, service_name: '999 Collection' });
  for (const query of ['orderBy=secret', 'include=secret', 'state=lost', 'sortedBy=up', 'page=0', 'is_dispatched=perhaps'])
    expect((await here.picker.get(`${dispatchPath}/dispatches?${query}`)).status).toBe(422);
});

test('the floor chooses among the services of two carriers, with a default weight and number of boxes', async () => {
  const { picker } = await floor();
  const { body } = await picker.get('/api/admin/shipping/services');
  expect(body).toMatchObject({ default_weight: 5, default_items: 1, groups: [{ carrier: 'first' }, { carrier: 'second' }] });
  const [first, second] = body.groups.map(({ services }: { services: { label: string }[] }) => services.map(({ label }) => label));
  expect(first).toEqual(['220 Parcel', '240 Bag 1kg', '250 Bag 2kg', '260 Bag 5kg', '270 Bag 10kg', '48 48h (NI)', '999 Collection']);
  expect(second).toHaveLength(3);
});

test('a client’s people get 403 from the dispatch routes', async () => {
  const here = await floor();
  const order = await createBookedOrder(here);
  const client = await here.as('client_admin', { account_id: order.account_id });
  expect((await client.get(dispatchPath)).status).toBe(403);
  expect((await client.get('/api/admin/shipping/services')).status).toBe(403);
  expect((await client.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] })).status).toBe(403);
  expect((await client.get(`${dispatchPath}/dispatches`)).status).toBe(403);
  expect((await client.get(`${dispatchPath}/dispatches/1`)).status).toBe(403);
  expect((await client.put(`${dispatchPath}/dispatches/1`, { total_items: 2 })).status).toBe(403);
  expect((await client.post(`${order.path}/set-as-allocated`)).status).toBe(403);
});
