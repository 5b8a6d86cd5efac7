import { expect, test } from 'vitest';
import { world } from '../world.ts';

const path = (style_id: number) => `/api/admin/clothing-sets/style-prices?style_id=${style_id}`;

test('the sets that hold a style are listed by company, with one price for the whole style or with those of its SKUs', async () => {
  const { as, style, account, clothingSet } = await world();
  const office = await as('super');
  const { parent, children } = await style(['S', 'M', 'L']);
  const [small, medium] = children;
  if (!small || !medium) throw new Error('no sizes');
  const [one, two] = [await account({ name: `Zeta ${parent.id}` }), await account({ name: `Alpha ${parent.id}` })];
  const whole = await clothingSet(one.id, { products: [{ product_id: parent.id }] });
  const single = await clothingSet(two.id, { products: [{ product_id: small.id }, { product_id: medium.id }] });
  await clothingSet(two.id);
  const setPrice = (set_id: number, product_id: number, body: object) =>
    office.put(`/api/admin/clothing-sets/${set_id}/products/${product_id}`, body);
  expect((await setPrice(whole.id, parent.id, { price: 1800 })).status).toBe(200);
  expect((await setPrice(single.id, medium.id, { price: 2100 })).status).toBe(200);
  const { items } = (await office.get(path(parent.id))).body;
  expect(items).toEqual([
    {
      id: single.id,
      name: single.name,
      account: { id: two.id, name: two.name },
      holds_style: false,
      style_price: null,
      prices: [
        { product_id: small.id, price: null },
        { product_id: medium.id, price: 2100 },
      ],
      version: 2,
    },
    { id: whole.id, name: whole.name, account: { id: one.id, name: one.name }, holds_style: true, style_price: 1800, prices: [], version: 2 },
  ]);
  // The version of a set's product is that of its prices here, so an older one is refused.
  expect((await setPrice(single.id, small.id, { price: 1900, version: 2 })).body.version).toBe(3);
  expect((await setPrice(single.id, small.id, { price: 1950, version: 2 })).status).toBe(409);
});

test('a style that no set holds has no set prices, an unknown one is 404, and clients and the warehouse get 403', async () => {
  const { as, style } = await world();
  const { parent } = await style(['S']);
  const office = await as('super');
  expect((await office.get(path(parent.id))).body).toEqual({ items: [] });
  expect((await office.get(path(999_999))).status).toBe(404);
  for (const role of ['client_admin', 'warehouse'] as const) expect((await (await as(role)).get(path(parent.id))).status).toBe(403);
});
