import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { users } from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { ship } from '../returns/shipped.ts';
import { returnableWearer } from './fixture.ts';

afterAll(closePrinters);

describe('what a person was sent', () => {
  test('is listed by product as shipped, returned and held items, with the orders and without prices', async () => {
    const { admin, wearer, small, medium, sent, path, back, finalise, issued, now } = await returnableWearer();
    expect(await issued()).toMatchObject({ items: [], total: 0 });
    const first = await sent([medium.id, 2], [small.id, 1]);
    const second = await sent([medium.id, 3]);
    expect(await issued()).toMatchObject({
      total: 2,
      items: [
        {
          product: { id: medium.id, sku: medium.sku, name: medium.name, variation_colour: 'Navy', size: 'M' },
          qty_shipped: 5,
          qty_returned: 0,
          qty_held: 5,
          sent_at: now(),
          orders: [
            { uuid: second.uuid, qty_shipped: 3 },
            { uuid: first.uuid, qty_shipped: 2 },
          ],
        },
        { product: { id: small.id }, qty_held: 1 },
      ],
    });
    expect(JSON.stringify(await issued())).not.toMatch(/price|cost|supplier/);
    expect((await issued(admin, '?orderBy=name&sortedBy=asc&per_page=1&page=2')).items).toHaveLength(1);

    const { status, body } = await admin.post(`${path}/returns`, { lines: [back(first.lines[1] ?? 0, 1), back(second.lines[0] ?? 0, 2)] });
    expect(status).toBe(201);
    expect(body.items.map(({ order }: { order: { uuid: string } }) => order.uuid)).toEqual([first.uuid, second.uuid]);
    // Until a return is decided, the person still holds the items but cannot return them again.
    expect((await issued()).items).toMatchObject([{ qty_held: 5 }, { qty_held: 1 }]);
    const heldItems = (await admin.get(`${path}/held-items`)).body;
    expect(heldItems).toMatchObject({ employee: { id: wearer.id }, is_complete: true });
    expect(heldItems.items.map(({ id, qty_held, qty_returnable }: Record<string, number>) => [id, qty_held, qty_returnable])).toEqual([
      [second.lines[0], 3, 1],
      [first.lines[1], 1, 0],
      [first.lines[0], 2, 2],
    ]);
    for (const { id } of body.items) await finalise(id);
    expect((await issued()).items).toMatchObject([
      { qty_shipped: 5, qty_returned: 2, qty_held: 3 },
      { qty_shipped: 1, qty_returned: 1, qty_held: 0 },
    ]);
    expect(await issued(admin, '?held=true')).toMatchObject({ total: 1, items: [{ product: { id: medium.id } }] });
  });

  test('is visible to the wearer and to their managers, as far as they may see the orders', async () => {
    const { wearer, elsewhere, sent, medium, issued, signed, signIn, as, path, admin, person, dress, draft, order, submit, office } =
      await returnableWearer();
    await sent([medium.id, 1]);
    expect(await issued(await signIn(wearer))).toMatchObject({ total: 1 });
    expect(await issued(await signed('manager'))).toMatchObject({ total: 1 });
    // The order went to a site that is not one of this manager's sites.
    const both = await person('employee', { sites: [elsewhere.id] });
    await dress(both.id);
    const uuid = await draft(admin, [both.id]);
    await order(uuid, medium.id, 1, admin, both.id);
    expect((await submit(uuid)).status).toBe(200);
    await ship(office, uuid);
    const far = await signed('site_admin', { sites: [elsewhere.id] });
    expect((await far.get(`/api/employees/${both.id}/issued`)).body).toMatchObject({ total: 0 });
    expect((await far.get(`${path}/issued`)).status).toBe(404);
    expect((await (await as('client_admin', { account_id: (await (await returnableWearer()).client).id })).get(`${path}/issued`)).status).toBe(404);
    expect((await (await as('warehouse')).get(`${path}/issued`)).status).toBe(404);
  });
});

