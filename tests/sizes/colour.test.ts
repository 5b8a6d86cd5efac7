import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clothingSetProducts, outbox, products } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeDrawing } from '../../server/files/store-file.ts';
import { messages } from '../../shared/messages.ts';
import { sizeFixture } from './fixture.ts';

/** A style in Navy at £10, and in Black at £15 in M and £16 in L. Each colour has a picture. */
async function colourFixture() {
  const base = await sizeFixture();
  const { product, picture, database, services, now, parent, large, set } = base;
  const black = (size: string, price: number) =>
    product({
      parent_id: parent.id,
      name: parent.name,
      variation_colour: 'Black',
      colour_hex: '#111111',
      variation_size_1: size,
      price,
      position: 9,
    });
  const [blackMedium, blackLarge] = [await black('M', 1500), await black('L', 1600)];
  const draw = async (colour: string) => {
    const drawing = await storeDrawing(
      services.settings.DATA_DIR,
      `<svg xmlns="http://www.w3.org/2000/svg"><title>${colour} ${parent.id}</title></svg>`,
    );
    return { id: await database.unitOfWork((db) => registerFile({ db, now: now() }, drawing)), url: `/files/${drawing.hash}`, hash: drawing.hash };
  };
  const pictures = { navy: await draw('Navy'), black: await draw('Black') };
  await picture(large.id, pictures.navy.id);
  await picture(blackLarge.id, pictures.black.id);
  await database.unitOfWork(async (db) => {
    await db.update(clothingSetProducts).set({ price: null }).where(eq(clothingSetProducts.clothing_set_id, set.id));
  });
  const office = await base.as('super');
  /** Submits an order of two items of the style in Navy without a size. */
  const ordered = async () => {
    const uuid = await base.draft();
    const line = await base.order(uuid, parent.id, 2, base.admin, base.wearer.id, { variation_colour: 'Navy' });
    const { status, body } = await base.submit(uuid, { confirm_missing_sizes: true });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { uuid, line };
  };
  const lineOf = async (uuid: string, by = base.admin) => (await by.get(`/api/orders/${uuid}`)).body.lines[0];
  return { ...base, blackMedium, blackLarge, pictures, office, ordered, lineOf };
}

test('a line without a size keeps the chosen colour, and has the picture and the highest price of the style in that colour', async () => {
  const { draft, order, parent, wearer, admin, lineOf, pictures } = await colourFixture();
  const uuid = await draft();
  const line = await order(uuid, parent.id, 2, admin, wearer.id, { variation_colour: 'Navy' });
  const navy = {
    product_id: parent.id,
    is_size_selected: false,
    variation_colour: 'Navy',
    unit_price: 1000,
    product: { attributes: { variation_colour: 'Navy', colour_hex: '#1f2c4d' }, media: [{ url: pictures.navy.url }] },
  };
  expect(line).toMatchObject(navy);
  expect(await lineOf(uuid)).toMatchObject(navy);
  const change = (body: object) => admin.put(`/api/orders/${uuid}/lines/${line.id}`, body);
  expect((await change({ variation_colour: 'Black' })).body).toMatchObject({
    variation_colour: 'Black',
    unit_price: 1600,
    product: { attributes: { variation_colour: 'Black', colour_hex: '#111111' }, media: [{ url: pictures.black.url }] },
  });
  expect((await change({ variation_colour: null })).body).toMatchObject({ variation_colour: null, unit_price: 1600 });
});

test('a colour in which the style is not offered is refused with an error on its field, for new and changed lines', async () => {
  const { draft, order, parent, small, wearer, admin, office } = await colourFixture();
  const uuid = await draft();
  const lines = `/api/orders/${uuid}/employees/${wearer.id}/lines`;
  const add = (product_id: number, variation_colour: string) => admin.post(lines, { lines: [{ product_id, quantity: 1, variation_colour }] });
  const fault = messages.colour_not_offered(parent.name, 'Lime');
  expect(await add(parent.id, 'Lime')).toMatchObject({ status: 422, body: { errors: { 'lines.0.variation_colour': [fault] } } });
  expect(await add(small.id, 'Black')).toMatchObject({ status: 422, body: { errors: { 'lines.0.variation_colour': [expect.any(String)] } } });
  expect((await add(small.id, 'Navy')).body.lines[0]).toMatchObject({
    variation_colour: null,
    product: { attributes: { variation_colour: 'Navy' } },
  });
  const { id } = await order(uuid, parent.id);
  const refusal = { status: 422, body: { errors: { variation_colour: [fault] } } };
  expect(await admin.put(`/api/orders/${uuid}/lines/${id}`, { variation_colour: 'Lime' })).toMatchObject(refusal);
  expect(await office.put(`/api/admin/order-lines/${id}`, { variation_colour: 'Lime' })).toMatchObject(refusal);
  const officeLine = { employee_id: wearer.id, product_id: parent.id };
  expect(await office.post(`/api/admin/orders/${uuid}/lines`, { ...officeLine, variation_colour: 'Lime' })).toMatchObject(refusal);
  expect((await office.post(`/api/admin/orders/${uuid}/lines`, { ...officeLine, variation_colour: 'Navy' })).body).toMatchObject({
    variation_colour: 'Navy',
    unit_price: 1000,
  });
});

