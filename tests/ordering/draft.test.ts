import { describe, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clothingSetSites } from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

describe('starting an order', () => {
  test('is allowed to managers for their wearers, and to everybody for themselves', async () => {
    const { signed, wearer, admin } = await clientFixture();
    for (const role of ['site_admin', 'manager'] as const) {
      const answer = await (await signed(role)).post('/api/orders', { employees: [wearer.id] });
      expect(answer).toMatchObject({ status: 201, body: { uuid: expect.any(String), url: expect.stringContaining('/edit') } });
    }
    for (const role of ['employee_with_order', 'employee'] as const) {
      const self = await signed(role);
      const answer = await self.post('/api/orders', { employees: [self.id] });
      expect(answer.status).toBe(201);
      expect((await self.get(`/api/orders/${answer.body.uuid}`)).body).toMatchObject({ status: 'draft', employees: [{ id: self.id }] });
      expect((await self.post('/api/orders', { employees: [wearer.id] })).status).toBe(422);
    }
    expect((await admin.post('/api/orders', {})).status).toBe(201);
  });

  test('returns a link to the order, or to the address in ORDER_START_URL with the order’s uuid in it', async () => {
    const { services, admin, wearer } = await clientFixture();
    const start = async (ORDER_START_URL?: string) => {
      const settings = { ...services.settings, ...(ORDER_START_URL && { ORDER_START_URL }) };
      const response = await createApp({ ...services, settings }).request('/api/orders', {
        method: 'POST',
        headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json', 'Content-Length': '32' },
        body: JSON.stringify({ employees: [wearer.id] }).padEnd(32),
      });
      return (await response.json()) as { uuid: string; url: string };
    };
    const elsewhere = await start('https://start.example/{uuid}/first');
    expect(elsewhere.url).toBe(`https://start.example/${elsewhere.uuid}/first`);
    const usual = await start();
    expect(usual.url).toBe(`/orders/${usual.uuid}/edit`);
  });

  test('is refused for wearers of other clients and other sites, and for callers without a client', async () => {
    const { signed, admin, user, person, elsewhere, as } = await clientFixture();
    const stranger = await user('employee');
    expect(await admin.post('/api/orders', { employees: [stranger.id] })).toMatchObject({
      status: 422,
      body: { errors: { 'employees.0': [expect.any(String)] } },
    });
    const far = await person('employee', { sites: [elsewhere.id] });
    expect((await (await signed('site_admin')).post('/api/orders', { employees: [far.id] })).status).toBe(422);
    expect((await admin.post('/api/orders', { employees: [far.id] })).status).toBe(201);
    expect((await (await as('warehouse')).post('/api/orders', { employees: [far.id] })).status).toBe(403);
    expect((await (await as('embroiderer')).post('/api/orders', { employees: [far.id] })).status).toBe(403);
    expect((await admin.post('/api/orders', { employees: [] })).status).toBe(422);
  });

  test('chooses a default delivery site from which no clothing set is withheld, preferably one of the caller’s sites', async () => {
    const { admin, signed, person, dress, wearer, set, site, elsewhere, database, draft } = await clientFixture();
    const far = await person('employee', { sites: [elsewhere.id] });
    await dress(far.id);
    const goesTo = async (by: typeof admin, employees: number[]) =>
      (await by.get(`/api/orders/${await draft(by, employees)}`)).body.delivery_site?.id;
    // The draft also gets the address of the site.
    expect((await admin.get(`/api/orders/${await draft()}`)).body.delivery_address).toMatchObject(site.delivery_address);
    const local = await signed('client_admin', { sites: [elsewhere.id] });
    expect(await goesTo(admin, [wearer.id, far.id])).toBe(site.id);
    expect(await goesTo(local, [wearer.id, far.id])).toBe(elsewhere.id);
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: site.id }));
    expect(await goesTo(admin, [wearer.id, far.id])).toBe(elsewhere.id);
    // A person who orders only for their own sites cannot have an order delivered to another site.
    const moving = await person('employee', { sites: [site.id, elsewhere.id] });
    await dress(moving.id);
    expect(await goesTo(await signed('site_admin'), [moving.id])).toBe(site.id);
  });

  test('is allowed to the office for an account, with wearers of this account only', async () => {
    const { as, client, wearer, admin, user } = await clientFixture();
    const office = await as('super');
    const started = await office.post('/api/admin/orders', { account_id: client.id, employees: [wearer.id] });
    expect(started.status).toBe(201);
    expect((await office.get(`/api/orders/${started.body.uuid}`)).body).toMatchObject({ account: { id: client.id } });
    const stranger = await user('employee');
    expect((await office.post('/api/admin/orders', { account_id: client.id, employees: [stranger.id] })).status).toBe(422);
    expect((await admin.post('/api/admin/orders', { account_id: client.id, employees: [wearer.id] })).status).toBe(403);
  });

  test('lets the caller add wearers later, and remove wearers together with their lines', async () => {
    const { draft, admin, wearer, person, dress, order, user, signed } = await clientFixture();
    const uuid = await draft();
    const second = await person('employee');
    await dress(second.id);
    expect((await admin.post(`/api/orders/${uuid}/employees`, { employees: [second.id] })).body.employees).toHaveLength(2);
    await order(uuid, undefined, 1, admin, second.id);
    const response = await admin.delete(`/api/orders/${uuid}/employees/${second.id}`);
    expect(response).toMatchObject({ status: 200, body: { employees: [{ id: wearer.id }], lines: [] } });
    expect((await admin.delete(`/api/orders/${uuid}/employees/${second.id}`)).status).toBe(404);
    expect((await admin.post(`/api/orders/${uuid}/employees`, { employees: [(await user('employee')).id] })).status).toBe(422);
    const self = await signed('employee_with_order');
    const own = await self.post('/api/orders', {});
    expect((await self.post(`/api/orders/${own.body.uuid}/employees`, { employees: [self.id] })).status).toBe(403);
  });
});