describe('a return of what a person holds', () => {
  test('becomes one return for each order, is created once for each idempotency key, and never contains more than the person holds', async () => {
    const { admin, sent, medium, small, path, back, key, office } = await returnableWearer();
    const { lines } = await sent([medium.id, 2], [small.id, 1]);
    const [line = 0, other = 0] = lines;
    const post = (body: unknown, headers?: Record<string, string>) => admin.post(`${path}/returns`, body, headers);
    expect((await post({ lines: [back(line, 3)] })).body.errors).toEqual({ 'lines.0.qty_to_return': ['Only 2 of this line can be returned.'] });
    expect((await post({ lines: [{ id: line, qty_to_return: 1 }] })).body.errors).toEqual({ 'lines.0.return_reason': ['Choose a reason.'] });
    expect((await post({ lines: [back(line, 0)] })).body.errors).toEqual({ lines: ['Enter how many items you are sending back.'] });
    expect((await post({ lines: [back(2_000_000_000, 1)] })).body.errors).toEqual({ 'lines.0.id': ['This line is not part of the order.'] });
    const once = key();
    const body = { lines: [back(line, 2), back(other, 1)], customer_comments: 'Left the company' };
    const first = await post(body, once);
    expect(first).toMatchObject({ status: 201, body: { items: [{ return_number: expect.stringMatching(/^\d{5}$/) }] } });
    expect((await post(body, once)).body).toEqual(first.body);
    const stored = (await office.get(`/api/admin/returns/${first.body.items[0].id}`)).body;
    expect(stored).toMatchObject({ customer_comments: 'Left the company', lines: [{ qty_requested: 2 }, { qty_requested: 1 }] });
    expect((await post(body)).status).toBe(422);
  });

  test('is created once if two people send it at the same time', async () => {
    const { admin, office, sent, medium, path, back, issued } = await returnableWearer();
    const { lines } = await sent([medium.id, 2]);
    const body = { lines: [back(lines[0] ?? 0, 2)] };
    const answers = await Promise.all([admin, office].map((by) => by.post(`${path}/returns`, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({ 'lines.0.qty_to_return': ['Nothing of this line can be returned.'] });
    expect((await issued()).items).toMatchObject([{ qty_held: 2, qty_in_return: 2 }]);
  });

  test('cannot contain another person’s lines', async () => {
    const { admin, sent, medium, person, dress, back } = await returnableWearer();
    const { lines } = await sent([medium.id, 1]);
    const colleague = await person('employee');
    await dress(colleague.id);
    const answer = await admin.post(`/api/employees/${colleague.id}/returns`, { lines: [back(lines[0] ?? 0, 1)] });
    expect(answer).toMatchObject({ status: 422, body: { errors: { 'lines.0.id': ['This line is not part of the order.'] } } });
  });
});

test('the list of items to return is a PDF, even if the person holds nothing', async () => {
  const { admin, sent, medium, wearer, database } = await returnableWearer();
  await database.unitOfWork((db) => db.update(users).set({ employee_number: 'NG-0142' }).where(eq(users.id, wearer.id)));
  const sizes: number[] = [];
  for (const when of ['before', 'after']) {
    if (when === 'after') await sent([medium.id, 2]);
    const response = await admin.raw(`/employees/${wearer.id}/items-to-return`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toMatch(/^inline; filename="items-to-return-\d+-2026-11-\d\d\.pdf"$/);
    sizes.push((await response.arrayBuffer()).byteLength);
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
});

test('budgets show what is spent in the current period and when the period ends', async () => {
  const { admin, wearer, client, employeeRole, sent, medium, path, signIn } = await returnableWearer();
  const role = await employeeRole({
    account_id: client.id,
    name: 'Operative',
    holders: [wearer.id],
    is_budgeted: true,
    budget_value: 32_000,
    budget_start_date: '2026-06-23',
    budget_duration: 6,
  });
  await employeeRole({ account_id: client.id, holders: [wearer.id] });
  await sent([medium.id, 2]);
  expect((await admin.get(`${path}/budgets`)).body.items).toMatchObject([
    {
      id: role.id,
      name: 'Operative',
      budget_value: 32_000,
      total_spent: 2500,
      this_order: 0,
      period: { starts_on: '2026-06-23', ends_on: '2026-12-23' },
    },
  ]);
  expect((await (await signIn(wearer)).get(`${path}/budgets`)).body.items, 'to themself').toMatchObject([{ id: role.id, total_spent: 2500 }]);
  // A person's own record also has the budgets, under the specification's name.
  const budget_spend_data = [{ id: role.id, name: 'Operative', budget_value: 32_000, total_spent: 2500, self_ordering: false }];
  expect((await admin.get(path)).body.budget_spend_data).toEqual(budget_spend_data);
  expect((await admin.get(`/api/users/${wearer.id}`)).body.budget_spend_data).toEqual(budget_spend_data);
  expect((await (await signIn(wearer)).get(path)).body.budget_spend_data).toEqual([{ ...budget_spend_data[0], self_ordering: true }]);
});

test('changes of a person are described in words; a client sees all of the provider’s people under one name', async () => {
  const { admin, office, wearer, path, signed } = await returnableWearer();
  expect((await admin.put(path, { forenames: 'Callum', surname: 'Fraser', can_view_restricted_products: true })).status).toBe(200);
  expect((await office.put(path, { employee_number: 'NG-7' })).status).toBe(200);
  const { body } = await admin.get(`${path}/changes`);
  expect(body).toMatchObject({
    total: 2,
    items: [
      { what: 'Person changed', who: { id: null, name: 'Kitroom' }, fields: [{ name: 'employee number', before: '', after: 'NG-7' }] },
      {
        what: 'Person changed',
        who: { id: admin.id },
        fields: expect.arrayContaining([{ name: 'can view restricted products', before: 'no', after: 'yes' }]),
      },
    ],
  });
  expect((await office.get(`${path}/changes`)).body.items[0].who).toEqual({ id: office.id, name: expect.stringContaining('Person') });
  const above = await signed('manager');
  expect((await above.get(`/api/employees/${admin.id}/changes`)).status).toBe(404);
  expect((await above.get(`/api/employees/${wearer.id}/changes`)).status).toBe(200);
});

test('a person who has left still holds the items sent to them; anybody who may edit people sees these items and can return them', async () => {
  const { admin, sent, medium, path, wearer, back, issued, signed, client, elsewhere } = await returnableWearer();
  const { lines } = await sent([medium.id, 2]);
  expect((await admin.post(`${path}/archive`)).status).toBe(200);
  expect(await issued(admin, '?held=true')).toMatchObject({ total: 1, items: [{ qty_held: 2 }] });
  for (const part of ['held-items', 'budgets', 'changes', 'sizes']) expect((await admin.get(`${path}/${part}`)).status, part).toBe(200);
  expect((await admin.raw(`/employees/${wearer.id}/items-to-return`)).status).toBe(200);
  expect((await admin.get(`/api/orders?employee_id=${wearer.id}`)).body.total).toBe(1);
  expect((await (await signed('employee_with_order')).get(`${path}/issued`)).status).toBe(404);
  expect((await (await signed('site_admin', { sites: [elsewhere.id], account_id: client.id })).get(`${path}/issued`)).status).toBe(404);
  const { status, body } = await admin.post(`${path}/returns`, { lines: [back(lines[0] ?? 0, 2)] });
  expect(status).toBe(201);
  expect((await admin.get(`${path}/open`)).body.returns.map(({ id }: { id: number }) => id)).toEqual([body.items[0].id]);
});

test('a reader who may see a person sees the orders and returns in which the person is wearer or requester', async () => {
  const { admin, office, sent, medium, path, wearer, person, dress, draft, order, submit, signIn, back, as } = await returnableWearer();
  const colleague = await person('manager');
  await dress(colleague.id);
  const of = async (id: number, by = admin, more = '') => {
    const { status, body } = await by.get(`/api/orders?employee_id=${id}&sortedBy=asc${more}`);
    expect(status).toBe(200);
    return body.items.map(({ uuid }: { uuid: string }) => uuid);
  };
  const { uuid: shipped, lines } = await sent([medium.id, 2]);
  const unfinished = await draft();
  const manager = await signIn(colleague);
  const begun = await draft(manager, [colleague.id]);
  const both = await draft(admin, [wearer.id, colleague.id]);
  await order(both, medium.id, 1, admin, colleague.id);
  expect((await submit(both)).status).toBe(200);
  for (const by of [admin, office]) {
    expect(await of(wearer.id, by)).toEqual([shipped, unfinished, both]);
    expect(await of(wearer.id, by, '&unfinished=true')).toEqual([unfinished, both]);
    expect(await of(colleague.id, by)).toEqual([begun, both]);
    expect(await of(admin.id, by)).toEqual([shipped, unfinished, both]);
  }
  expect(await of(wearer.id, await signIn(wearer))).toEqual([shipped, unfinished, both]);
  const other = await person('employee');
  for (const [by, id] of [
    [await signIn(wearer), colleague.id],
    [await signIn(other), wearer.id],
    [await as('client_admin'), wearer.id],
    [admin, 2_000_000_000],
  ] as const)
    expect(await by.get(`/api/orders?employee_id=${id}`), String(id)).toMatchObject({
      status: 422,
      body: { errors: { employee_id: expect.anything() } },
    });

  const { body } = await manager.post(`${path}/returns`, { lines: [back(lines[0] ?? 0, 1)] });
  const returns = async (id: number, by = admin) =>
    (await by.get(`/api/returns?employee_id=${id}&status=new`)).body.items.map((one: { id: number }) => one.id);
  for (const by of [admin, office, await signIn(wearer)]) expect(await returns(wearer.id, by)).toEqual([body.items[0].id]);
  expect(await returns(colleague.id)).toEqual([]);
  expect(await returns(wearer.id, await signIn(other))).toEqual([]);
});

test('a person sees the product that was sent in place of the ordered one, as on their delivery note', async () => {
  const { admin, office, medium, large, product, draft, order, submit, path, issued, wearer, signIn } = await returnableWearer();
  const hoodie = await product({ name: 'Zip Hoodie' });
  await office.put(`/api/admin/products/${hoodie.id}`, { field: 'qty_available', value: 9 });
  const uuid = await draft();
  const { id } = await order(uuid, medium.id, 2);
  await submit(uuid);
  expect((await office.post(`/api/admin/order-lines/${id}/substitute`, { mode: 'substitute', product_id: hoodie.id })).status).toBe(200);
  await ship(office, uuid);
  const ordered_as = `${medium.name}, Navy, M`;
  for (const by of [admin, office, await signIn(wearer)]) {
    expect((await issued(by)).items).toMatchObject([{ product: { id: hoodie.id, name: 'Zip Hoodie' }, qty_held: 2, orders: [{ uuid, ordered_as }] }]);
    expect((await by.get(`${path}/held-items`)).body.items).toMatchObject([{ id, product: { id: hoodie.id }, ordered_as }]);
  }
  const replaced = await draft();
  const { id: line } = await order(replaced, medium.id, 1);
  await submit(replaced);
  expect((await office.post(`/api/admin/order-lines/${line}/substitute`, { mode: 'replace', product_id: large.id })).status).toBe(200);
  await ship(office, replaced);
  expect((await issued()).items).toMatchObject([{ product: { id: large.id }, orders: [{ ordered_as: null }] }, { product: { id: hoodie.id } }]);
});
