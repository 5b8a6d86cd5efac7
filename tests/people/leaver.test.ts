import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ship } from '../returns/shipped.ts';
import { returnableWearer } from '../wearers/fixture.ts';
import type { Caller } from '../world.ts';

/** A wearer with a shipped order of two mediums, and functions that set the day on which the wearer leaves. */
async function setUp() {
  const base = await returnableWearer();
  const { admin, sent, medium, path, person, dress, setClock } = base;
  setClock('2026-11-20T09:00:00.000Z');
  const shipped = await sent([medium.id, 2]);
  const colleague = await person('employee');
  await dress(colleague.id);
  const leaves = async (leaves_on: string | null) => {
    const { status } = await admin.put(path, { leaves_on });
    expect(status).toBe(200);
  };
  return { ...base, shipped, line: shipped.lines[0] ?? 0, colleague, leaves };
}

const left = (name: string) => ({ code: 'wearer_left', message: `${name} left on 20/11/2026, so nothing new is ordered for them.` });

test('from the last day on, nothing new is ordered for a person in any way; null undoes it', async () => {
  const base = await setUp();
  const { admin, office, wearer, colleague, small, medium, large, draft, order, submit, shipped, line, leaves, client } = base;
  const name = `${wearer.forenames} ${wearer.surname}`;
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  const { id: drafted } = await order(uuid, medium.id, 1);
  await order(uuid, small.id, 1, admin, colleague.id);
  const waiting = await draft(admin, [colleague.id]);
  const underway = await draft();
  const { id: submittedLine } = await order(underway, medium.id, 1);
  await submit(underway);

  const acts: Record<string, () => Promise<{ status: number; body: { errors?: Record<string, string[]> } }>> = {
    'employees.0': () => admin.post('/api/orders', { employees: [wearer.id] }),
    'employees.1': () => office.post('/api/admin/orders', { account_id: client.id, employees: [colleague.id, wearer.id] }),
    'wearers of a draft': () => admin.post(`/api/orders/${waiting}/employees`, { employees: [wearer.id] }),
    'lines of a draft': () => admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: large.id, quantity: 1 }] }),
    'more of a line': () => admin.put(`/api/orders/${uuid}/lines/${drafted}`, { qty_requested: 2 }),
    submit: () => submit(uuid),
    usual: () => admin.post(`/api/orders/${uuid}/usual`, { employees: [wearer.id] }),
    copy: () => admin.post(`/api/orders/${uuid}/employees/${colleague.id}/same`, { employees: [wearer.id] }),
    reorder: () => admin.post(`/api/orders/${shipped.uuid}/reorder`),
    exchange: () =>
      admin.post(`/api/orders/${shipped.uuid}/exchanges`, { order_line_id: line, quantity: 1, reason: 'too_small', product_id: large.id }),
    'line of the office': () => office.post(`/api/admin/orders/${underway}/lines`, { employee_id: wearer.id, product_id: large.id, quantity: 1 }),
    'more by the office': () => office.put(`/api/admin/order-lines/${submittedLine}`, { qty_requested: 5 }),
    'another product by the office': () => office.put(`/api/admin/order-lines/${submittedLine}`, { product_id: large.id }),
  };
  await leaves('2026-11-20');
  for (const [act, send] of Object.entries(acts)) expect([act, await send()]).toMatchObject([act, { status: 409, body: left(name) }]);
  expect((await acts['employees.1']?.())?.body.errors).toEqual({ 'employees.1': [left(name).message] });
  expect((await acts.submit?.())?.body.errors).toEqual({ employees: [left(name).message] });
  // The other person of the draft is not concerned.
  expect((await admin.post(`/api/orders/${uuid}/employees/${colleague.id}/lines`, { lines: [{ product_id: large.id, quantity: 1 }] })).status).toBe(
    201,
  );

  await leaves(null);
  for (const act of ['lines of a draft', 'more of a line', 'more by the office', 'exchange']) {
    const { status } = (await acts[act]?.()) ?? {};
    expect([act, status]).toEqual([act, act.startsWith('more') ? 200 : 201]);
  }
  expect((await submit(uuid)).status).toBe(200);
});

test('what is on its way goes on, and returns stay possible', async () => {
  const { office, admin, order, draft, submit, medium, parent, path, back, line, leaves, wearer } = await setUp();
  const uuid = await draft();
  const { id } = await order(uuid, medium.id, 1);
  await submit(uuid);
  const unsized = await draft();
  const { id: unsizedLine } = await order(unsized, parent.id, 1);
  expect((await submit(unsized, { confirm_missing_sizes: true })).status).toBe(200);
  await leaves('2026-11-20');
  // The size of what was ordered without one is not a new product.
  expect(await office.put(`/api/admin/order-lines/${unsizedLine}`, { product_id: medium.id })).toMatchObject({ status: 200 });
  await ship(office, uuid);
  expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({
    status: 'shipped',
    lines: [{ id, qty_shipped: 1, employee: { id: wearer.id } }],
  });
  expect(await admin.post(`${path}/returns`, { lines: [back(line, 1)] })).toMatchObject({ status: 201 });
});

test('the last day counts as a day of London: an order late on the evening before passes', async () => {
  const { admin, wearer, leaves, setClock, signIn } = await setUp();
  await leaves('2027-06-30');
  const start = async () => (await signIn({ id: admin.id, role: 'client_admin' })).post('/api/orders', { employees: [wearer.id] });
  // In summer the day begins in London at 23:00 UTC.
  setClock('2027-06-29T22:59:00.000Z');
  expect((await start()).status).toBe(201);
  setClock('2027-06-29T23:00:00.000Z');
  expect(await start()).toMatchObject({ status: 409, body: { code: 'wearer_left' } });
});

