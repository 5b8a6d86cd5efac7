import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSetProducts, orderLines, orders, users } from '../../server/db/tables/index.ts';
import { limits } from '../../shared/limits.ts';
import { clientFixture } from './fixture.ts';

/** Submits an order with two items in size M for the wearer and one in size L for a colleague. */
async function setUp() {
  const base = await clientFixture();
  const { person, dress, draft, order, submit, admin, wearer, medium, large } = base;
  const colleague = await person('employee');
  await dress(colleague.id);
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  await order(uuid, medium.id, 2, admin, wearer.id, { decoration: 'Logo', notes: 'Long sleeves' });
  await order(uuid, large.id, 1, admin, colleague.id);
  await submit(uuid, { client_po_reference: 'PO-1', contact_name: 'Dee Livery' });
  const again = (by = admin, of = uuid) => by.post(`/api/orders/${of}/reorder`);
  return { ...base, colleague, uuid, again };
}

test('a re-order creates a new draft with the same wearers, lines and address, at today’s prices', async () => {
  const { admin, database, set, parent, uuid, wearer, colleague, medium, large, site, again } = await setUp();
  await database.unitOfWork(
    async (db) => void (await db.update(clothingSetProducts).set({ price: 1400 }).where(eq(clothingSetProducts.clothing_set_id, set.id))),
  );
  const { status, body } = await again();
  expect(status).toBe(201);
  expect(body).toMatchObject({ left_out: [], url: `/orders/${body.uuid}/edit` });
  expect(body.uuid).not.toBe(uuid);
  const reorder = (await admin.get(`/api/orders/${body.uuid}`)).body;
  expect(reorder).toMatchObject({
    status: 'draft',
    client_po_reference: null,
    contact_name: 'Dee Livery',
    delivery_site: { id: site.id },
    delivery_address: { postcode: 'LS1 4AP' },
    requester: { id: admin.id },
    lines: [
      { employee: { id: wearer.id }, product_id: medium.id, qty_requested: 2, unit_price: 1400, decoration: 'Logo', notes: 'Long sleeves' },
      { employee: { id: colleague.id }, product_id: large.id, qty_requested: 1, unit_price: 1400, product: { parent: { id: parent.id } } },
    ],
  });
  expect((await admin.get(`/api/orders/${uuid}`)).body.status).toBe('submitted');
  expect((await admin.get(`/api/orders/${uuid}`)).body.can.reorder).toBe(true);
});

test('a re-order leaves out the lines that wearers may no longer order, and the response lists these lines', async () => {
  const { admin, database, uuid, wearer, colleague, medium, again } = await setUp();
  await database.unitOfWork(
    async (db) => void (await db.update(users).set({ deleted_at: '2026-11-20T08:00:00.000Z' }).where(eq(users.id, colleague.id))),
  );
  const { body } = await again();
  expect(body.left_out).toEqual([
    { employee: { id: colleague.id, name: expect.any(String) }, product_name: expect.any(String), quantity: 1, reason: 'wearer_gone' },
  ]);
  const reorder = (await admin.get(`/api/orders/${body.uuid}`)).body;
  expect(reorder.employees.map(({ id }: { id: number }) => id)).toEqual([wearer.id]);
  expect(reorder.lines.map(({ product_id }: { product_id: number }) => product_id)).toEqual([medium.id]);

  await database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_cancelled: 2 }).where(eq(orderLines.employee_id, wearer.id))));
  const drafts = (await admin.get('/api/orders?status=draft')).body.total;
  const nothing = await again(admin, uuid);
  expect(nothing).toMatchObject({ status: 422, body: { errors: { lines: ['Nothing of this order can be ordered again.'] } } });
  expect((await admin.get('/api/orders?status=draft')).body.total).toBe(drafts);
});

test('a decoration that is no longer offered is replaced if the set offers only one; if the set offers several, the line is left out', async () => {
  const { database, set, again } = await setUp();
  const offer = (decoration: string) =>
    database.unitOfWork(
      async (db) => void (await db.update(clothingSetProducts).set({ decoration }).where(eq(clothingSetProducts.clothing_set_id, set.id))),
    );
  await offer('New logo');
  expect((await again()).body.left_out).toEqual([]);
  await offer('New logo\nBack print');
  expect(await again()).toMatchObject({ status: 422 });
  await offer('Logo\nBack print');
  expect((await again()).body.left_out).toMatchObject([{ reason: 'decoration_gone', quantity: 1 }]);
});

test('a person who may order only for themself re-orders only their own lines, and a draft cannot be re-ordered', async () => {
  const { signIn, signed, as, wearer, draft, uuid, medium, again, admin } = await setUp();
  const me = await signIn(wearer);
  const { status, body } = await again(me);
  expect(status).toBe(201);
  const reorder = (await me.get(`/api/orders/${body.uuid}`)).body;
  expect(reorder.lines).toMatchObject([{ employee: { id: wearer.id }, product_id: medium.id }]);
  expect(body.left_out).toEqual([]);
  expect(await again(admin, await draft())).toMatchObject({ status: 409, body: { code: 'order_not_submitted' } });
  expect((await again(await as('client_admin'))).status).toBe(404);
  expect((await again(await signed('employee'))).status).toBe(404);
  expect((await again(await as('warehouse'))).status).toBe(403);
  expect((await again(await as('super'), uuid)).status).toBe(201);
});

test('a re-order for one wearer creates a draft with the lines of that wearer alone', async () => {
  const { admin, signIn, wearer, colleague, uuid, large } = await setUp();
  const forOne = (employee_id: number | string, by = admin) => by.post(`/api/orders/${uuid}/reorder?employee_id=${employee_id}`);
  const { status, body } = await forOne(colleague.id);
  expect(status).toBe(201);
  expect(body.left_out).toEqual([]);
  const { employees, lines } = (await admin.get(`/api/orders/${body.uuid}`)).body;
  expect(employees).toMatchObject([{ id: colleague.id }]);
  expect(lines).toMatchObject([{ employee: { id: colleague.id }, product_id: large.id, qty_requested: 1 }]);
  expect(await forOne(999_999)).toMatchObject({ status: 422, body: { errors: { lines: ['Nothing of this order can be ordered again.'] } } });
  expect((await forOne('all')).status).toBe(422);
  // Somebody who orders only for themself cannot re-order the lines of a colleague.
  expect((await forOne(colleague.id, await signIn(wearer))).status).toBe(422);
});

test('an order of more than 500 lines cannot be re-ordered, and no draft is started', async () => {
  const { admin, database, uuid, again } = await setUp();
  const [order] = await database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
  const [line] = await database.reader
    .select()
    .from(orderLines)
    .where(eq(orderLines.order_id, order?.id ?? 0));
  if (!line) throw new Error('no line');
  const { id: _id, ...values } = line;
  const add = (n: number) => database.unitOfWork((db) => db.insert(orderLines).values(Array.from({ length: n }, () => values)));
  await add(limits.lines_per_order - 2);
  const whole = await again();
  expect(whole.status).toBe(201);
  expect((await admin.get(`/api/orders/${whole.body.uuid}`)).body.lines).toHaveLength(limits.lines_per_order);
  const drafts = async () => (await admin.get('/api/orders?status=draft')).body.total;
  const before = await drafts();
  await add(1);
  const message = `An order holds at most ${limits.lines_per_order} lines. Start another one for the rest.`;
  expect(await again()).toMatchObject({ status: 409, body: { code: 'order_full', message } });
  expect(await drafts()).toBe(before);
});
