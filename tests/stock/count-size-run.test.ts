import { expect, test } from 'vitest';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor } from '../fulfilment/floor.ts';

const path = '/api/admin/stock/counts';

async function setUp() {
  const base = await floor();
  const { children } = await base.style(['28', '30', '32']);
  const ids = children.map(({ id }) => id) as [number, number, number];
  const count = (counts: [number, number][], headers = {}) =>
    base.office.post(path, { counts: counts.map(([product_id, on_shelf]) => ({ product_id, on_shelf })) }, headers);
  const onHand = async () => {
    const read = await Promise.all(ids.map((id) => base.office.get(`/api/admin/stock/skus/${id}`)));
    return read.map(({ body }) => body.qty_available);
  };
  return { ...base, ids, count, onHand };
}

test('sizes that are counted in one step get these numbers, and sizes that are left out stay as they are', async () => {
  const { ids, count, onHand, key, database } = await setUp();
  await count([[ids[2], 9]]);
  const headers = key();
  const first = await count(
    [
      [ids[0], 7],
      [ids[1], 0],
    ],
    headers,
  );
  expect(first).toMatchObject({
    status: 200,
    body: { items: [{ id: ids[0], qty_available: 7, taken_back: [], count_request: null }, { id: ids[1] }] },
  });
  expect(await onHand()).toEqual([7, 0, 9]);
  // The same request again is answered alike, and counts nothing.
  await count([[ids[0], 8]]);
  expect(
    (
      await count(
        [
          [ids[0], 7],
          [ids[1], 0],
        ],
        headers,
      )
    ).body,
  ).toEqual(first.body);
  expect(await onHand()).toEqual([8, 0, 9]);
  expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
});

test('a count takes back allocation that the shelf does not have, and one refused size stops the whole step', async () => {
  const { ids, count, onHand, createOrder, office } = await setUp();
  await count([
    [ids[0], 5],
    [ids[1], 5],
  ]);
  const order = await createOrder([{ product_id: ids[0], qty: 4 }]);
  await office.post(`${order.path}/allocate-all`);
  const { body } = await count([
    [ids[0], 3],
    [ids[1], 6],
  ]);
  expect(body.items).toMatchObject([
    { qty_available: 3, qty_allocated: 3, taken_back: [{ qty: 1 }] },
    { qty_available: 6, taken_back: [] },
  ]);
  const unknown = await count([
    [ids[1], 1],
    [999_999, 1],
  ]);
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['counts.1.on_shelf']]);
  expect(await onHand()).toEqual([3, 6, 0]);
});

test('a count of the floor that is far from the stock waits for a super; clients may not count; empty and repeated counts are refused', async () => {
  const { ids, count, onHand, picker, as } = await setUp();
  await count([[ids[0], 200]]);
  const counts = [
    { product_id: ids[0], on_shelf: 1 },
    { product_id: ids[1], on_shelf: 1 },
  ];
  const { body } = await picker.post(path, { counts });
  expect(body.items).toMatchObject([
    { qty_available: 200, count_request: { id: expect.any(Number) } },
    { qty_available: 1, count_request: null },
  ]);
  expect(await onHand()).toEqual([200, 1, 0]);
  expect((await (await as('client_admin')).post(path, { counts })).status).toBe(403);
  expect((await (await as('embroiderer')).post(path, { counts })).status).toBe(403);
  for (const bad of [[], [counts[0], counts[0]], [{ product_id: ids[0], on_shelf: -1 }], [{ product_id: ids[0], on_shelf: 1.5 }]])
    expect((await picker.post(path, { counts: bad })).status).toBe(422);
});