test('a re-order leaves out those who have left and names the reason', async () => {
  const { admin, wearer, colleague, draft, order, submit, medium, leaves } = await setUp();
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  await order(uuid, medium.id, 1);
  await order(uuid, medium.id, 1, admin, colleague.id);
  await submit(uuid);
  await leaves('2026-11-20');
  const { status, body } = await admin.post(`/api/orders/${uuid}/reorder`);
  expect([status, body.left_out]).toMatchObject([201, [{ employee: { id: wearer.id }, reason: 'wearer_left' }]]);
  expect((await admin.get(`/api/orders/${body.uuid}`)).body.employees.map(({ id }: { id: number }) => id)).toEqual([colleague.id]);
});

test('an exchange that the office decides is refused for a leaver, and the return stays undecided', async () => {
  const { admin, office, path, back, line, large, leaves } = await setUp();
  const { body } = await admin.post(`${path}/returns`, { lines: [back(line, 1)] });
  const returned = `/api/admin/returns/${body.items[0].id}`;
  const of = (await office.get(returned)).body.lines[0].id;
  await leaves('2026-11-20');
  const exchange = { finalise: true, lines: [{ id: of, qty_approved: 1, outcome: 'exchange', exchange_product_id: large.id }] };
  expect(await office.put(returned, exchange)).toMatchObject({ status: 409, body: { code: 'wearer_left' } });
  expect((await office.get(returned)).body).toMatchObject({ status: { name: 'new' } });
  expect(await office.put(returned, { finalise: true, lines: [{ id: of, qty_approved: 1, outcome: 'restock' }] })).toMatchObject({ status: 200 });
});

test('the agreement to deductions is set on the person’s routes, by those who may edit the person', async () => {
  const { admin, office, path, client, wearer, signIn } = await setUp();
  expect((await admin.get(path)).body.deduction_consent_on).toBeNull();
  expect(await admin.put(path, { deduction_consent_on: '2026-11-01' })).toMatchObject({ status: 200, body: { deduction_consent_on: '2026-11-01' } });
  expect(await office.put(`/api/admin/accounts/${client.id}/employees/${wearer.id}`, { deduction_consent_on: null })).toMatchObject({
    status: 200,
    body: { deduction_consent_on: null },
  });
  expect((await admin.put(path, { deduction_consent_on: '2026-02-30' })).body.errors).toHaveProperty('deduction_consent_on');
  expect((await (await signIn(wearer)).put(path, { deduction_consent_on: '2026-11-01' })).status).toBe(403);
  const made = await admin.post('/api/employees', {
    forenames: 'New',
    surname: `Agreed ${randomUUID()}`,
    roles: ['employee'],
    sites: [(await admin.get(path)).body.sites[0].id],
    deduction_consent_on: '2026-11-19',
  });
  expect(made).toMatchObject({ status: 201, body: { deduction_consent_on: '2026-11-19' } });
});

test('what a person holds has an age and a value: the wearer sees the items, readers of the order’s prices their value', async () => {
  const { admin, office, signIn, signed, as, wearer, parent, path, line, setClock, back, elsewhere } = await setUp();
  expect((await office.put(`/api/admin/products/${parent.id}`, { field: 'wear_months', value: 12 })).status).toBe(200);
  setClock('2026-12-21T12:00:00.000Z');
  const holdings = async (by?: Caller) => (await (by ?? (await signIn({ id: admin.id, role: 'client_admin' }))).get(`${path}/holdings`)).body;
  // 334 of 365 days are left of £12.50.
  const item = { order_line_id: line, quantity: 2, issued_on: '2026-11-20', age_days: 31, wear_months: 12, value_new: 1250, value_now: 1144 };
  expect(await holdings()).toMatchObject({
    employee: { id: wearer.id },
    items: [item],
    total_value_new: 2500,
    total_value_now: 2288,
    is_complete: true,
  });
  expect(await holdings(await signIn({ id: office.id, role: 'super' }))).toMatchObject({ items: [item] });
  expect(await holdings(await signIn(wearer))).toMatchObject({
    items: [{ quantity: 2, age_days: 31, value_new: null, value_now: null }],
    total_value_now: null,
  });
  expect((await (await signed('employee')).get(`${path}/holdings`)).status).toBe(404);
  expect((await (await signed('manager', { sites: [elsewhere.id] })).get(`${path}/holdings`)).status).toBe(404);
  expect((await (await as('client_admin')).get(`${path}/holdings`)).status).toBe(404);
  expect((await (await as('warehouse')).get(`${path}/holdings`)).status).toBe(404);

  const decide = async (id: number) => {
    const at = `/api/admin/returns/${id}`;
    const by = await signIn({ id: office.id, role: 'super' });
    const lines = [{ id: (await by.get(at)).body.lines[0].id, qty_approved: 1 }];
    expect((await by.put(at, { finalise: true, lines })).status).toBe(200);
  };
  const again = await signIn({ id: admin.id, role: 'client_admin' });
  const { body } = await again.post(`${path}/returns`, { lines: [back(line, 1)] });
  expect(await holdings()).toMatchObject({ items: [{ quantity: 2, qty_returnable: 1 }] });
  await decide(body.items[0].id);
  expect(await holdings()).toMatchObject({ items: [{ quantity: 1, qty_returnable: 1 }], total_value_now: 1144 });
  setClock('2028-01-01T12:00:00.000Z');
  expect(await holdings()).toMatchObject({ items: [{ value_new: 1250, value_now: 0 }], total_value_now: 0 });
});
