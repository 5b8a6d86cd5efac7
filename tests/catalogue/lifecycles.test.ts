import { expect, test } from 'vitest';
import { world } from '../world.ts';

const path = (...ids: number[]) => `/api/admin/products/lifecycles?ids=${ids.join(',')}`;

test('a product has its waiting prices, its end and successor, and the purchase orders that bring it; a style has those of its SKUs', async () => {
  const { as, supplier, style } = await world();
  const office = await as('super');
  const mill = await supplier();
  const { parent, children } = await style(['S', 'M'], { supplier_id: mill.id, cost: 500 });
  const { parent: next } = await style(['S']);
  const [small, medium] = children;
  if (!small || !medium) throw new Error('no sizes');
  const put = (body: object) => office.put(`/api/admin/products/${parent.id}`, body);
  expect((await put({ field: 'successor_id', value: next.id })).status).toBe(200);
  expect(
    (await office.post('/api/admin/price-changes', { product_ids: [parent.id], field: 'price', percent: 5, effective_on: '2040-01-04' })).status,
  ).toBe(201);
  const order = async (product_id: number, qty_requested: number, due_on: string) => {
    const { id } = (await office.post('/api/admin/purchase-orders', { supplier_id: mill.id })).body;
    await office.post(`/api/admin/purchase-orders/${id}/lines`, { product_id, qty_requested, unit_price: 500, due_on });
    expect((await office.put(`/api/admin/purchase-orders/${id}`, { approved: true, send: false })).status).toBe(200);
    return id as number;
  };
  const late = await order(small.id, 10, '2040-02-01');
  const early = await order(medium.id, 5, '2040-01-01');
  const { items } = (await office.get(path(small.id, parent.id))).body;
  expect(items).toMatchObject([
    {
      id: small.id,
      price_changes: [{ field: 'price', effective_on: '2040-01-04' }],
      successor: { id: next.id, sku: next.sku },
      qty_coming: 10,
      purchase_orders: 1,
      next_order: { id: late, due_on: '2040-02-01' },
    },
    { id: parent.id, qty_coming: 15, purchase_orders: 2, next_order: { id: early, due_on: '2040-01-01' }, qty_short: 0, orders_waiting: 0 },
  ]);
  // Those who may not change prices do not see what they will be.
  expect((await (await as('warehouse')).get(path(small.id))).body.items).toMatchObject([{ id: small.id, price_changes: [], qty_coming: 10 }]);
});

test('at most a page of products is answered, unknown ones are left out, and clients get 403', async () => {
  const { as, style } = await world();
  const { parent } = await style(['S']);
  const office = await as('super');
  expect((await office.get(path(parent.id, 999_999))).body.items).toHaveLength(1);
  expect((await office.get(path(...Array.from({ length: 101 }, (_, n) => n + 1)))).status).toBe(422);
  expect((await office.get('/api/admin/products/lifecycles?ids=x')).status).toBe(422);
  expect((await (await as('client_admin')).get(path(parent.id))).status).toBe(403);
});
