import { and, eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, clothingSetProducts, outbox, products, returnReasons, stockMovements } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from './shipped.ts';

/** A shipped order of three mediums and two decorated smalls, and a return of two mediums and one small. */
async function setUp() {
  const base = await clientFixture();
  const { as, admin, wearer, draft, order, submit, small, medium, large, database } = base;
  const office = await as('super');
  for (const { id } of [small, medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const uuid = await draft();
  const plain = await order(uuid, medium.id, 3);
  const decorated = await order(uuid, small.id, 2, admin, wearer.id, { decoration: 'Logo, left chest' });
  await submit(uuid, { client_po_reference: 'PO 77' });
  await ship(office, uuid);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const line = (id: number, qty_to_return: number) => ({ id, qty_to_return, return_reason: reason.id });
  const response = await admin.post(`/api/orders/${uuid}/returns`, { lines: [line(plain.id, 2), line(decorated.id, 1)] });
  const path = `/api/admin/returns/${response.body.id}`;
  const [first, second] = response.body.lines;
  const decide = (line_id: number, body: object) => office.put(`${path}/lines/${line_id}`, body);
  const finalise = () => office.put(path, { finalise: true, approver_comments: null });
  const moved = (product_id: number) =>
    database.reader
      .select({ type: stockMovements.type, qty: stockMovements.qty })
      .from(stockMovements)
      .where(
        and(
          eq(stockMovements.product_id, product_id),
          eq(stockMovements.reference, response.body.return_number),
          ne(stockMovements.type, 'DISPATCH'),
        ),
      )
      .orderBy(stockMovements.id);
  return { ...base, office, uuid, made: response.body, path, first, second, decide, finalise, moved };
}

test('an exchange creates a linked draft order for the new size, at the credited price', async () => {
  const base = await setUp();
  const { as, office, admin, path, first, second, decide, finalise, moved, medium, large, small, made, site, wearer, database } = base;
  const decided = await decide(first.id, { qty_approved: 2, outcome: 'exchange', exchange_product_id: large.id });
  expect(decided).toMatchObject({ status: 200, body: { outcome: 'exchange', came_back: 'restock', exchange_product: { id: large.id } } });
  expect(decided.body.exchange_choices.map(({ id }: { id: number }) => id)).toEqual([small.id, medium.id, large.id]);
  await decide(second.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: medium.id });
  // A client does not see the exchange before the return is decided.
  expect((await admin.get(`/api/returns/${made.id}`)).body.lines[0]).toMatchObject({
    outcome: null,
    came_back: null,
    exchange_product: null,
    exchange_choices: [],
  });

  const response = await finalise();
  const { exchange_order } = response.body;
  expect(response).toMatchObject({
    status: 200,
    body: { status: { name: 'approved' }, exchange_order: { order_number: String(exchange_order.id).padStart(5, '0') } },
  });
  const order = (await office.get(`/api/orders/${exchange_order.uuid}?include=lines`)).body;
  expect(order).toMatchObject({
    status: 'draft',
    requester: { id: admin.id },
    client_po_reference: 'PO 77',
    customer_notes: `Exchange for return ${made.return_number}`,
    delivery_site: { id: site.id },
  });
  expect(order.lines).toMatchObject([
    { product_id: large.id, employee: { id: wearer.id }, qty_requested: 2, unit_price: 1250, is_manually_priced: true, decoration: null },
    { product_id: medium.id, employee: { id: wearer.id }, qty_requested: 1, unit_price: 1250, decoration: 'Logo, left chest' },
  ]);
  expect(await moved(medium.id)).toEqual([{ type: 'ORDER_RETURN', qty: 2 }]);
  // A decorated item is written off, unless the office decides otherwise.
  expect(await moved(small.id)).toEqual([
    { type: 'ORDER_RETURN', qty: 1 },
    { type: 'ADJUSTMENT', qty: -1 },
  ]);
  const emails = await database.reader.select().from(outbox).where(eq(outbox.kind, 'return_decided'));
  const email = emails.find(({ subject }) => subject.includes(made.return_number));
  expect(email?.text).toContain('2 of 2 x ');
  expect(email?.text).toContain('exchanged for size L');
  const audited = await database.reader
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.what, 'order.exchanges'), eq(auditRows.on_id, exchange_order.id)));
  expect(audited).toHaveLength(1);

  // The office can submit the exchange draft without changes; the client sees the exchange order once it is submitted.
  expect((await admin.get(`/api/returns/${made.id}`)).body).toMatchObject({
    exchange_order: null,
    lines: [{ exchange_product: { id: large.id } }, {}],
  });
  expect((await office.put(`/api/admin/orders/${exchange_order.uuid}`, { submit: true })).status).toBe(200);
  expect((await admin.get(`/api/returns/${made.id}`)).body.exchange_order).toEqual({
    id: exchange_order.id,
    uuid: exchange_order.uuid,
    order_number: order.order_number,
  });
  expect((await (await as('super')).put(path, { finalise: true })).body.code).toBe('already_finalised');
});