test('a line whose size is removed keeps the colour of its SKU; a line with a size stores no colour', async () => {
  const { draft, order, parent, blackMedium, large, admin, wearer, office } = await colourFixture();
  const uuid = await draft();
  const { id } = await order(uuid, blackMedium.id, 1, admin, wearer.id);
  const change = (body: object) => admin.put(`/api/orders/${uuid}/lines/${id}`, body);
  expect((await change({ product_id: parent.id })).body).toMatchObject({ is_size_selected: false, variation_colour: 'Black', unit_price: 1600 });
  expect((await change({ product_id: large.id })).body).toMatchObject({ is_size_selected: true, variation_colour: null, unit_price: 1000 });
  expect((await office.put(`/api/admin/order-lines/${id}`, { product_id: parent.id })).body).toMatchObject({ variation_colour: 'Navy' });
});

test('the emails name the colour, and the link offers and accepts only sizes in that colour', async () => {
  const { ordered, wearer, mails, tokenFor, open, choose, anyone, database, client, parent, small, medium, large, blackLarge, pictures, lineOf } =
    await colourFixture();
  const { uuid, line } = await ordered();
  const mail = (await mails()).find(({ to }) => to === wearer.email);
  expect(mail?.text).toContain('Navy');
  const outboxRows = await database.reader.select({ kind: outbox.kind, text: outbox.text }).from(outbox).where(eq(outbox.account_id, client.id));
  expect(outboxRows.find(({ kind }) => kind === 'order_confirmation')?.text).toContain('Navy');

  const token = await tokenFor(wearer.email);
  const [linkLine] = (await open(token)).body.lines;
  const picture = `/api/sizes/${token}/pictures/${pictures.navy.hash}`;
  expect(linkLine).toMatchObject({ product_id: parent.id, variation_colour: 'Navy', colours: [{ name: 'Navy' }], media: [{ url: picture }] });
  expect(linkLine.sizes.map(({ id }: { id: number }) => id)).toEqual([small.id, medium.id, large.id]);
  expect((await anyone.raw(picture)).status).toBe(200);
  expect(await choose(token, [{ id: line.id, product_id: blackLarge.id }])).toMatchObject({
    status: 422,
    body: { errors: { 'lines.0.product_id': [messages.other_colour('Navy')] } },
  });
  expect((await choose(token, [{ id: line.id, product_id: large.id }])).status).toBe(200);
  expect(await lineOf(uuid)).toMatchObject({ product_id: large.id, variation_colour: null, unit_price: 1000 });
});

test('after submission a client chooses sizes in the ordered colour only; the office may change the colour', async () => {
  const { ordered, admin, office, parent, blackLarge, medium } = await colourFixture();
  const { uuid, line } = await ordered();
  const change = (body: object) => admin.put(`/api/orders/${uuid}/lines/${line.id}`, body);
  expect(await change({ product_id: blackLarge.id })).toMatchObject({
    status: 422,
    body: { errors: { product_id: [messages.other_colour('Navy')] } },
  });
  expect(await change({ product_id: parent.id, variation_colour: null })).toMatchObject({ status: 422 });
  expect(await change({ variation_colour: 'Black' })).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
  expect((await office.put(`/api/admin/order-lines/${line.id}`, { variation_colour: 'Black' })).body).toMatchObject({
    variation_colour: 'Black',
    unit_price: 1600,
  });
  expect((await office.put(`/api/admin/order-lines/${line.id}`, { variation_colour: 'Navy' })).body.unit_price).toBe(1000);
  expect((await change({ product_id: medium.id, variation_colour: 'Navy' })).body).toMatchObject({ product_id: medium.id, is_size_selected: true });
});

test('after submission a client can choose the colour of a line only together with its size', async () => {
  const { unsized, admin, parent, blackLarge } = await colourFixture();
  const { uuid, lines } = await unsized();
  const change = (body: object) => admin.put(`/api/orders/${uuid}/lines/${lines[0]}`, body);
  expect(await change({ product_id: parent.id, variation_colour: 'Navy' })).toMatchObject({
    status: 422,
    body: { errors: { product_id: [messages.size_needed] } },
  });
  expect((await change({ product_id: blackLarge.id })).body).toMatchObject({ is_size_selected: true, unit_price: 1600 });
});

test('a re-order and the order report keep the colour; the error message names a colour that is no longer offered', async () => {
  const { ordered, admin, office, lineOf, database, small, medium, large, submit, parent, wearer } = await colourFixture();
  const { uuid } = await ordered();
  const again = (await admin.post(`/api/orders/${uuid}/reorder`)).body;
  expect(await lineOf(again.uuid)).toMatchObject({ is_size_selected: false, variation_colour: 'Navy', unit_price: 1000 });
  const report = await (await office.raw('/admin/reports/orders?start=2026-11-01&end=2026-11-30')).text();
  expect(report).toContain(`"${parent.name}, Navy"`);

  await database.unitOfWork(async (db) => {
    for (const { id } of [small, medium, large]) await db.update(products).set({ is_published: false }).where(eq(products.id, id));
  });
  expect(await submit(again.uuid, { confirm_missing_sizes: true })).toMatchObject({
    status: 422,
    body: { errors: { lines: [messages.no_longer_offered(`${parent.name}, Navy`, `${wearer.forenames} ${wearer.surname}`)] } },
  });
  expect((await admin.post(`/api/orders/${uuid}/reorder`)).status).toBe(422);
});
