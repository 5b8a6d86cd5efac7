import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSets, orderLines, products, stockLevels } from '../../server/db/tables/index.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { clientFixture } from './fixture.ts';

const later = '2099-01-01T00:00:00.000Z';

/** Inserts a client's fixture whose SKU in size M has plenty of stock. Returns it with a function that discontinues a product. */
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

test('a discontinued SKU cannot be added to an order, or ordered in a larger quantity, by a client or the office', async () => {
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

test('an order with a discontinued SKU cannot be submitted by a client or the office', async () => {
  const { office, draft, order, submit, medium, discontinue } = await setUp();
  const uuid = await draft();
  await order(uuid, medium.id, 1);
  await discontinue();
  for (const by of [undefined, office]) expect(await submit(uuid, {}, by)).toMatchObject(discontinuedFault('lines'));
  await discontinue(medium.id, later);
  expect((await submit(uuid)).status).toBe(200);
});

test('a discontinued size cannot be chosen for a submitted line, and a style with only discontinued sizes cannot be ordered', async () => {
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

test('the refusal of a discontinued SKU in the wearer’s sets states the size and the date of discontinuation', async () => {
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

test('a re-order leaves out discontinued SKUs and all sizes of a discontinued style', async () => {
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

test('a discontinued SKU is not offered as a substitute, and a substitution that names it is refused', async () => {
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

test('the refusal of a discontinued SKU names its successor if the person may order it, and a substitution offers the successor', async () => {
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

  // A successor outside the client’s sets is offered only to the office, and a discontinued successor to nobody.
  const other = await product({ name: 'Other shirt', is_published: true });
  await succeed(medium.id, other.id);
  expect(await fault()).not.toContain('Choose');
  expect(await affected()).toEqual([other.id]);
  await discontinue(other.id);
  expect(await affected()).toEqual([null]);

  // If a style has a successor, each of its SKUs is succeeded by the SKU of the same size and colour.
  const next = await style(['S', 'M']);
  await succeed(medium.id, null);
  await succeed(parent.id, next.parent.id);
  await database.unitOfWork(
    async (db) => await db.update(products).set({ variation_colour: medium.variation_colour }).where(eq(products.parent_id, next.parent.id)),
  );
  expect(await affected()).toEqual([next.children[1]?.id]);
});

test('a line of a discontinued SKU becomes a line of the successor, or is added to a line of the successor up to the limit of a line', async () => {
  const {
    admin,
    office,
    as,
    signed,
    elsewhere,
    wearer,
    draft,
    order,
    submit,
    submitted,
    small,
    medium,
    style,
    clothingSet,
    client,
    database,
    discontinue,
    key,
  } = await setUp();
  const succeed = (successor_id: number | null) =>
    database.unitOfWork(async (db) => await db.update(products).set({ successor_id }).where(eq(products.id, medium.id)));
  const linesOf = async (uuid: string): Promise<{ id: number; product_id: number; qty_requested: number; notes: string | null; version: number }[]> =>
    (await admin.get(`/api/orders/${uuid}`)).body.lines;
  const unavailable = async (uuid: string) => (await admin.get(`/api/orders/${uuid}/unavailable-lines`)).body.items;
  const swap = (uuid: string, id: number, body: object = {}, by = admin, headers = key()) =>
    by.post(`/api/orders/${uuid}/lines/${id}/successor`, body, headers);

  // If the successor is of another style of the wearer, the line keeps its quantity and notes, and gets the successor’s price.
  const next = await style(['M'], { name: 'Next Polo' });
  const set = await clothingSet(client.id, { products: [{ product_id: next.parent.id, price: 1999 }], wearers: [wearer.id] });
  const successor = next.children[0]?.id ?? 0;
  const uuid = await draft();
  const line = await order(uuid, medium.id, 3, admin, wearer.id, { notes: 'Long sleeves' });
  await succeed(successor);
  expect((await swap(uuid, line.id)).body.errors, 'it is still sold').toHaveProperty('product_id');
  const sent = await submitted(1);
  await discontinue();
  expect(await unavailable(uuid)).toMatchObject([
    {
      line_id: line.id,
      successor: { id: successor, name: expect.stringContaining('Next Polo') },
      message: expect.stringContaining('Choose Next Polo'),
    },
  ]);
  expect(await swap(uuid, line.id, { version: line.version + 7 })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  const headers = key();
  const swapped = await swap(uuid, line.id, { version: line.version }, admin, headers);
  expect(swapped).toMatchObject({
    status: 200,
    body: { id: line.id, product_id: successor, qty_requested: 3, notes: 'Long sleeves', unit_price: 1999, is_size_selected: true },
  });
  expect((await swap(uuid, line.id, { version: line.version }, admin, headers)).body).toEqual(swapped.body);
  expect(await unavailable(uuid)).toEqual([]);
  expect((await submit(uuid)).status).toBe(200);
  expect((await swap(uuid, line.id)).status, 'it is submitted').toBe(409);

  // If the wearer already has a line of the successor, the quantity is added to it, and the notes of both lines stay.
  await discontinue(medium.id, null);
  const joining = await draft();
  const [gone, stays] = [
    await order(joining, medium.id, 2, admin, wearer.id, { notes: 'Urgent' }),
    await order(joining, successor, 5, admin, wearer.id, { notes: 'For the yard' }),
  ];
  const full = await draft();
  const [tooMany, most] = [await order(full, medium.id, 2), await order(full, successor, 9998)];
  await discontinue();
  expect(await swap(joining, gone.id)).toMatchObject({ status: 200, body: { id: stays.id, qty_requested: 7, notes: 'For the yard\nUrgent' } });
  expect((await linesOf(joining)).map(({ id }) => id)).toEqual([stays.id]);
  expect((await swap(full, tooMany.id)).body.errors).toEqual({ qty_requested: ['A line can have at most 9999 items.'] });
  expect((await linesOf(full)).map(({ id, qty_requested }) => [id, qty_requested])).toEqual([
    [tooMany.id, 2],
    [most.id, 9998],
  ]);

  // Only people who may edit the draft may swap its lines. The office substitutes once an order is submitted.
  expect((await swap(full, tooMany.id, {}, await as('warehouse'))).status).toBe(403);
  expect((await swap(full, tooMany.id, {}, await signed('manager', { sites: [elsewhere.id] }))).status).toBe(404);
  expect((await swap(full, 999_999)).status).toBe(404);
  const [sentLine] = (await office.get(`/api/orders/${sent}`)).body.lines;
  expect((await swap(sent, sentLine.id, {}, office)).status).toBe(409);

  // A line that lacks the decoration of the successor cannot get the successor. People add the successor from the products, with a decoration.
  const decorate = (decoration: string | null) =>
    database.unitOfWork(async (db) => await db.update(clothingSets).set({ decoration }).where(eq(clothingSets.id, set.id)));
  await decorate('Logo, left chest');
  expect((await swap(full, tooMany.id)).body.errors).toEqual({ decoration: [expect.stringContaining('needs a decoration')] });
  const words = (await unavailable(full))[0];
  expect(words).toMatchObject({
    successor: null,
    message: expect.stringMatching(/has been discontinued .* needs a decoration\. Add it from the products/),
  });
  const withLogo = async (decoration: string) =>
    database.unitOfWork(async (db) => await db.update(orderLines).set({ decoration }).where(eq(orderLines.id, tooMany.id)));
  await withLogo('Logo, back');
  expect((await swap(full, tooMany.id)).body.errors).toEqual({ decoration: [expect.stringContaining('is not offered with “Logo, back”')] });
  expect((await unavailable(full))[0]).toMatchObject({ successor: null, message: expect.stringContaining('is not offered with “Logo, back”') });
  await withLogo('Logo, left chest');
  expect((await unavailable(full))[0]).toMatchObject({ successor: { id: successor } });
  await decorate(null);

  // A product that the wearer may not order is not offered as a successor.
  expect((await office.delete(`/api/admin/accounts/${client.id}/clothing-sets/${set.id}`)).status).toBeLessThan(300);
  expect(await unavailable(full)).toMatchObject([{ successor: null }, { successor: null }]);
  expect((await swap(full, tooMany.id)).status).toBe(422);
  await succeed(small.id);
  expect((await unavailable(full))[0]).toMatchObject({ successor: { id: small.id } });
  await succeed(null);
  expect((await swap(full, tooMany.id)).body.errors.product_id[0]).toContain('Nothing is sold in place of');
});