describe('order lines', () => {
  test('get the lowest price of the wearer’s sets; a line without a size gets the price of the dearest size', async () => {
    const { draft, order, small, medium, parent, clothingSet, client, wearer } = await clientFixture({ price: 1250 });
    await clothingSet(client.id, { products: [{ product_id: small.id, price: 1100 }], wearers: [wearer.id] });
    const uuid = await draft();
    expect(await order(uuid, small.id, 2)).toMatchObject({ unit_price: 1100, sub_total: 2200, vat: 440, total: 2640, is_size_selected: true });
    expect(await order(uuid, medium.id)).toMatchObject({ unit_price: 1250 });
    expect(await order(uuid, parent.id)).toMatchObject({ unit_price: 1250, is_size_selected: false });
  });

  test('are refused for a product outside the wearer’s sets, a size sent as a style or vice versa, or a role that the wearer lacks', async () => {
    const { draft, admin, wearer, product, parent, medium, employeeRole, client } = await clientFixture();
    const uuid = await draft();
    const path = `/api/orders/${uuid}/employees/${wearer.id}/lines`;
    const expectRefusal = async (line: Record<string, unknown>, field: string) =>
      expect(await admin.post(path, { lines: [{ quantity: 1, ...line }] })).toMatchObject({
        status: 422,
        body: { errors: { [`lines.0.${field}`]: [expect.any(String)] } },
      });
    await expectRefusal({ product_id: (await product()).id }, 'product_id');
    await expectRefusal({ product_id: parent.id, is_size_selected: true }, 'product_id');
    await expectRefusal({ product_id: medium.id, is_size_selected: false }, 'product_id');
    await expectRefusal({ product_id: medium.id, quantity: 0 }, 'quantity');
    await expectRefusal({ product_id: medium.id, decoration: 'x'.repeat(201) }, 'decoration');
    await expectRefusal({ product_id: medium.id, budget: (await employeeRole({ account_id: client.id })).id }, 'budget');
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toEqual([]);
  });

  test('need a choice of decoration if the set offers any', async () => {
    const { draft, admin, wearer, clothingSet, client, product } = await clientFixture();
    const logo = await product();
    await clothingSet(client.id, { products: [{ product_id: logo.id, decoration: 'Left chest logo\nBack print' }], wearers: [wearer.id] });
    const uuid = await draft();
    const path = `/api/orders/${uuid}/employees/${wearer.id}/lines`;
    expect(await admin.post(path, { lines: [{ product_id: logo.id, quantity: 1 }] })).toMatchObject({
      status: 422,
      body: { errors: { 'lines.0.decoration': [expect.any(String)] } },
    });
    expect((await admin.post(path, { lines: [{ product_id: logo.id, quantity: 1, decoration: 'Back print' }] })).status).toBe(201);
  });

  test('get the VAT rate of the chosen size', async () => {
    const { admin, draft, order, wearer, product, client, clothingSet } = await clientFixture();
    const style = await product({ vat_rate: 20 });
    const adult = await product({ parent_id: style.id, vat_rate: 20, price: 1000 });
    const junior = await product({ parent_id: style.id, vat_rate: 0, price: 1000 });
    await clothingSet(client.id, { products: [{ product_id: style.id }], wearers: [wearer.id] });
    const uuid = await draft();
    const line = await order(uuid, adult.id);
    expect(line).toMatchObject({ vat_rate: 20, vat: 200 });
    const response = await admin.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id: junior.id });
    expect(response.body).toMatchObject({ vat_rate: 0, vat: 0, total: 1000 });
  });

  test('can be changed in size, quantity and notes if the version is current, and can be deleted', async () => {
    const { draft, admin, order, parent, large, product, wearer } = await clientFixture();
    const uuid = await draft();
    const line = await order(uuid, parent.id);
    const path = `/api/orders/${uuid}/lines/${line.id}`;
    expect(await admin.put(path, { product_id: large.id, is_size_selected: true, version: line.version })).toMatchObject({
      status: 200,
      body: { product: { id: large.id, parent: { id: parent.id } }, is_size_selected: true, version: line.version + 1 },
    });
    expect(await admin.put(path, { notes: 'Long sleeves', version: line.version })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { product_id: large.id } },
    });
    expect((await admin.put(path, { notes: 'Long sleeves', qty_requested: 4 })).body).toMatchObject({ notes: 'Long sleeves', qty_requested: 4 });
    expect((await admin.put(path, { product_id: (await product()).id })).status).toBe(422);
    expect((await admin.get(`/api/orders/${uuid}/employees/${wearer.id}/lines`)).body.lines).toMatchObject([{ id: line.id }]);
    expect((await admin.put(`/api/orders/${uuid}/employees/${wearer.id}/lines/${line.id}`, { qty_requested: 5 })).body.qty_requested).toBe(5);
    expect((await admin.put(`/api/orders/${uuid}/employees/${wearer.id + 1}/lines/${line.id}`, { qty_requested: 6 })).status).toBe(404);
    expect((await admin.delete(path)).body).toEqual({ deleted: [line.id] });
    await order(uuid, large.id);
    expect((await admin.delete(`/api/orders/${uuid}/products/${parent.id}`)).body.deleted).toHaveLength(1);
    expect((await admin.delete(`/api/orders/${uuid}/products/${parent.id}`)).status).toBe(404);
  });

  test('are hidden from other clients: every request about the order gets 404', async () => {
    const { draft, order, as, admin, wearer, medium } = await clientFixture();
    const uuid = await draft();
    const line = await order(uuid);
    const other = await as('client_admin');
    const before = (await admin.get(`/api/orders/${uuid}`)).body;
    const tries = [
      other.get(`/api/orders/${uuid}`),
      other.put(`/api/orders/${uuid}`, { set_delivery_details: true, cost_code: 'X' }),
      other.delete(`/api/orders/${uuid}`),
      other.post(`/api/orders/${uuid}/cancel`),
      other.post(`/api/orders/${uuid}/decline`, { reason: 'no' }),
      other.post(`/api/orders/${uuid}/withdraw`),
      other.get(`/api/orders/${uuid}/budgets`),
      other.post(`/api/orders/${uuid}/employees`, { employees: [other.id] }),
      other.delete(`/api/orders/${uuid}/employees/${wearer.id}`),
      other.get(`/api/orders/${uuid}/employees/${wearer.id}/lines`),
      other.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 1 }] }),
      other.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 9 }),
      other.delete(`/api/orders/${uuid}/lines/${line.id}`),
      other.delete(`/api/orders/${uuid}/products/${medium.id}`),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404));
    expect((await admin.get(`/api/orders/${uuid}`)).body).toEqual(before);
  });

  test('are shown to a wearer who did not request the order if they are the wearer’s own, without prices; the wearer cannot edit them', async () => {
    const { draft, order, signIn, wearer, person, dress, admin } = await clientFixture();
    const second = await person('employee');
    await dress(second.id);
    const uuid = await draft(admin, [wearer.id, second.id]);
    const line = await order(uuid);
    await order(uuid, undefined, 1, admin, second.id);
    const self = await signIn(wearer);
    const { body } = await self.get(`/api/orders/${uuid}`);
    expect(body).toMatchObject({ sub_total: null, vat: null, total: null, employees: [{ id: wearer.id }] });
    expect(body.lines).toMatchObject([{ id: line.id, unit_price: null, sub_total: null, total: null, cost: null, product: { stock: null } }]);
    expect(JSON.stringify(body)).not.toContain(second.surname);
    expect((await self.get(`/api/orders/${uuid}/employees/${second.id}/lines`)).status).toBe(404);
    expect((await self.get(`/api/orders/${uuid}/budgets`)).status).toBe(403);
    expect((await self.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 9 })).status).toBe(403);
    expect((await self.delete(`/api/orders/${uuid}`)).status).toBe(403);
  });

  test('are shown to the warehouse without prices and costs, to a client without costs and stock, and to the office completely', async () => {
    const { submitted, as, admin } = await clientFixture();
    const uuid = await submitted();
    const floor = (await (await as('warehouse')).get(`/api/orders/${uuid}`)).body;
    expect(floor).toMatchObject({ sub_total: null, lines: [{ unit_price: null, cost: null, product: { stock: { qty_free: 0 } } }] });
    const client = (await admin.get(`/api/orders/${uuid}`)).body;
    expect(client).toMatchObject({ sub_total: 1250, lines: [{ unit_price: 1250, cost: null, picked_product: null, product: { stock: null } }] });
    const office = (await (await as('super')).get(`/api/orders/${uuid}`)).body;
    expect(office).toMatchObject({ lines: [{ unit_price: 1250, cost: 600, product: { stock: { qty_free: 0 } } }] });
    expect((await (await as('embroiderer')).get(`/api/orders/${uuid}`)).status).toBe(404);
  });
});

