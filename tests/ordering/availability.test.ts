import { expect, test } from 'vitest';
import { purchases } from '../shortfall/fixture.ts';
import { sizeFixture } from '../sizes/fixture.ts';
import type { Caller } from '../world.ts';

interface Child {
  id: number;
  qty_free: number | null;
  availability: string | null;
  available_on: string | null;
}

async function setUp(account = {}) {
  const w = await sizeFixture({ account });
  const office = await w.as('super');
  const stock = (id: number, value: number) => office.put(`/api/admin/products/${id}`, { field: 'qty_available', value });
  await stock(w.small.id, 9);
  await stock(w.medium.id, 4);
  const childrenFor = async (by: Caller, path = `/api/employees/${w.wearer.id}/products`): Promise<Child[]> =>
    (await by.get(path)).body.items[0].children;
  return { ...w, office, childrenFor, purchase: purchases(w) };
}

test('a client reads when each size can leave, after all submitted orders, and no number; the office reads both', async () => {
  const { admin, office, wearer, signIn, childrenFor, small, medium, large, submitted, purchase, supplier } = await setUp();
  const leaves = async () => (await childrenFor(admin)).map(({ availability, available_on }) => [availability, available_on]);
  expect(await leaves()).toEqual([
    ['in_stock', null],
    ['low', null],
    ['no_date', null],
  ]);
  for (const by of [admin, await signIn(wearer)]) for (const { qty_free } of await childrenFor(by)) expect(qty_free).toBeNull();
  expect((await childrenFor(office)).map(({ qty_free, availability }) => [qty_free, availability])).toEqual([
    [9, 'in_stock'],
    [4, 'low'],
    [0, 'no_date'],
  ]);
  // An order that is submitted comes first; a draft takes nothing.
  await submitted(4);
  expect((await leaves())[1]).toEqual(['no_date', null]);

  for (const { id } of [small, medium, large]) {
    const { body } = await admin.get(`/api/products/${id}`);
    expect([body.qty_free, ...body.siblings.map(({ qty_free }: Child) => qty_free)]).toEqual([null, null, null]);
  }
  expect((await office.get(`/api/products/${small.id}`)).body.qty_free).toBe(9);

  // A delivery brings what the first order lacks, and then this item.
  const { id: supplier_id } = await supplier();
  await purchase({ supplier_id, product_id: large.id, qty: 1, due_on: '2026-12-04' });
  expect((await leaves())[2]).toEqual(['expected', '2026-12-04']);
});

test('an account that switches it off shows no client when a size can leave; the office still reads it', async () => {
  const { admin, office, childrenFor, client, unsized, wearer, tokenFor, open } = await setUp();
  const { uuid } = await unsized();
  const link = async () => (await open(await tokenFor(wearer.email))).body.lines[0].sizes.map(({ availability }: Child) => availability);
  expect(await link()).toEqual(['in_stock', 'low', 'no_date']);
  expect((await admin.put(`/api/admin/accounts/${client.id}`, { show_stock: false })).status).toBe(403);
  expect(await office.put(`/api/admin/accounts/${client.id}`, { show_stock: false })).toMatchObject({ status: 200, body: { show_stock: false } });
  const path = `/api/employees/${wearer.id}/products?order=${uuid}`;
  expect((await childrenFor(admin, path)).map(({ availability }) => availability)).toEqual([null, null, null]);
  expect(await link()).toEqual([null, null, null]);
  expect((await childrenFor(office, path)).map(({ availability }) => availability)).toEqual(['in_stock', 'low', 'no_date']);
});
