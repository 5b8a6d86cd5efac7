import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSetProducts, employeeRoles, orderLines } from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

/** A manager's submitted order of two items in M, and functions that correct its line. */
async function setUp() {
  const w = await clientFixture({ price: 1000 });
  const office = await w.as('super');
  const manager = await w.signed('manager', { forenames: 'Ola', surname: 'Reid' });
  const uuid = await w.draft(manager);
  const line = await w.order(uuid, w.medium.id, 2, manager);
  const path = `/api/orders/${uuid}/lines/${line.id}`;
  const correct = (change: Record<string, unknown>, by = manager) => by.put(path, change);
  const stock = (id: number, value: number) => office.put(`/api/admin/products/${id}`, { field: 'qty_available', value });
  const send = async () => {
    const { status, body } = await w.submit(uuid, {}, manager);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  return { ...w, office, manager, uuid, line, path, correct, stock, send };
}

test('whoever ordered corrects size and quantity until stock is allocated; others and other fields are refused', async () => {
  const { admin, correct, manager, large, office, send, stock, uuid, signed } = await setUp();
  await send();
  const read = async () => (await manager.get(`/api/orders/${uuid}`)).body;
  expect((await read()).can.correct_lines).toBe(true);
  expect(await correct({ product_id: large.id, qty_requested: 3 })).toMatchObject({
    status: 200,
    body: { product_id: large.id, qty_requested: 3, sub_total: 3000 },
  });
  expect((await read()).sub_total).toBe(3000);
  expect(await correct({ notes: 'Long sleeves' })).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
  expect(await correct({ qty_requested: 0 })).toMatchObject({ status: 422 });
  expect(await correct({ qty_requested: 4 }, admin)).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
  expect((await correct({ qty_requested: 4 }, await signed('employee'))).status).toBe(404);

  await office.put(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
  expect(await correct({ qty_requested: 4 })).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
  await office.put(`/api/admin/orders/${uuid}`, { is_frozen: false });
  await stock(large.id, 3);
  await office.post(`/api/admin/orders/${uuid}/allocate-all`);
  expect((await read()).can.correct_lines).toBe(false);
  expect(await correct({ qty_requested: 2 })).toMatchObject({ status: 409, body: { code: 'line_allocated' } });
});

test('a correction keeps the colour and the style, and the same correction sent twice is applied once', async () => {
  const { correct, manager, path, send, product, style, set, database, small, key } = await setUp();
  await send();
  const other = await product();
  expect(await correct({ product_id: other.id })).toMatchObject({ status: 422 });
  const { children } = await style(['S']);
  const [foreign] = children;
  await database.unitOfWork(async (db) => {
    await db.insert(clothingSetProducts).values({ clothing_set_id: set.id, product_id: foreign?.parent_id ?? 0, price: 900 });
  });
  expect(await correct({ product_id: foreign?.id })).toMatchObject({ status: 422, body: { errors: { product_id: expect.anything() } } });
  const once = key();
  const first = await manager.put(path, { product_id: small.id }, once);
  expect(first.status).toBe(200);
  expect((await manager.put(path, { product_id: small.id }, once)).body.version).toBe(first.body.version);
});

test('a correction over a budget that binds is refused, and one within it is charged', async () => {
  const { correct, database, employeeRole, client, wearer, send, line } = await setUp();
  const role = await employeeRole({
    account_id: client.id,
    is_budgeted: true,
    budget_value: 2500,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
    holders: [wearer.id],
  });
  await database.unitOfWork(async (db) => {
    await db.update(orderLines).set({ employee_role_id: role.id }).where(eq(orderLines.id, line.id));
  });
  await send();
  expect(await correct({ qty_requested: 3 })).toMatchObject({ status: 422, body: { errors: { budget: expect.anything() } } });
  const [stored] = await database.reader.select({ qty: orderLines.qty_requested }).from(orderLines).where(eq(orderLines.id, line.id));
  expect(stored?.qty).toBe(2);
  await database.unitOfWork(async (db) => void (await db.update(employeeRoles).set({ budget_value: 3000 }).where(eq(employeeRoles.id, role.id))));
  expect((await correct({ qty_requested: 3 })).status).toBe(200);
});

test('an approved order is not corrected above the value that was approved; below it, up and down again', async () => {
  const { admin, office, submit, signed, draft, order, medium, large, set, database } = await setUp();
  const asker = await signed('manager', { is_supervised_orderer: true });
  const uuid = await draft(asker);
  const line = await order(uuid, medium.id, 2, asker);
  await submit(uuid, {}, asker);
  const path = `/api/orders/${uuid}/lines/${line.id}`;
  expect(await asker.put(path, { qty_requested: 1 })).toMatchObject({ status: 409, body: { code: 'already_requested' } });
  expect((await submit(uuid, {}, admin)).body.status).toBe('submitted');
  const quantities: number[] = [];
  for (const qty_requested of [1, 2]) quantities.push((await asker.put(path, { qty_requested })).body.qty_requested);
  expect(quantities).toEqual([1, 2]);
  expect(await asker.put(path, { qty_requested: 3 })).toMatchObject({
    status: 422,
    body: { errors: { qty_requested: ['£20.00 ex VAT was approved for this order. Order more in a new order.'] } },
  });
  // A dearer size counts as well.
  await database.unitOfWork(
    async (db) => void (await db.update(clothingSetProducts).set({ price: 1500 }).where(eq(clothingSetProducts.clothing_set_id, set.id))),
  );
  expect((await asker.put(path, { product_id: large.id })).status).toBe(422);
  expect((await asker.put(path, { product_id: large.id, qty_requested: 1 })).status).toBe(200);
  // The office decides for itself: what it made of the order is the new limit.
  expect((await office.put(path, { qty_requested: 4 })).status).toBe(200);
  expect((await asker.put(path, { qty_requested: 5 })).status).toBe(422);
  expect((await asker.put(path, { qty_requested: 3 })).status).toBe(200);
});

test('a deleted draft comes back for whoever deleted it, for a quarter of an hour', async () => {
  const { admin, manager, uuid, setClock, office, signed, send } = await setUp();
  const restore = (by = manager) => by.post(`/api/orders/${uuid}/restore`);
  expect((await manager.delete(`/api/orders/${uuid}`)).status).toBe(200);
  expect((await manager.get(`/api/orders/${uuid}`)).status).toBe(404);
  for (const by of [admin, office, await signed('employee')]) expect((await restore(by)).status).toBe(404);
  expect(await restore()).toMatchObject({ status: 200, body: { uuid, status: 'draft', lines: [{ qty_requested: 2 }] } });
  expect((await restore()).status).toBe(200);
  expect((await manager.get(`/api/orders/${uuid}`)).status).toBe(200);
  await send();

  const { body } = await manager.post('/api/orders', { employees: [manager.id] });
  await manager.delete(`/api/orders/${body.uuid}`);
  setClock(16);
  expect(await manager.post(`/api/orders/${body.uuid}/restore`)).toMatchObject({ status: 409, body: { code: 'too_late_to_restore' } });
});
