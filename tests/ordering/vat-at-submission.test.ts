import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

/** Returns the client's fixture with functions that set the VAT rates of products and read the lines of an order. */
async function vatFixture() {
  const fixture = await clientFixture({ price: 1000 });
  const { database, admin, small, medium, large, parent } = fixture;
  const rate = (product_ids: number[], vat_rate: number | null) =>
    database.unitOfWork(async (db) => await db.update(products).set({ vat_rate }).where(inArray(products.id, product_ids)));
  const linesOf = async (uuid: string): Promise<{ id: number; vat_rate: number; unit_price: number; version: number }[]> =>
    (await admin.get(`/api/orders/${uuid}?include=lines`)).body.lines;
  return { ...fixture, rate, linesOf, style: [parent.id, small.id, medium.id, large.id] };
}

test('submission gives every line the current VAT rate of its product, or the default rate if the product has none', async () => {
  const { draft, order, submit, rate, linesOf, style, parent, small, medium, large } = await vatFixture();
  await rate([medium.id], 5);
  await rate([small.id], 0);
  const uuid = await draft();
  for (const id of [medium.id, small.id, large.id]) await order(uuid, id);
  const before = await linesOf(uuid);
  expect(before.map(({ vat_rate }) => vat_rate)).toEqual([5, 0, 20]);
  await rate(style, null);
  await rate([large.id], 8);
  expect(await submit(uuid)).toMatchObject({ status: 200, body: { sub_total: 3000, vat: 200 + 200 + 80 } });
  const after = await linesOf(uuid);
  expect(after).toMatchObject(before.map(({ version }, n) => ({ unit_price: 1000, vat_rate: [20, 20, 8][n], version: version + 1 })));

  await rate([parent.id], 0);
  expect((await linesOf(uuid)).map(({ vat_rate }) => vat_rate)).toEqual([20, 20, 8]);
});

test('a line without a size gets the VAT rate of its style', async () => {
  const { draft, order, submit, rate, linesOf, parent } = await vatFixture();
  const uuid = await draft();
  await order(uuid, parent.id);
  await rate([parent.id], 5);
  expect((await submit(uuid, { confirm_missing_sizes: true })).status).toBe(200);
  expect(await linesOf(uuid)).toMatchObject([{ vat_rate: 5, unit_price: 1000 }]);
});

test('a request gets the current VAT rate when it is sent, and again when it is approved', async () => {
  const { draft, order, submit, rate, linesOf, signed, medium } = await vatFixture();
  const supervised = await signed('client_admin', { is_supervised_orderer: true });
  const uuid = await draft(supervised);
  await order(uuid, medium.id, 1, supervised);
  await rate([medium.id], 5);
  expect((await submit(uuid, {}, supervised)).status).toBe(200);
  expect(await linesOf(uuid)).toMatchObject([{ vat_rate: 5 }]);
  await rate([medium.id], 0);
  expect(await submit(uuid)).toMatchObject({ status: 200, body: { sub_total: 1000, vat: 0 } });
});

test('submission keeps the price and VAT rate of a line priced by hand, and does not change a line at the current rate', async () => {
  const { draft, order, submit, rate, linesOf, as, small, medium } = await vatFixture();
  const uuid = await draft();
  const { id } = await order(uuid, medium.id);
  await order(uuid, small.id);
  expect(await (await as('super')).put(`/api/admin/order-lines/${id}`, { unit_price: 700 })).toMatchObject({
    status: 200,
    body: { is_manually_priced: true },
  });
  const before = await linesOf(uuid);
  await rate([medium.id], 5);
  expect(await submit(uuid)).toMatchObject({ status: 200, body: { sub_total: 1700 } });
  expect(await linesOf(uuid)).toEqual(before.map((line) => expect.objectContaining({ id: line.id, version: line.version, vat_rate: 20 })));
});
