import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { users } from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { loadReference } from '../../server/reference/load-reference.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';

afterAll(closePrinters);

/** A wearer to whom orders can be shipped. */
async function setUp() {
  const fixture = await clientFixture();
  const { admin, small, medium, large, wearer, draft, order, submit, database, setClock } = fixture;
  await database.unitOfWork((db) => loadReference(db));
  const office = await fixture.as('super');
  for (const { id } of [small, medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 100 });
  const [reason] = (await office.get('/api/return-reasons')).body.items;
  /** A shipped order with a line of each of these sizes. */
  const sent = async (...lines: [product_id: number, quantity: number][]) => {
    setClock(60);
    const uuid = await draft();
    const ids: number[] = [];
    for (const [product_id, quantity] of lines) ids.push((await order(uuid, product_id, quantity)).id);
    expect((await submit(uuid)).status).toBe(200);
    await ship(office, uuid);
    return { uuid, lines: ids };
  };
  const path = `/api/employees/${wearer.id}`;
  const back = (line: number, qty_to_return: number) => ({ id: line, qty_to_return, return_reason: reason.id as number });
  const finalise = async (id: number) => {
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    for (const line of lines) await office.put(`/api/admin/returns/${id}/lines/${line.id}`, { qty_approved: line.qty_requested });
    expect((await office.put(`/api/admin/returns/${id}`, { finalise: true })).status).toBe(200);
  };
  return { ...fixture, office, sent, path, back, finalise, issued: async (by = admin, query = '') => (await by.get(`${path}/issued${query}`)).body };
}

describe('what a person was sent', () => {
  test('is what shipped less what came back, by product, with the orders and without prices', async () => {
    const { admin, wearer, small, medium, sent, path, back, finalise, issued, now } = await setUp();
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
    // Until a return is decided the person still holds the items, but they are not returned twice.
    expect((await issued()).items).toMatchObject([{ qty_held: 5 }, { qty_held: 1 }]);
    const held = (await admin.get(`${path}/held-items`)).body;
    expect(held).toMatchObject({ employee: { id: wearer.id }, is_complete: true });
    expect(held.items.map(({ id, qty_held, qty_returnable }: Record<string, number>) => [id, qty_held, qty_returnable])).toEqual([
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

  test('is visible to the wearer and to those who look after them, as far as they see the orders', async () => {
    const { wearer, elsewhere, sent, medium, issued, signed, signIn, as, path, admin, person, dress, draft, order, submit, office } = await setUp();
    await sent([medium.id, 1]);
    expect(await issued(await signIn(wearer))).toMatchObject({ total: 1 });
    expect(await issued(await signed('manager'))).toMatchObject({ total: 1 });
    // The order went to a site that is not this manager's.
    const both = await person('employee', { sites: [elsewhere.id] });
    await dress(both.id);
    const uuid = await draft(admin, [both.id]);
    await order(uuid, medium.id, 1, admin, both.id);
    expect((await submit(uuid)).status).toBe(200);
    await ship(office, uuid);
    const far = await signed('site_admin', { sites: [elsewhere.id] });
    expect((await far.get(`/api/employees/${both.id}/issued`)).body).toMatchObject({ total: 0 });
    expect((await far.get(`${path}/issued`)).status).toBe(404);
    expect((await (await as('client_admin', { account_id: (await (await setUp()).client).id })).get(`${path}/issued`)).status).toBe(404);
    expect((await (await as('warehouse')).get(`${path}/issued`)).status).toBe(404);
  });
});

describe('a return of what a person holds', () => {
  test('is one for each order, once for the same key, and never of more than they hold', async () => {
    const { admin, sent, medium, small, path, back, key, office } = await setUp();
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

  test('does not take lines of somebody else', async () => {
    const { admin, sent, medium, person, dress, back } = await setUp();
    const { lines } = await sent([medium.id, 1]);
    const colleague = await person('employee');
    await dress(colleague.id);
    const answer = await admin.post(`/api/employees/${colleague.id}/returns`, { lines: [back(lines[0] ?? 0, 1)] });
    expect(answer).toMatchObject({ status: 422, body: { errors: { 'lines.0.id': ['This line is not part of the order.'] } } });
  });
});

test('the list of what a person hands back is a PDF, also where they hold nothing', async () => {
  const { admin, sent, medium, wearer, database } = await setUp();
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

test('budgets show what is spent in the current period and when it ends', async () => {
  const { admin, wearer, client, employeeRole, sent, medium, path, signIn } = await setUp();
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
  expect((await (await signIn(wearer)).get(`${path}/budgets`)).status).toBe(403);
});

test('changes are told in words, and the provider’s people share one name to a client', async () => {
  const { admin, office, wearer, path, signed } = await setUp();
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
