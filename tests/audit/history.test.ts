import { expect, test } from 'vitest';
import { returnReasons } from '../../server/db/tables/index.ts';
import { createBookedOrder, dispatchPath, requestRow } from '../dispatch/booked.ts';
import { floor } from '../fulfilment/floor.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';

interface Row {
  what: string;
  on: { type: string; id: number; name: string | null; order_id: number | null };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  names: Record<string, Record<string, string>>;
}

const audit = async (by: Caller, query: string): Promise<Row[]> => (await by.get(`/api/admin/audit?per_page=100&${query}`)).body.items;

test('the history of an order shows line changes, the allocation of each line, picks, emails and returns', async () => {
  const { admin, as, wearer, medium, large, draft, order, submit, database, submitted } = await clientFixture();
  const office = await as('super');
  for (const { id } of [medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const uuid = await draft();
  await order(uuid, medium.id, 2);
  expect((await submit(uuid)).status).toBe(200);
  const other = await submitted();
  const { id, lines } = (await office.get(`/api/orders/${uuid}`)).body;
  const change = (fields: object) => office.put(`/api/admin/order-lines/${lines[0].id}`, fields);
  for (const fields of [{ unit_price: 999 }, { qty_requested: 3 }, { decoration: 'Logo left breast' }, { product_id: large.id }])
    expect((await change(fields)).status).toBe(200);
  const extra = (await office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id: medium.id, quantity: 1 })).body;
  await office.put(`/api/admin/order-lines/${extra.id}`, { notes: 'For the removed one' });
  await office.delete(`/api/orders/${uuid}/lines/${extra.id}`);
  await office.post(`/api/admin/orders/${uuid}/allocate-all`);
  expect((await office.put(`/api/admin/orders/${uuid}`, { unallocate: true })).status).toBe(200);
  await ship(office, uuid);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: lines[0].id, qty_to_return: 1, return_reason: reason.id }] });

  const rows = await audit(office, `on_type=order&on_id=${id}`);
  const of = (what: string) => rows.filter((one) => one.what === what);
  expect(of('order_line.changed')).toHaveLength(5);
  for (const field of ['unit_price', 'qty_requested', 'decoration', 'product_id', 'notes'])
    expect([field, of('order_line.changed').some(({ after }) => after && field in after)]).toEqual([field, true]);
  const lineName = of('order_line.changed').find(({ on }) => on.id === lines[0].id)?.on;
  expect(lineName).toMatchObject({ type: 'order_line', order_id: id, name: expect.stringContaining(', ') });
  expect(of('order_line.added')).toMatchObject([{ on: { id: extra.id, order_id: id, name: expect.any(String) } }]);
  expect(of('order_line.deleted')).toHaveLength(1);
  const named = (one: Row | undefined) => Object.keys(one?.names.order_line ?? {});
  expect(named(of('allocation.all')[0])).toEqual([String(lines[0].id)]);
  expect(named(of('allocation.released')[0])).toEqual([String(lines[0].id)]);
  expect(of('pick.recorded')).toHaveLength(1);
  expect(of('pick.completed').length).toBeGreaterThan(0);
  expect(of('return.created')).toMatchObject([{ on: { type: 'return', order_id: id } }]);
  const mails = of('order_mail.queued');
  expect(mails.map(({ after }) => after?.email)).toContain('order_confirmation');
  expect(mails[0]).toMatchObject({ on: { order_id: id }, after: { to: expect.stringContaining('@'), subject: expect.any(String) } });
  expect(new Set(rows.map(({ on }) => on.order_id))).toEqual(new Set([id]));

  // The history contains nothing of another order. In the list of all events, the rows of a line name their order.
  const { id: other_id } = (await office.get(`/api/orders/${other}`)).body;
  expect((await audit(office, `on_type=order&on_id=${other_id}`)).every(({ on }) => on.order_id === other_id)).toBe(true);
  const all = await audit(office, 'on_type=order_line');
  expect(all.find(({ on }) => on.id === lines[0].id)?.on.order_id).toBe(id);
  expect((await admin.get(`/api/admin/audit?on_type=order&on_id=${id}`)).status).toBe(403);
});

test('the history of an order shows its dispatches with their tracking numbers', async () => {
  const here = await floor();
  const booked = await createBookedOrder(here);
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(booked.uuid)] });
  const [{ id }] = body.items;
  expect((await here.picker.put(`${dispatchPath}/dispatches/${id}`, { tracking_number: 'TRK4711' })).status).toBe(200);
  const rows = await audit(here.office, `on_type=order&on_id=${booked.id}`);
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['dispatch.requested', 'dispatch.tracked', 'dispatch.shipped']));
  expect(rows.find(({ what }) => what === 'dispatch.tracked')?.after).toMatchObject({ tracking_number: 'TRK4711' });
});

test('the audit is searched by people, events, orders, products and values; a search without accents finds text with accents', async () => {
  const { as, admin, submitted, medium, person } = await clientFixture();
  const office = await as('super', { forenames: 'Zoë', surname: 'Übermut' });
  const uuid = await submitted();
  const { id, lines, order_number } = (await office.get(`/api/orders/${uuid}`)).body;
  await office.put(`/api/admin/order-lines/${lines[0].id}`, { decoration: 'Crème brûlée – O’Neill' });
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 7 });
  const someone = await person('employee', { forenames: 'Ångel', surname: 'Searched' });
  await admin.put(`/api/employees/${someone.id}`, { version: 1, forenames: 'Ångel', surname: 'Searched', contact_phone: '01632 960123' });
  const what = async (search: string, more = '') => (await audit(office, `search=${encodeURIComponent(search)}${more}`)).map((one) => one.what);
  expect(await what("creme brulee - o'neill")).toEqual(['order_line.changed']);
  expect(await what('zoe ubermut')).toContain('order_line.changed');
  expect(await what('order line CHANGED')).toContain('order_line.changed');
  expect(await what(`#${order_number}`)).toContain('order.submitted');
  expect(await what(medium.sku)).toContain('stock.counted');
  expect(await what('creme brulee', `&on_type=order&on_id=${id}`)).toEqual(['order_line.changed']);
  expect(await what('creme brulee', '&on_type=user')).toEqual([]);
  expect(await what('no such text anywhere')).toEqual([]);
});
