import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { floor } from '../fulfilment/floor.ts';

const actions = '/api/admin/orders/actions';
const plan = '/api/admin/orders/release-plan';

/** Sets up three orders: one that is allocated in full, one in part and one to which nothing is allocated. */
async function threeOrders() {
  const here = await floor();
  const { office, stocked, createOrder } = here;
  const polo = await stocked(5);
  const full = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const part = await createOrder([{ product_id: polo.id, qty: 4 }]);
  const none = await createOrder([{ product_id: polo.id, qty: 1 }]);
  const uuids = [none, part, full].map(({ uuid }) => uuid);
  const { body } = await office.post('/api/admin/allocation-runs', { rule: 'oldest', orders: [full.uuid, part.uuid, none.uuid] });
  await runDueJobs(here.services, [runAllocation], new AbortController().signal);
  return { ...here, full, part, none, uuids, run: `/api/admin/allocation-runs/${body.id}` };
}

test('the plan says which orders Start Pick would release in full, in part or not at all, in the sequence of the request', async () => {
  const { office, full, part, none, uuids } = await threeOrders();
  const { status, body } = await office.post(plan, { orders: [...uuids, randomUUID()] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    is_cut: false,
    items: [
      { uuid: none.uuid, extent: 'none', reason: 'Nothing of this order is allocated yet.', qty_allocated: 0, qty_remaining: 1 },
      { uuid: part.uuid, extent: 'part', reason: null, qty_allocated: 2, qty_remaining: 4 },
      { uuid: full.uuid, extent: 'full', reason: null, qty_allocated: 3, qty_remaining: 3, is_to_pick: false },
    ],
  });
  expect(body.items).toHaveLength(3);
});

test('the plan of a run has the orders that got stock, and says which of them can be printed', async () => {
  const { office, full, part, run } = await threeOrders();
  const read = async () => (await office.get(`${run}/release-plan`)).body.items;
  expect(await read()).toMatchObject([
    { uuid: full.uuid, extent: 'full', is_to_pick: false },
    { uuid: part.uuid, extent: 'part', is_to_pick: false },
  ]);
  await office.post(actions, { action: 'release', orders: [full.uuid] });
  expect(await read()).toMatchObject([
    { uuid: full.uuid, extent: 'none', is_to_pick: true },
    { uuid: part.uuid, extent: 'part', is_to_pick: false },
  ]);
});

test('a preview has no orders to release', async () => {
  const { office, services, stocked, createOrder } = await floor();
  const order = await createOrder([{ product_id: (await stocked(1)).id, qty: 1 }]);
  const { body } = await office.post('/api/admin/allocation-runs', { rule: 'oldest', is_preview: true, orders: [order.uuid] });
  await runDueJobs(services, [runAllocation], new AbortController().signal);
  expect((await office.get(`/api/admin/allocation-runs/${body.id}/release-plan`)).body).toEqual({ items: [], is_cut: false });
});

test('a release of whole orders only leaves an order that is allocated in part, and is done once if it is sent twice', async () => {
  const { office, full, part } = await threeOrders();
  const body = { action: 'release', orders: [full.uuid, part.uuid], only_full: true };
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await office.post(actions, body, key);
  expect(first.body.items).toMatchObject([
    { uuid: full.uuid, is_done: true },
    { uuid: part.uuid, is_done: false, code: 'allocated_in_part', message: 'Only 2 of 4 items are allocated.' },
  ]);
  expect((await office.post(actions, body, key)).body).toEqual(first.body);
  expect((await office.get(`${part.path.replace('/admin', '')}`)).body.progress_summary.status.status_name).toBe('submitted');
  const { body: all } = await office.post(actions, { action: 'release', orders: [part.uuid] });
  expect(all.items).toMatchObject([{ uuid: part.uuid, is_done: true }]);
});

test('clients and pickers may not ask for a plan, and a plan names at least one order', async () => {
  const { office, picker, as, uuids, run } = await threeOrders();
  expect((await picker.post(plan, { orders: uuids })).status).toBe(403);
  expect((await (await as('client_admin')).post(plan, { orders: uuids })).status).toBe(403);
  expect((await picker.get(`${run}/release-plan`)).status).toBe(403);
  expect((await office.post(plan, { orders: [] })).status).toBe(422);
  expect((await office.get('/api/admin/allocation-runs/999999/release-plan')).status).toBe(404);
});
