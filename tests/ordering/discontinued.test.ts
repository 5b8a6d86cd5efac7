import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products, stockLevels } from '../../server/db/tables/index.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { clientFixture } from './fixture.ts';

const later = '2099-01-01T00:00:00.000Z';

/** A client whose medium can be discontinued, with plenty of it on the shelf. */
async function setUp() {
  const base = await clientFixture();
  const { database, medium, now } = base;
  const office = await base.as('super');
  await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 50 }));
  const discontinue = (id = medium.id, discontinued_at: string | null = now()) =>
    database.unitOfWork(async (db) => await db.update(products).set({ discontinued_at }).where(eq(products.id, id)));
  return { ...base, office, discontinue };
}

const discontinuedFault = (field: string) => ({ status: 422, body: { errors: { [field]: [expect.stringContaining('discontinued')] } } });

test('once it is discontinued a SKU cannot be added to an order or ordered in a larger quantity, by a client or the office', async () => {
  const { admin, office, wearer, draft, order, submitted, medium, small, discontinue } = await setUp();
  const uuid = await draft();
  const line = await order(uuid, medium.id, 1);
  const submittedUuid = await submitted(1);
  const [sentLine] = (await office.get(`/api/orders/${submittedUuid}`)).body.lines;
  const add = (product_id: number) => admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id, quantity: 1 }] });

  await discontinue(medium.id, later);
  expect((await add(medium.id)).status).toBe(201);
  expect((await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 2 })).status).toBe(200);

  await discontinue();
  expect((await add(medium.id)).status).toBe(422);
  expect((await add(small.id)).status).toBe(201);
  expect(await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 5 })).toMatchObject(discontinuedFault('qty_requested'));
  expect((await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 1 })).status, 'less of it').toBe(200);
  expect(await office.put(`/api/admin/order-lines/${sentLine.id}`, { qty_requested: 5 })).toMatchObject(discontinuedFault('qty_requested'));
  expect((await office.put(`/api/admin/order-lines/${sentLine.id}`, { notes: 'The last one' })).status).toBe(200);
  const body = { employee_id: wearer.id, product_id: medium.id, quantity: 1 };
  expect(await office.post(`/api/admin/orders/${submittedUuid}/lines`, body)).toMatchObject(discontinuedFault('product_id'));
});

test('an order with a discontinued SKU is not submitted, by a client or the office', async () => {
  const { office, draft, order, submit, medium, discontinue } = await setUp();
  const uuid = await draft();
  await order(uuid, medium.id, 1);
  await discontinue();
  for (const by of [undefined, office]) expect(await submit(uuid, {}, by)).toMatchObject(discontinuedFault('lines'));
  await discontinue(medium.id, later);
  expect((await submit(uuid)).status).toBe(200);
});

test('a discontinued size is not chosen for a line submitted without a size, and a style with only discontinued sizes is not ordered', async () => {
  const { admin, office, wearer, draft, order, submit, parent, small, medium, large, discontinue } = await setUp();
  const uuid = await draft();
  const line = await order(uuid, parent.id, 1);
  expect((await submit(uuid, { confirm_missing_sizes: true })).status).toBe(200);
  await discontinue();
  expect((await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id: medium.id })).status).toBe(422);
  expect((await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id: small.id })).status).toBe(200);
  for (const { id } of [small, large]) await discontinue(id);
  const unsized = { employee_id: wearer.id, product_id: parent.id, quantity: 1 };
  expect(await office.post(`/api/admin/orders/${uuid}/lines`, unsized)).toMatchObject(discontinuedFault('product_id'));
  expect((await admin.get(`/api/products/${parent.id}`)).status).toBe(404);
});

test('somebody who orders a discontinued SKU sees its size and since when it is discontinued, unless it is not in their sets', async () => {
  const { admin, office, wearer, draft, order, submit, submitted, parent, small, medium, large, style, discontinue, now } = await setUp();
  const uuid = await draft();
  const unsized = await order(uuid, parent.id, 1);
  const sized = await order(uuid, small.id, 1);
  const submittedUuid = await submitted(1);
  const other = (await style(['S', 'M'])).children[0]?.id ?? 0;
  await discontinue();
  await discontinue(other);
  const words = (size: string) =>
    `${medium.name}, ${medium.variation_colour}, ${size} has been discontinued since ${formatDate(now())} and cannot be ordered any more.`;
  const refusal = (field: string, size = 'M') => ({ status: 422, body: { errors: { [field]: [words(size)] } } });
  const add = (product_id: number) => admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id, quantity: 1 }] });

  expect(await add(medium.id)).toMatchObject(refusal('lines.0.product_id'));
  expect((await add(other)).body.errors).toEqual({ 'lines.0.product_id': ['This product is not in the clothing sets of this employee.'] });
  for (const { id } of [unsized, sized])
    expect(await admin.put(`/api/orders/${uuid}/lines/${id}`, { product_id: medium.id })).toMatchObject(refusal('product_id'));
  expect(await office.post(`/api/admin/orders/${submittedUuid}/lines`, { employee_id: wearer.id, product_id: medium.id, quantity: 1 })).toMatchObject(
    refusal('product_id'),
  );
  const [line] = (await office.get(`/api/orders/${submittedUuid}`)).body.lines;
  await discontinue(large.id);
  const substitute = { mode: 'substitute', product_id: large.id };
  expect(await office.post(`/api/admin/order-lines/${line.id}/substitute`, substitute)).toMatchObject(refusal('product_id', 'L'));
  await discontinue(small.id);
  expect(await submit(uuid, { confirm_missing_sizes: true })).toMatchObject(refusal('lines', 'S'));
});

