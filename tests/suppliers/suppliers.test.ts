import { describe, expect, test } from 'vitest';
import { purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { world } from '../world.ts';

const path = '/api/admin/suppliers';
const mill = {
  name: 'Pennine Mills',
  code: 'PEN',
  contact_name: 'Ida Frost',
  sales_phone: '01632 960 551',
  sales_email: 'sales@mill.test',
  address_line_1: 'Canal Works',
  address_line_2: null,
  address_line_3: 'Halifax',
  address_line_4: 'HX1 1AA',
  min_order_value: 20000,
  carriage: 1200,
  lead_time_days: 7,
  work_order: true,
};

/** A supplier that the office has just added, with a code that no other supplier has. */
async function setUp() {
  const base = await world();
  const office = await base.as('super');
  const code = `S${office.id}`;
  const added = await office.post(path, { ...mill, code });
  const one = `${path}/${added.body.id}`;
  const events = async () =>
    (await office.get(`/api/admin/audit?on_type=supplier&on_id=${added.body.id}`)).body.items.map(({ what }: { what: string }) => what);
  return { ...base, office, code, added, one, events };
}

test('a supplier needs only a name and a code, and no two suppliers have the same code', async () => {
  const { office, added, code, one, events } = await setUp();
  expect(added).toMatchObject({
    status: 201,
    body: { ...mill, code, archived: false, status_description: 'Active', purchase_orders_count: 0, version: 1, comments: [] },
  });
  expect((await office.get(one)).body).toEqual(added.body);
  expect(await events()).toEqual(['supplier.created']);
  const least = await office.post(path, { name: ' Least ', code: `${code}L`, sales_email: '', contact_name: ' ' });
  expect(least).toMatchObject({
    status: 201,
    body: { name: 'Least', sales_email: null, contact_name: null, work_order: false, lead_time_days: null },
  });
  expect((await office.post(path, { name: 'Other', code })).body.errors).toEqual({ code: ['There is a supplier with this code already.'] });
  expect(Object.keys((await office.post(path, {})).body.errors)).toEqual(['name', 'code']);
  for (const bad of [{ sales_email: 'sales@' }, { min_order_value: -1 }, { carriage: 1.5 }, { lead_time_days: 366 }, { name: 'x'.repeat(121) }])
    expect((await office.post(path, { ...mill, code: `${code}B`, ...bad })).body.errors).toHaveProperty(Object.keys(bad)[0] ?? '');
  expect((await office.get(`${path}/999999`)).status).toBe(404);
});

test('the postcode of a supplier is a UK one or empty, unless the third line of the address is a foreign country', async () => {
  const { office, code, one } = await setUp();
  const fault = { status: 422, body: { errors: { address_line_4: [messages.unknown_postcode_of_address] } } };
  expect(await office.post(path, { name: 'Near', code: `${code}N`, address_line_4: 'NE11 0' })).toMatchObject(fault);
  expect(await office.put(one, { address_line_4: 'D02 AF30' })).toMatchObject(fault);
  expect((await office.put(one, { address_line_3: 'Ireland', address_line_4: 'D02 AF30' })).status).toBe(200);
  expect(await office.put(one, { address_line_3: 'Halifax' })).toMatchObject(fault);
  expect((await office.put(one, { address_line_3: 'Halifax', address_line_4: 'hx11aa' })).body).toMatchObject({ address_line_4: 'HX1 1AA' });
  expect((await office.put(one, { address_line_4: '' })).body).toMatchObject({ address_line_4: null });
});

test('a supplier has an address for its accounts beside the one for orders, and payment terms', async () => {
  const { office, one, as } = await setUp();
  const accounts = {
    accounts_name: 'Ledger office',
    accounts_email: 'ledger@mill.test',
    accounts_phone: '01632 960 552',
    accounts_address: { address_line_1: 'PO Box 9', address_line_4: 'Halifax', postcode: 'hx1 1aa' },
    payment_days: 30,
    payment_end_of_month: true,
  };
  const { body } = await office.put(one, accounts);
  expect(body).toMatchObject({
    ...accounts,
    accounts_address: { address_line_1: 'PO Box 9', address_line_4: 'Halifax', postcode: 'HX1 1AA' },
    sales_email: 'sales@mill.test',
    address_line_1: 'Canal Works',
  });
  expect((await office.get(one)).body).toEqual(body);
  for (const [bad, field] of [
    [{ accounts_email: 'ledger@' }, 'accounts_email'],
    [{ payment_days: 366 }, 'payment_days'],
    [{ payment_days: 1.5 }, 'payment_days'],
    [{ accounts_address: { address_line_1: '', postcode: 'HX1 1AA' } }, 'accounts_address.address_line_1'],
  ] as const)
    expect((await office.put(one, bad)).body.errors).toHaveProperty([field]);
  expect((await office.put(one, { accounts_address: null, payment_days: null })).body).toMatchObject({ accounts_address: null, payment_days: null });

  // Orders go to the sales contact and its address, whatever the accounts department has.
  const order = (await office.post('/api/admin/purchase-orders', { supplier_id: body.id })).body;
  expect(order).toMatchObject({ contact_email: 'sales@mill.test', contact_phone: mill.sales_phone, contact_name: 'Ida Frost' });
  expect((await (await as('warehouse')).put(one, accounts)).status).toBe(403);
});

test('the same request sent twice adds one supplier, and the same change sent twice is made once', async () => {
  const { office, code, key, one } = await setUp();
  const headers = key();
  const send = () => office.post(path, { name: 'Twice', code: `${code}T` }, headers);
  const { id } = (await send()).body;
  expect(await send()).toMatchObject({ status: 201, body: { id } });
  const again = key();
  const change = () => office.put(one, { name: 'Changed' }, again);
  expect((await change()).body.version).toBe(2);
  expect((await change()).body.version).toBe(2);
  expect((await office.get(one)).body.version).toBe(2);
});

test('a change keeps the fields that it does not send; if its version is outdated, it gets 409 with the current supplier', async () => {
  const { office, one, code, events } = await setUp();
  const other = await office.post(path, { name: 'Other', code: `${code}O` });
  expect(await office.put(one, { name: 'Renamed', contact_name: '', version: 1 })).toMatchObject({
    status: 200,
    body: { name: 'Renamed', contact_name: null, sales_email: mill.sales_email, version: 2 },
  });
  expect(await office.put(one, { name: 'Late', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { name: 'Renamed', version: 2 } },
  });
  expect((await office.put(one, { code: other.body.code })).body.errors).toEqual({ code: ['There is a supplier with this code already.'] });
  expect((await office.put(one, { code })).status).toBe(200);
  expect((await office.put(`${path}/999999`, { name: 'Nobody' })).status).toBe(404);
  expect(await events()).toEqual(['supplier.changed', 'supplier.changed', 'supplier.created']);
});

test('an archived supplier is not offered until it is restored', async () => {
  const { office, one, added, events, code } = await setUp();
  const listIds = async (stage: string) => (await office.get(`${path}?search=${code}&stage=${stage}`)).body.items.map(({ id }: { id: number }) => id);
  expect((await office.put(one, { archived: true })).body).toMatchObject({ archived: true, status_description: 'Archived' });
  expect(await listIds('open')).toEqual([]);
  expect(await listIds('archived')).toEqual([added.body.id]);
  expect((await office.post('/api/admin/supplier-returns', { supplier_id: added.body.id })).status).toBe(422);
  expect((await office.put(one, { archived: false })).body).toMatchObject({ archived: false, status_description: 'Active' });
  expect(await listIds('open')).toEqual([added.body.id]);
  expect(await events()).toEqual(['supplier.restored', 'supplier.archived', 'supplier.created']);
});

test('the supplier list is searched, sorted, paged and filtered by first letter, and shows the number of open purchase orders', async () => {
  const { office, database, product, added, code } = await setUp();
  const { id: product_id } = await product();
  const order = (n: number, values: { cancelled_at?: string; closed_at?: string }, qty_received: number) =>
    database.unitOfWork(async (db) => {
      const created_at = '2026-11-01T09:00:00.000Z';
      const head = { our_reference: `${code}-${n}`, supplier_id: added.body.id, created_at, ...values };
      const [purchaseOrder] = await db.insert(purchaseOrders).values(head).returning({ id: purchaseOrders.id });
      await db
        .insert(purchaseOrderLines)
        .values({ purchase_order_id: purchaseOrder?.id ?? 0, product_id, qty_requested: 5, qty_received, unit_price_tenths: 1000 });
    });
  await order(1, {}, 0);
  await order(2, {}, 4);
  await order(3, {}, 5);
  await order(4, { cancelled_at: '2026-11-02T09:00:00.000Z' }, 0);
  await order(5, { closed_at: '2026-11-02T09:00:00.000Z' }, 0);
  await office.post(path, { name: '7 Seas', code: `${code}Z`, contact_name: 'Ida Frost' });
  const list = async (query: string) => (await office.get(`${path}?${query}`)).body;
  expect((await list(`search=${code.toLowerCase()}`)).items.map(({ name }: { name: string }) => name)).toEqual(['7 Seas', 'Pennine Mills']);
  expect(await list(`search=${code}&sortedBy=desc&per_page=1`)).toMatchObject({
    items: [{ name: 'Pennine Mills', purchase_orders_count: 2 }],
    total: 2,
    last_page: 2,
  });
  expect((await list(`search=${code}&letter=7&include=purchase_orders_count`)).items).toMatchObject([{ name: '7 Seas', purchase_orders_count: 0 }]);
  expect((await list(`search=${code}&letter=p`)).items).toMatchObject([{ name: 'Pennine Mills' }]);
  expect((await office.get(`${path}?letter=%25`)).status).toBe(422);
  expect((await office.get(`${path}?include=cost`)).status).toBe(422);
  expect((await office.get(`${path}?orderBy=version`)).status).toBe(422);
});

describe('notes', () => {
  test('are listed newest first; only the author of a note can delete it', async () => {
    const { office, as, one, events, key } = await setUp();
    const colleague = await as('super');
    const headers = key();
    const first = await office.post(`${one}/comments`, { comment: ' Price list in December\nabout 4% ' }, headers);
    expect(first).toMatchObject({
      status: 201,
      body: { comment: 'Price list in December\nabout 4%', commentator: { id: office.id }, can: { delete: true } },
    });
    expect((await office.post(`${one}/comments`, { comment: ' Price list in December\nabout 4% ' }, headers)).body).toEqual(first.body);
    await colleague.post(`${one}/comments`, { comment: 'Check sizes' });
    const { comments } = (await office.get(one)).body;
    expect(comments).toMatchObject([{ comment: 'Check sizes', can: { delete: false } }, first.body]);
    expect((await office.delete(`${one}/comments/${comments[0].id}`)).status).toBe(403);
    expect((await office.delete(`${path}/999999/comments/${comments[1].id}`)).status).toBe(404);
    expect((await office.delete(`${one}/comments/${comments[1].id}`)).body).toEqual({ id: comments[1].id, deleted: true });
    expect((await office.delete(`${one}/comments/${comments[1].id}`)).status).toBe(404);
    expect((await office.get(one)).body).toMatchObject({ version: 1, comments: [{ comment: 'Check sizes' }] });
    expect(await events()).toEqual(['supplier.comment_deleted', 'supplier.comment_added', 'supplier.comment_added', 'supplier.created']);
  });

  test('have at most 2,000 characters, and belong to an existing supplier', async () => {
    const { office, one } = await setUp();
    for (const comment of ['', '  ', 'x'.repeat(2001)]) expect((await office.post(`${one}/comments`, { comment })).status).toBe(422);
    expect((await office.post(`${path}/999999/comments`, { comment: 'Lost' })).status).toBe(404);
  });
});

test('only the office can see and change suppliers', async () => {
  const { as, one, office } = await setUp();
  const { id } = (await office.post(`${one}/comments`, { comment: 'Ours' })).body;
  for (const role of ['warehouse', 'embroiderer', 'client_admin'] as const) {
    const caller = await as(role);
    const answers = [
      caller.get(path),
      caller.get(one),
      caller.post(path, { name: 'Theirs', code: 'THEIRS' }),
      caller.put(one, { archived: true }),
      caller.post(`${one}/comments`, { comment: 'Theirs' }),
      caller.delete(`${one}/comments/${id}`),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  }
});