test('if sets are withheld from the delivery site, they are named with the sites to which the caller can send the order instead', async () => {
  const fixture = await clientFixture();
  const { admin, wearer, set, site, elsewhere, client, signed, newSite, details } = fixture;
  const office = await fixture.as('super');
  const third = await newSite(client.id);
  const productsOf = async (uuid: string, by = admin) => (await by.get(`/api/employees/${wearer.id}/products?order=${uuid}`)).body;
  const uuid = await fixture.draft(admin);
  expect((await productsOf(uuid)).kept_from_site).toBeNull();
  expect((await admin.get(`/api/employees/${wearer.id}/products`)).body).not.toHaveProperty('kept_from_site');

  const excluded_sites = [site.id];
  expect((await office.put(`/api/admin/accounts/${client.id}/clothing-sets/${set.id}`, { excluded_sites })).status).toBe(200);
  const { clothing_sets } = (await admin.get(`/api/accounts/${client.id}/employee-roles`)).body;
  expect(clothing_sets).toMatchObject([{ id: set.id, excluded_sites }]);
  const kept = await productsOf(uuid);
  expect(kept.items).toEqual([]);
  expect(kept.kept_from_site.sets).toEqual([{ id: set.id, name: set.name }]);
  expect(kept.kept_from_site.sites.map(({ id }: { id: number }) => id).sort()).toEqual([elsewhere.id, third.id].sort());
  // A manager can send the order only to their own sites.
  const manager = await signed('manager', { sites: [site.id, third.id] });
  const own = await fixture.draft(manager);
  await manager.put(`/api/orders/${own}`, { ...details, delivery_site_id: site.id });
  expect((await productsOf(own, manager)).kept_from_site.sites).toEqual([{ id: third.id, name: third.name }]);

  expect((await admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, delivery_site_id: third.id })).body).toMatchObject({
    delivery_site: { id: third.id },
    delivery_address: third.delivery_address,
  });
  const offered = await productsOf(uuid);
  expect(offered.kept_from_site).toBeNull();
  expect(offered.items).toHaveLength(1);
});