test('the office can restock the returned item of an exchange; items that are not approved are not exchanged', async () => {
  const { path, office, first, second, decide, finalise, moved, medium, small } = await setUp();
  await decide(first.id, { qty_approved: 0, outcome: 'exchange', exchange_product_id: small.id });
  await decide(second.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: small.id, came_back: 'restock' });
  expect((await office.get(path)).body.lines[1]).toMatchObject({ outcome: 'exchange', came_back: 'restock' });
  const { body } = await finalise();
  expect((await office.get(`/api/orders/${body.exchange_order.uuid}`)).body.lines).toMatchObject([{ product_id: small.id, qty_requested: 1 }]);
  expect(await moved(medium.id)).toEqual([]);
  expect(await moved(small.id)).toEqual([{ type: 'ORDER_RETURN', qty: 1 }]);
});

test('an exchange needs a size of the same product; if the outcome is changed, the size is removed', async () => {
  const { first, decide, finalise, large, product } = await setUp();
  expect((await decide(first.id, { qty_approved: 1, outcome: 'exchange' })).body.errors).toEqual({
    exchange_product_id: ['Choose the size to send in exchange.'],
  });
  for (const id of [(await product()).id, 999_999])
    expect((await decide(first.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: id })).body.errors).toEqual({
      exchange_product_id: ['Choose a size of the same product.'],
    });
  for (const bad of [{ outcome: 'burn' }, { exchange_product_id: -1 }, { came_back: 'exchange' }])
    expect((await decide(first.id, { qty_approved: 1, outcome: 'exchange', ...bad })).status).toBe(422);
  await decide(first.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: large.id });
  expect((await decide(first.id, { qty_approved: 1 })).body.outcome).toBe('exchange');
  expect((await decide(first.id, { qty_approved: 1, outcome: 'write_off' })).body).toMatchObject({ outcome: 'write_off', exchange_product: null });
  expect((await finalise()).body.exchange_order).toBeNull();
});

test('the credited price applies only up to the returned quantity: a client who orders more pays the current price', async () => {
  const { admin, office, first, decide, finalise, large, database, set } = await setUp();
  await decide(first.id, { qty_approved: 2, outcome: 'exchange', exchange_product_id: large.id });
  const { uuid } = (await finalise()).body.exchange_order;
  await database.unitOfWork(async (db) => {
    await db.update(clothingSetProducts).set({ price: 1990 }).where(eq(clothingSetProducts.clothing_set_id, set.id));
  });
  const [line] = (await admin.get(`/api/orders/${uuid}`)).body.lines;
  const changeQuantity = async (qty_requested: number, by = admin) => (await by.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested })).body;
  expect(await changeQuantity(1)).toMatchObject({ qty_requested: 1, unit_price: 1250, is_manually_priced: true });
  expect(await changeQuantity(2, office)).toMatchObject({ qty_requested: 2, unit_price: 1250, is_manually_priced: true });
  expect(await changeQuantity(3)).toMatchObject({ qty_requested: 3, unit_price: 1990, is_manually_priced: false });
});

test('deleting an exchange draft leaves the return unchanged', async () => {
  const { office, path, first, decide, finalise, large } = await setUp();
  await decide(first.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: large.id });
  const { uuid } = (await finalise()).body.exchange_order;
  expect((await office.delete(`/api/admin/orders/${uuid}`)).status).toBe(200);
  expect((await office.get(path)).body).toMatchObject({ is_finalised: true, exchange_order: null });
});

test('a discontinued size is not sent in exchange; a draft whose size is discontinued later can be submitted only in another size', async () => {
  const { office, first, decide, finalise, small, medium, large, database, now } = await setUp();
  const discontinue = (id: number) => database.unitOfWork((db) => db.update(products).set({ discontinued_at: now() }).where(eq(products.id, id)));
  await discontinue(small.id);
  const response = await decide(first.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: small.id });
  expect(response).toMatchObject({ status: 422, body: { errors: { exchange_product_id: ['Choose a size of the same product.'] } } });
  const other = await decide(first.id, { qty_approved: 1, outcome: 'exchange', exchange_product_id: large.id });
  expect(other.body.exchange_choices.map(({ id }: { id: number }) => id)).not.toContain(small.id);
  await discontinue(large.id);
  const { uuid } = (await finalise()).body.exchange_order;
  const submit = () => office.put(`/api/admin/orders/${uuid}`, { submit: true });
  expect(await submit()).toMatchObject({ status: 422 });
  const [line] = (await office.get(`/api/orders/${uuid}`)).body.lines;
  expect((await office.put(`/api/admin/order-lines/${line.id}`, { product_id: medium.id })).status).toBe(200);
  expect((await submit()).status).toBe(200);
});
