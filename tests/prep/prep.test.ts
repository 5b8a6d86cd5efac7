import { expect, test } from 'vitest';
import { floor } from '../fulfilment/floor.ts';

const inPrep = async (about: { skip_dispatch?: boolean } = {}) => {
  const here = await floor();
  const polo = await here.stocked(10);
  const cap = await here.stocked(10);
  const order = await here.released(
    [
      { product_id: polo.id, qty: 3, decoration: 'Logo left breast' },
      { product_id: cap.id, qty: 2, wearer: 1 },
    ],
    { ...about, wearers: 2 },
  );
  const { body } = await here.picker.put(order.floor_path, { action: 'start' });
  for (const line of body.lines) await here.picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: line.qty_allocated });
  await here.picker.post(`${order.floor_path}/move-to-prep`);
  return { ...here, order, prep_path: `/api/admin/prep/orders/${order.uuid}`, polo };
};

test('prep shows what to decorate and which items go into each wearer’s bag', async () => {
  const { picker, order, prep_path, polo } = await inPrep();
  const list = await picker.get('/api/admin/prep/orders');
  expect(list.body.items.find(({ uuid }: { uuid: string }) => uuid === order.uuid)).toMatchObject({ qty_to_decorate: 1, qty_picked: 5 });
  const view = await picker.get(`${prep_path}?include=lines,employees,lines.product`);
  expect(view).toMatchObject({ status: 200, body: { lines_left: 1, can: { complete_prep: true } } });
  const line = view.body.lines.find(({ product }: { product: { id: number } }) => product.id === polo.id);
  expect(line).toMatchObject({ is_decorated: true, prep_ticked_at: null });
  const bags = (await picker.get(`${prep_path}?bagging_instructions=true`)).body.items;
  expect(bags.map(({ qty_items }: { qty_items: number }) => qty_items).sort()).toEqual([2, 3]);

  expect(await picker.put(`/api/admin/prep/lines/${line.id}`, { ticked: true })).toMatchObject({ status: 200 });
  expect(await picker.get(prep_path)).toMatchObject({ body: { lines_left: 0 } });
});

test('a prep can be completed only once, and only while the order is not on hold', async () => {
  const { office, picker, prep_path, order, statusOf } = await inPrep();
  await office.put(order.path, { is_frozen: true, frozen_reason: 'query' });
  expect(await picker.put(prep_path, { prep_completed: true })).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
  await office.put(order.path, { is_frozen: false });
  expect(await picker.put(prep_path, { prep_completed: true })).toMatchObject({ status: 200, body: { state: 'booked' } });
  expect(await statusOf(order.id)).toBe('booked');
  expect(await office.put(prep_path, { prep_completed: true })).toMatchObject({ status: 409, body: { code: 'order_ready' } });
});

test('an order that skips dispatch is shipped when its prep is completed', async () => {
  const { picker, prep_path, order, statusOf } = await inPrep({ skip_dispatch: true });
  expect(await picker.put(prep_path, { prep_completed: true })).toMatchObject({ status: 200, body: { state: 'shipped' } });
  expect(await statusOf(order.id)).toBe('shipped');
});

test('of ten people who complete one prep at the same time, one succeeds', async () => {
  const { as, prep_path, order, statusOf } = await inPrep({ skip_dispatch: true });
  const people = await Promise.all(Array.from({ length: 10 }, () => as('warehouse')));
  const answers = await Promise.all(people.map((one) => one.put(prep_path, { prep_completed: true })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 200) expect([409, body.code]).toEqual([status, expect.stringMatching(/^(order_ready|pick_closed)$/)]);
  expect(await statusOf(order.id)).toBe('shipped');
});

test('if the office reopens an order while somebody completes its prep, the order is back in the state "submitted"', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { office, picker, prep_path, order, statusOf } = await inPrep();
    const [completed, reopened] = await Promise.all([
      picker.put(prep_path, { prep_completed: true }),
      office.post(`${order.path}/reopen`, { reason: 'Wrong colour' }),
    ]);
    expect(reopened.status).toBe(200);
    expect([200, 409]).toContain(completed.status);
    expect(await statusOf(order.id)).toBe('submitted');
  }
});

test('repeated ticks and unticks of a line count once, and a line can be ticked only between pick and dispatch', async () => {
  const { picker, prep_path, order, polo } = await inPrep();
  const { body } = await picker.get(prep_path);
  const line = body.lines.find(({ product }: { product: { id: number } }) => product.id === polo.id);
  const tick = (ticked: unknown, id = line.id) => picker.put(`/api/admin/prep/lines/${id}`, { ticked });
  expect((await tick(true)).body.prep_ticked_at).toEqual(expect.any(String));
  expect((await tick(true)).status).toBe(200);
  expect((await tick(false)).body.prep_ticked_at).toBeNull();
  expect((await tick('yes')).status).toBe(422);
  expect((await tick(true, 999_999)).status).toBe(404);
  expect((await picker.put(prep_path, { prep_completed: false })).status).toBe(422);
  await picker.put(prep_path, { prep_completed: true });
  expect(await tick(true)).toMatchObject({ status: 409, body: { code: 'order_ready' } });
  // The search also finds other orders if their client's name contains the number.
  const { items } = (await picker.get(`/api/admin/prep/orders?search=${order.id}`)).body;
  expect(items.map(({ order_id }: { order_id: number }) => order_id)).not.toContain(order.id);
});

test('an order that is still being picked cannot be prepped', async () => {
  const here = await floor();
  const polo = await here.stocked(5);
  const order = await here.released([{ product_id: polo.id, qty: 1, decoration: 'Logo' }]);
  expect(await here.picker.put(`/api/admin/prep/orders/${order.uuid}`, { prep_completed: true })).toMatchObject({
    status: 409,
    body: { code: 'not_picked' },
  });
});

test('a client’s people get 403 from the prep routes', async () => {
  const { as, prep_path } = await inPrep();
  const client = await as('client_admin');
  expect((await client.get('/api/admin/prep/orders')).status).toBe(403);
  expect((await client.get(prep_path)).status).toBe(403);
  expect((await client.put(prep_path, { prep_completed: true })).status).toBe(403);
  expect((await client.put('/api/admin/prep/lines/1', { ticked: true })).status).toBe(403);
});