test('an order that is not yet submitted shows its wearers’ sites to people who can see the whole order', async () => {
  const { admin, wearer, person, elsewhere, site, draft, order, submit, medium, dress, signIn } = await clientFixture();
  const other = await person('employee', { sites: [elsewhere.id] });
  await dress(other.id);
  const uuid = await draft(admin, [wearer.id, other.id]);
  await order(uuid, medium.id, 1);
  await order(uuid, medium.id, 1, admin, other.id);
  const sitesOf = async (by = admin) =>
    (await by.get(`/api/orders/${uuid}`)).body.employees.map(({ id, sites }: { id: number; sites: object[] }) => [id, sites]);
  expect(await sitesOf()).toEqual(
    expect.arrayContaining([
      [wearer.id, [{ id: site.id, name: site.name }]],
      [other.id, [{ id: elsewhere.id, name: elsewhere.name }]],
    ]),
  );
  expect((await submit(uuid)).status).toBe(200);
  expect(await sitesOf()).toEqual(expect.arrayContaining([[wearer.id, []]]));
  expect(await sitesOf(await signIn(wearer))).toEqual([[wearer.id, []]]);
});

test('the budgets of an order name the client managers whom the caller can ask to raise the budgets', async () => {
  const fixture = await clientFixture();
  const { admin, client, wearer, signIn, draft, order, dress, person, medium } = fixture;
  const self = await person('employee_with_order');
  await dress(self.id);
  const role = { account_id: client.id, is_budgeted: true, budget_value: 1000, budget_start_date: '2026-01-01', budget_duration: 12 } as const;
  await fixture.employeeRole({ ...role, name: 'Fitter', holders: [wearer.id, self.id] });
  const me = await signIn(self);
  const uuid = await draft(me, [self.id]);
  await order(uuid, medium.id, 1, me, self.id);
  const [budget] = (await me.get(`/api/orders/${uuid}/budgets`)).body.items;
  expect(budget).toMatchObject({ name: 'Fitter', period: { ends_on: '2027-01-01' } });
  expect(budget.contacts).toHaveLength(1);
  const theirs = (await admin.get(`/api/orders/${uuid}/budgets`)).body.items;
  expect(theirs[0].contacts).toEqual([]);
});