test('a re-order leaves out discontinued SKUs, and discontinuing a style discontinues its sizes', async () => {
  const { admin, draft, order, submit, parent, small, medium, discontinue } = await setUp();
  const uuid = await draft();
  await order(uuid, medium.id, 1);
  await order(uuid, small.id, 2);
  expect((await submit(uuid)).status).toBe(200);
  await discontinue();
  const { status, body } = await admin.post(`/api/orders/${uuid}/reorder`);
  expect([status, body.left_out]).toMatchObject([201, [{ quantity: 1, reason: 'not_offered' }]]);
  expect((await admin.get(`/api/orders/${body.uuid}`)).body.lines).toMatchObject([{ product_id: small.id, qty_requested: 2 }]);
  await discontinue(parent.id);
  expect((await admin.post(`/api/orders/${uuid}/reorder`)).status).toBe(422);
});

test('a discontinued SKU is neither offered nor accepted as a substitute', async () => {
  const { office, submitted, small, medium, large, discontinue } = await setUp();
  const uuid = await submitted(1);
  const [line] = (await office.get(`/api/orders/${uuid}`)).body.lines;
  const substitute = (product_id: number) => office.post(`/api/admin/order-lines/${line.id}/substitute`, { mode: 'substitute', product_id });
  const offered = async (): Promise<number[]> =>
    (await office.get(`/api/admin/substitution/products?search=${medium.name.replace(' ', '+')}`)).body.items.map(({ id }: { id: number }) => id);
  await discontinue(small.id);
  await discontinue(large.id, later);
  expect(await substitute(small.id)).toMatchObject(discontinuedFault('product_id'));
  expect(await offered()).toEqual(expect.arrayContaining([large.id]));
  expect(await offered()).not.toContain(small.id);
  expect((await substitute(large.id)).status).toBe(200);
});

test('whoever orders a discontinued SKU reads its successor where it is sold to them, and a substitution offers it', async () => {
  const { admin, office, client, wearer, draft, order, submit, submitted, parent, small, medium, product, style, discontinue, database } =
    await setUp();
  const uuid = await draft();
  await order(uuid, medium.id, 1);
  await submitted(1);
  const succeed = (id: number, successor_id: number | null) =>
    database.unitOfWork(async (db) => await db.update(products).set({ successor_id }).where(eq(products.id, id)));
  const fault = async (): Promise<string> => (await submit(uuid)).body.errors.lines[0];
  const affected = async () => {
    const path = `/api/admin/substitution?account_id=${client.id}&from_date=2026-11-01&parent_sku_id=${parent.id}`;
    return (await office.get(path)).body.products.map(({ successor }: { successor: { id: number } | null }) => successor?.id ?? null);
  };
  const choices = async () =>
    (await office.get(`/api/admin/substitution/products?successor_of=${medium.id}`)).body.items.map(({ id }: { id: number }) => id);
  await discontinue();
  expect(await fault()).toMatch(/cannot be ordered any more\.$/);
  expect([await affected(), await choices()]).toEqual([[null], []]);

  await succeed(medium.id, small.id);
  const words = `Choose ${small.name}, ${small.variation_colour}, ${small.variation_size_1} instead.`;
  expect(await fault()).toContain(words);
  expect([await affected(), await choices()]).toEqual([[small.id], [small.id]]);
  expect(
    (await admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 1 }] })).body.errors,
  ).toEqual({
    'lines.0.product_id': [expect.stringContaining(words)],
  });

  // One that the client’s sets do not hold is for the office alone; one that is discontinued, too, is for nobody.
  const other = await product({ name: 'Other shirt', is_published: true });
  await succeed(medium.id, other.id);
  expect(await fault()).not.toContain('Choose');
  expect(await affected()).toEqual([other.id]);
  await discontinue(other.id);
  expect(await affected()).toEqual([null]);

  // A style’s successor is followed size by size.
  const next = await style(['S', 'M']);
  await succeed(medium.id, null);
  await succeed(parent.id, next.parent.id);
  await database.unitOfWork(
    async (db) => await db.update(products).set({ variation_colour: medium.variation_colour }).where(eq(products.parent_id, next.parent.id)),
  );
  expect(await affected()).toEqual([next.children[1]?.id]);
});
