import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  clothingSetProducts,
  clothingSetSites,
  orderLines,
  outbox,
  returnLines,
  returnReasons,
  returns,
  sites,
  stockLevels,
  userClothingSets,
  userSites,
  users,
} from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof clientFixture>>;
const mails = async ({ database, client }: Fixture, kind: string) =>
  database.reader
    .select({ to: outbox.to, subject: outbox.subject, text: outbox.text })
    .from(outbox)
    .where(and(eq(outbox.account_id, client.id), eq(outbox.kind, kind)));

describe('submitting', () => {
  test('fixes the prices, stores the delivery address, sends a confirmation, and is possible only once', async () => {
    const fixture = await clientFixture();
    const { draft, order, submit, admin, set, database, site, elsewhere } = fixture;
    const uuid = await draft();
    await order(uuid, undefined, 2);
    await database.unitOfWork(
      async (db) => await db.update(clothingSetProducts).set({ price: 1500 }).where(eq(clothingSetProducts.clothing_set_id, set.id)),
    );
    expect(await submit(uuid, { client_po_reference: ' PO 7 ', cost_code: 'CC-1' })).toMatchObject({
      status: 200,
      body: {
        status: 'submitted',
        is_submitted: true,
        client_po_reference: 'PO 7',
        cost_code: 'CC-1',
        delivery_site: { id: site.id },
        delivery_address: { postcode: 'LS1 4AP' },
        sub_total: 3000,
        can: { submit: false, edit_lines: false, cancel: true },
      },
    });
    expect(await mails(fixture, 'order_confirmation')).toMatchObject([
      { to: (await admin.get('/api/profile')).body.email, text: expect.stringContaining('£36.00') },
    ]);
    const office = await fixture.as('super');
    for (const version of [undefined, 1])
      expect(await submit(uuid, { version }, office)).toMatchObject({ status: 409, body: { code: 'already_submitted' } });
    await database.unitOfWork(
      async (db) => await db.update(clothingSetProducts).set({ price: 9900 }).where(eq(clothingSetProducts.clothing_set_id, set.id)),
    );
    expect((await admin.get(`/api/orders/${uuid}`)).body.sub_total).toBe(3000);
    for (const [call, body] of [
      [admin.put, { set_delivery_details: true, delivery_site_id: elsewhere.id }],
      [admin.delete, undefined],
    ] as const)
      expect(await call(`/api/orders/${uuid}`, body)).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
  });

  test('reports all missing values together', async () => {
    const { draft, admin, submit, person, dress } = await clientFixture();
    const nowhere = await person('employee', { sites: [] });
    await dress(nowhere.id);
    const uuid = await draft(admin, [nowhere.id]);
    expect(await admin.put(`/api/orders/${uuid}?submitted=true`, {})).toMatchObject({
      status: 422,
      body: { errors: { lines: [expect.any(String)], delivery_address: [expect.any(String)], terms: [expect.any(String)] } },
    });
    expect((await submit(uuid, { terms: false })).body.errors).toMatchObject({ terms: [expect.any(String)] });
  });

  test('is refused, even if the office submits, once a wearer or the delivery site is archived', async () => {
    const { draft, order, submit, admin, as, person, dress, database, wearer, medium, newSite, client, site, signed } = await clientFixture();
    const leaver = await person('employee');
    await dress(leaver.id);
    const archivedSite = await newSite(client.id);
    const startOrder = async (by = admin): Promise<string> => {
      const uuid = await draft(by, [wearer.id, leaver.id]);
      await order(uuid, medium.id, 1, by);
      await order(uuid, medium.id, 1, by, leaver.id);
      await by.put(`/api/orders/${uuid}`, { set_delivery_details: true, delivery_site_id: archivedSite.id });
      return uuid;
    };
    const supervised = await signed('client_admin', { is_supervised_orderer: true });
    const [uuid, answer] = [await startOrder(), await startOrder(supervised)];
    await database.unitOfWork(async (db) => {
      const deleted_at = '2026-11-20T09:00:00.000Z';
      await db.update(users).set({ deleted_at }).where(eq(users.id, leaver.id));
      await db.update(sites).set({ deleted_at }).where(eq(sites.id, archivedSite.id));
    });
    const errors = {
      employees: [`${leaver.forenames} ${leaver.surname} is archived. Remove them from the order.`],
      delivery_site_id: ['This site is archived. Choose another.'],
    };
    const employees = (await admin.get(`/api/orders/${uuid}`)).body.employees;
    expect(new Map(employees.map((one: { id: number; is_archived: boolean }) => [one.id, one.is_archived]))).toEqual(
      new Map([
        [wearer.id, false],
        [leaver.id, true],
      ]),
    );
    const here = { delivery_site_id: undefined };
    expect(await submit(uuid, here)).toMatchObject({ status: 422, body: { errors } });
    expect(await (await as('super')).put(`/api/admin/orders/${uuid}`, { submit: true, terms: true })).toMatchObject({
      status: 422,
      body: { errors },
    });
    expect((await submit(answer, {}, supervised)).body.errors).toEqual({ employees: errors.employees });
    expect((await admin.delete(`/api/orders/${uuid}/employees/${leaver.id}`)).status).toBe(200);
    expect(await submit(uuid, { delivery_site_id: site.id })).toMatchObject({ status: 200, body: { status: 'submitted' } });
  });

  test('reports each product that its wearer may no longer order or that is withheld from the delivery site, and names the wearer', async () => {
    const { draft, order, submit, admin, wearer, parent, medium, set, site, elsewhere, database, signed, signIn } = await clientFixture();
    const supervised = await signed('client_admin', { is_supervised_orderer: true });
    const [uuid, answer] = [await draft(), await draft(supervised)];
    const elsewhereDetails = { delivery_site_id: elsewhere.id, confirm_missing_sizes: true };
    const errors = (words: (article: string) => string) => ({
      status: 422,
      body: { errors: { lines: [words(`${product_name}, ${colour}, M`), words(product_name)] } },
    });
    for (const [one, by] of [
      [uuid, admin],
      [answer, supervised],
    ] as const) {
      await order(one, medium.id, 1, by);
      await order(one, parent.id, 1, by, wearer.id, { is_size_selected: false });
    }
    const { product_name, product } = (await admin.get(`/api/orders/${uuid}`)).body.lines[0];
    const colour = product.attributes.variation_colour;
    const who = `${wearer.forenames} ${wearer.surname}`;
    const unavailable = async (site?: number) =>
      (await admin.get(`/api/orders/${uuid}/unavailable-lines${site ? `?delivery_site_id=${site}` : ''}`)).body.items;

    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: elsewhere.id }));
    const siteErrors = errors((article) => `${article} for ${who} is not sent to this site. Choose another site, or take it off the order.`);
    // The product is reported as soon as the site is chosen, before everything else is filled in.
    expect(await unavailable()).toEqual([]);
    const fault = { employee: { id: wearer.id, name: who }, reason: 'kept_from_site' };
    expect(await unavailable(elsewhere.id)).toMatchObject(siteErrors.body.errors.lines.map((message) => ({ ...fault, message })));
    const self = await signIn(wearer);
    expect((await self.get(`/api/orders/${uuid}/unavailable-lines`)).status).toBe(403);
    // The delivery site matters even if it is the wearer's only site.
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: site.id }));
    expect(await unavailable(site.id)).toMatchObject([fault, fault]);
    await database.unitOfWork(async (db) => await db.delete(clothingSetSites).where(eq(clothingSetSites.site_id, site.id)));
    expect(await submit(uuid, elsewhereDetails)).toMatchObject(siteErrors);
    expect(await submit(answer, elsewhereDetails, supervised)).toMatchObject(siteErrors);
    await database.unitOfWork(async (db) => await db.delete(userClothingSets).where(eq(userClothingSets.user_id, wearer.id)));
    expect(await submit(uuid, elsewhereDetails)).toMatchObject(
      errors((article) => `${article} is no longer offered to ${who}. Remove it from the order.`),
    );
    expect(await unavailable()).toMatchObject([{ reason: 'no_longer_offered' }, { reason: 'no_longer_offered' }]);
  });

  test('rejects another client’s site; only client admins may deliver to sites that are not their own', async () => {
    const { draft, submit, site, newSite, account, signed, elsewhere, details, wearer, order, admin } = await clientFixture();
    const { id } = await newSite((await account()).id);
    const uuid = await draft();
    await order(uuid);
    expect(await submit(uuid, { delivery_site_id: id })).toMatchObject({ status: 422, body: { errors: { delivery_site_id: [expect.any(String)] } } });
    for (const [by, employees] of [
      [await signed('manager'), [wearer.id]],
      [await signed('employee_with_order'), undefined],
      [await signed('employee'), undefined],
    ] as const) {
      const own = (await by.post('/api/orders', { employees })).body.uuid;
      expect((await by.put(`/api/orders/${own}`, { ...details, delivery_site_id: elsewhere.id })).status).toBe(422);
      expect((await by.put(`/api/orders/${own}`, { ...details, delivery_site_id: site.id })).status).toBe(200);
      // A delivery site that somebody else has chosen stays valid.
      await admin.put(`/api/orders/${own}`, { ...details, delivery_site_id: elsewhere.id });
      expect((await by.put(`/api/orders/${own}`, { ...details, delivery_site_id: elsewhere.id })).status).toBe(200);
    }
  });

  test('accepts the order exactly as the server returned it, with the address that the server took from the chosen site', async () => {
    const { draft, order, admin, newSite, client } = await clientFixture();
    const depot = await newSite(client.id, { delivery_address: { address_line_1: '9 Depot Road', postcode: 'BD1 1AA' } });
    const uuid = await draft();
    await order(uuid);
    const savedOrder = (await admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, delivery_site_id: depot.id })).body;
    expect(savedOrder).toMatchObject({ delivery_site: { id: depot.id }, delivery_address: { postcode: 'BD1 1AA' } });
    const again = await admin.put(`/api/orders/${uuid}`, { ...savedOrder, set_delivery_details: true });
    expect(again).toMatchObject({ status: 200, body: { version: savedOrder.version } });
    expect((await admin.put(`/api/orders/${uuid}?submitted=true`, savedOrder)).body.errors).toEqual({ terms: [expect.any(String)] });
    expect((await admin.put(`/api/orders/${uuid}?submitted=true`, { ...savedOrder, terms: true })).body.status).toBe('submitted');
  });

  test('requires a PO and a cost code if the account does, unless the site reverses the rule', async () => {
    const {
      draft,
      order,
      submit,
      client,
      site: plain,
      newSite,
      elsewhere,
      admin,
    } = await clientFixture({ account: { require_po: true, require_cc: true } });
    const flipped = await newSite(client.id, { inverse_po: true, inverse_cc: true });
    const uuid = await draft();
    await order(uuid);
    expect(await submit(uuid, { delivery_site_id: plain.id })).toMatchObject({
      status: 422,
      body: { errors: { client_po_reference: [expect.any(String)], cost_code: [expect.any(String)] } },
    });
    expect((await admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, delivery_site_id: elsewhere.id })).body.requires).toEqual({
      po: true,
      cc: true,
    });
    expect((await submit(uuid, { delivery_site_id: flipped.id, client_po_reference: 'x'.repeat(101) })).status).toBe(422);
    expect((await submit(uuid, { delivery_site_id: flipped.id })).status).toBe(200);
  });

  test('accepts a PO entered in the review if it has at most 50 characters', async () => {
    const { draft, order, admin, details } = await clientFixture({ account: { require_po: true } });
    const uuid = await draft();
    await order(uuid);
    await admin.put(`/api/orders/${uuid}`, details);
    const review = (po_reference: string | null) => admin.put(`/api/orders/${uuid}`, { submitted_at: '2026-11-20T09:00:00.000Z', po_reference });
    expect((await review(null)).body.errors).toMatchObject({ po_reference: [expect.any(String)] });
    expect((await review('x'.repeat(51))).status).toBe(422);
    expect(await review('PO-50')).toMatchObject({ status: 200, body: { client_po_reference: 'PO-50', is_submitted: true } });
  });

  test('is refused if people who order for themselves leave out a size; others confirm missing sizes and can choose them later', async () => {
    const { draft, order, submit, parent, small, signed, dress, admin, signIn, wearer } = await clientFixture();
    const self = await signed('employee_with_order');
    await dress(self.id);
    const own = await draft(self, [self.id]);
    await order(own, parent.id, 1, self, self.id);
    expect((await submit(own, { confirm_missing_sizes: true }, self)).body.errors).toEqual({
      lines: ['There are still order lines with missing sizes. Please choose all sizes before ordering.'],
    });
    const uuid = await draft();
    const line = await order(uuid, parent.id);
    expect((await submit(uuid)).body.errors).toEqual({ confirm_missing_sizes: [expect.any(String)] });
    expect((await submit(uuid, { confirm_missing_sizes: true })).body).toMatchObject({ status: 'submitted', can: { choose_size: true } });
    const path = `/api/orders/${uuid}/lines/${line.id}`;
    expect(await admin.put(path, { product_id: small.id, notes: 'and this' })).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
    expect((await (await signIn(wearer)).put(path, { product_id: small.id, is_size_selected: true })).body).toMatchObject({
      product_id: small.id,
      is_size_selected: true,
    });
    // A line that has a size keeps one.
    expect(await admin.put(path, { product_id: parent.id })).toMatchObject({ status: 422, body: { errors: { product_id: [expect.any(String)] } } });
  });
});

describe('requests', () => {
  test('are made when an employee submits an order, and wait for a manager of the site, who approves by submitting', async () => {
    const fixture = await clientFixture({ account: { require_po: true } });
    const { wearer, signIn, person, order, submit, draft, signed, elsewhere } = fixture;
    const boss = await person('manager');
    const manager = await signIn(boss);
    const self = await signIn(wearer);
    const uuid = await draft(self);
    await order(uuid, undefined, 1, self);
    expect((await submit(uuid, {}, self)).body).toMatchObject({
      status: 'requested',
      is_submitted: false,
      can: { edit_lines: false, withdraw: true, submit: false, approve: false },
    });
    expect(await mails(fixture, 'approval_request')).toMatchObject([{ to: boss.email }]);
    expect((await manager.get('/api/notifications')).body).toMatchObject({ unread_count: 1, items: [{ data: { url: `/orders/${uuid}` } }] });
    expect(await self.put(`/api/orders/${uuid}`, { set_delivery_details: true, cost_code: '1' })).toMatchObject({
      status: 409,
      body: { code: 'already_requested' },
    });
    expect((await submit(uuid, {}, self)).body).toMatchObject({ status: 'requested' });
    expect((await submit(uuid, {}, await signed('manager', { sites: [elsewhere.id] }))).status).toBe(404);
    expect((await manager.get('/api/orders?status=requested')).body.items).toMatchObject([{ uuid }]);
    expect((await submit(uuid, {}, manager)).body.errors).toEqual({ client_po_reference: [expect.any(String)] });
    expect((await submit(uuid, { client_po_reference: 'PO 1' }, manager)).body).toMatchObject({ status: 'submitted', approver: { id: boss.id } });
    expect((await self.get('/api/notifications')).body.unread_count).toBe(1);
    expect(await mails(fixture, 'approval_decision')).toMatchObject([
      { to: wearer.email, subject: expect.stringContaining('is approved'), text: expect.stringContaining(boss.surname) },
    ]);
    expect(await mails(fixture, 'order_confirmation')).toEqual([]);
  });

  test('may lack a PO and a cost code, which the approver then has to enter; a missing value is an error on its field', async () => {
    const { wearer, signIn, person, order, submit, draft } = await clientFixture({ account: { require_po: true, require_cc: true } });
    const self = await signIn(wearer);
    const uuid = await draft(self);
    await order(uuid, undefined, 1, self);
    expect((await submit(uuid, {}, self)).body).toMatchObject({ status: 'requested', requires: { po: true, cc: true } });
    const boss = await signIn(await person('manager'));
    const approve = (more: object) => boss.put(`/api/orders/${uuid}`, { submitted_at: '2026-11-20T09:00:00.000Z', ...more });
    expect((await approve({ po_reference: '' })).body.errors).toEqual({ po_reference: [expect.any(String)], cost_code: [expect.any(String)] });
    expect((await approve({ po_reference: 'PO 3', cost_code: 'CC 4' })).body).toMatchObject({
      status: 'submitted',
      client_po_reference: 'PO 3',
      cost_code: 'CC 4',
      approver: { id: boss.id },
    });
  });

  test('are declined with a reason or withdrawn, and become drafts again', async () => {
    const fixture = await clientFixture();
    const { wearer, signIn, order, submit, draft, admin, as } = fixture;
    const self = await signIn(wearer);
    const uuid = await draft(self);
    await order(uuid, undefined, 1, self);
    expect(await admin.post(`/api/orders/${uuid}/decline`, { reason: 'Not yet' })).toMatchObject({ status: 409, body: { code: 'not_requested' } });
    await submit(uuid, {}, self);
    expect((await self.post(`/api/orders/${uuid}/decline`, { reason: 'I changed my mind' })).status).toBe(403);
    expect((await admin.post(`/api/orders/${uuid}/decline`, { reason: '' })).status).toBe(422);
    expect((await (await as('client_admin')).post(`/api/orders/${uuid}/decline`, { reason: 'No' })).status).toBe(404);
    expect((await admin.post(`/api/orders/${uuid}/withdraw`)).status).toBe(403);
    expect((await admin.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' })).body).toMatchObject({
      status: 'draft',
      declined_reason: 'Next month',
      declined_by: { id: expect.any(Number), name: expect.any(String) },
    });
    // The list shows who declined the request and why, so a declined request does not look like any other draft.
    const expectedRow = { status: 'draft', declined_reason: 'Next month', declined_by: { id: admin.id } };
    expect((await self.get('/api/orders')).body.items).toMatchObject([expectedRow]);
    expect((await self.get('/api/notifications')).body.items).toMatchObject([{ data: { message: 'Next month' } }]);
    expect(await mails(fixture, 'approval_decision')).toMatchObject([
      { to: wearer.email, subject: expect.stringContaining('was declined'), text: expect.stringContaining('Next month') },
    ]);
    expect((await submit(uuid, {}, self)).body).toMatchObject({ status: 'requested', declined_reason: null, declined_by: null });
    expect((await self.post(`/api/orders/${uuid}/withdraw`)).body).toMatchObject({ status: 'draft', can: { edit_lines: true, request: true } });
    expect((await self.post(`/api/orders/${uuid}/withdraw`)).body).toMatchObject({ status: 'draft' });
    expect((await self.delete(`/api/orders/${uuid}`)).body).toEqual({ uuid, deleted: true });
    expect((await self.get(`/api/orders/${uuid}`)).status).toBe(404);
  });

  test('leave no unread notification with the other approvers once an approver has decided or the requester has withdrawn', async () => {
    const fixture = await clientFixture();
    const { wearer, signIn, signed, order, submit, draft, elsewhere, database, now } = fixture;
    const self = await signIn(wearer);
    const boss = await signed('manager');
    const colleague = await signed('manager');
    const mayNoMore = await signed('site_admin');
    const other = await draft(self);
    await order(other, undefined, 1, self);
    await submit(other, {}, self);
    const uuid = await draft(self);
    await order(uuid, undefined, 1, self);
    const bells = () => Promise.all([boss, colleague, mayNoMore].map(async (by) => (await by.get('/api/notifications')).body.unread_count));
    const ask = async () => expect((await submit(uuid, {}, self)).body).toMatchObject({ status: 'requested' });

    await ask();
    expect(await bells()).toEqual([2, 2, 2]);
    await database.unitOfWork(async (db) => await db.update(userSites).set({ site_id: elsewhere.id }).where(eq(userSites.user_id, mayNoMore.id)));
    await boss.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' });
    expect(await bells()).toEqual([1, 1, 1]);
    await ask();
    expect(await bells()).toEqual([2, 2, 1]);
    await self.post(`/api/orders/${uuid}/withdraw`);
    expect(await bells()).toEqual([1, 1, 1]);
    await ask();
    expect((await submit(uuid, {}, colleague)).body).toMatchObject({ status: 'submitted' });
    expect(await bells()).toEqual([1, 1, 1]);
    const { items } = (await boss.get('/api/notifications')).body;
    const unreadNotifications = items.filter(({ read_at }: { read_at: string | null }) => !read_at);
    expect(unreadNotifications).toMatchObject([{ data: { url: `/orders/${other}` } }]);
    expect(items[0]).toMatchObject({ read_at: now(), data: { url: `/orders/${uuid}` } });
  });

  test('cannot be approved by the person who sent them, or by a supervised person', async () => {
    const { signed, order, submit, draft, wearer, signIn, person, dress } = await clientFixture();
    const supervised = await signed('site_admin', { is_supervised_orderer: true });
    await dress(supervised.id);
    const ownOrder = await draft(supervised, [supervised.id]);
    await order(ownOrder, undefined, 1, supervised, supervised.id);
    expect((await submit(ownOrder, {}, supervised)).body).toMatchObject({ status: 'requested' });
    expect((await submit(ownOrder, {}, supervised)).body).toMatchObject({ status: 'requested', approver: null });
    const self = await signIn(wearer);
    const employeeOrder = await draft(self);
    await order(employeeOrder, undefined, 1, self);
    await submit(employeeOrder, {}, self);
    expect(await submit(employeeOrder, {}, supervised)).toMatchObject({ status: 409, body: { code: 'already_requested' } });
    expect((await submit(employeeOrder, {}, await signIn(await person('site_admin')))).status).toBe(200);
  });

  test('go to the managers of the site, and to the client’s managers only if the site has none', async () => {
    const { person, signIn, as, order, draft, submit, wearer, admin } = await clientFixture();
    const self = await signIn(wearer);
    const uuid = await draft(self);
    await order(uuid, undefined, 1, self);
    const office = await as('super');
    const countUnread = async (by: typeof admin): Promise<number> => (await by.get('/api/notifications')).body.unread_count;
    const before = await countUnread(office);
    await submit(uuid, {}, self);
    expect([await countUnread(admin), (await countUnread(office)) - before]).toEqual([1, 0]);
    await self.post(`/api/orders/${uuid}/withdraw`);
    await admin.post(`/api/orders/${uuid}/withdraw`);
    const near = await signIn(await person('site_admin'));
    await submit(uuid, {}, self);
    // The earlier request to the client's manager was withdrawn.
    expect([await countUnread(near), await countUnread(admin)]).toEqual([1, 0]);
  });
});

describe('budgets', () => {
  const budgeted = async (values: Record<string, unknown> = {}, account: Record<string, unknown> = {}) => {
    const fixture = await clientFixture({ price: 1000, account });
    const role = await fixture.employeeRole({
      account_id: fixture.client.id,
      name: 'Driver',
      holders: [fixture.wearer.id],
      is_budgeted: true,
      budget_value: 5000,
      budget_start_date: '2026-01-31',
      budget_duration: 1,
      ...values,
    });
    const filled = async (quantity: number): Promise<string> => {
      const uuid = await fixture.draft();
      await fixture.order(uuid, fixture.medium.id, quantity);
      return uuid;
    };
    return { ...fixture, role, filled };
  };

  test('can be spent to the last penny in a period; a refusal contains the calculation', async () => {
    const { filled, submit, admin, wearer, role, draft } = await budgeted();
    expect((await admin.get(`/api/orders/${await draft()}/budgets`)).body.items).toMatchObject([
      { id: role.id, total_spent: 0, this_order: 0, over_by: 0 },
    ]);
    const first = await filled(3);
    expect((await submit(first)).status).toBe(200);
    const second = await filled(3);
    expect((await admin.get(`/api/orders/${second}/budgets`)).body.items).toMatchObject([
      {
        employee_id: wearer.id,
        id: role.id,
        name: 'Driver',
        budget_value: 5000,
        total_spent: 3000,
        this_order: 3000,
        over_by: 1000,
        period: { starts_on: '2026-10-31', ends_on: '2026-11-30' },
      },
    ]);
    const response = await submit(second, { force_over_budget_order: true });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: { budget: ['Placing this order will go over budget', expect.stringMatching(/£50\.00.*£30\.00.*£30\.00.*£10\.00/)] } },
    });
    expect((await admin.get(`/api/orders/${second}`)).body.status).toBe('draft');
    expect((await submit(await filled(2))).status).toBe(200);
  });

  test('are full again in the next period, and a cancelled order does not count as spent', async () => {
    const { filled, submit, setClock, admin, signIn, now, person } = await budgeted();
    const first = await filled(5);
    await submit(first);
    expect((await submit(await filled(1))).status).toBe(422);
    await admin.post(`/api/orders/${first}/cancel`);
    expect((await submit(await filled(5))).status).toBe(200);
    const [before, next] = [await filled(1), await filled(5)];
    const today = now();
    setClock('2026-11-29T23:59:00.000Z');
    const later = await signIn(await person('client_admin'));
    expect((await submit(before, {}, later)).status).toBe(422);
    setClock('2026-11-30T00:00:00.000Z');
    expect((await submit(next, {}, later)).status).toBe(200);
    expect((await submit(before, {}, later)).status).toBe(422);
    setClock(today);
  });

  test('that can be forced may be exceeded after a confirmation; the alert address of the budget then gets an email', async () => {
    const fixture = await budgeted({ is_budget_forceable: true, budget_forced_alert_email: 'watch@example.test' });
    const { filled, submit, admin, details } = fixture;
    const uuid = await filled(6);
    expect((await submit(uuid)).body.errors.force_over_budget_order).toHaveLength(2);
    expect((await submit(uuid, { force_over_budget_order: true })).body).toMatchObject({ status: 'submitted', force_over_budget_order: true });
    expect(await mails(fixture, 'over_budget')).toMatchObject([{ to: 'watch@example.test', text: expect.stringContaining('£10.00') }]);
    // The query parameter of the specification also counts as a confirmation.
    const again = await filled(1);
    expect((await submit(again)).status).toBe(422);
    const confirmed = await admin.put(`/api/orders/${again}?submitted=true&overBudget=true`, { ...details, terms: true });
    expect(confirmed.body).toMatchObject({ status: 'submitted', force_over_budget_order: true });
  });

  test('apply to people who order for themselves only if the account says so', async () => {
    for (const self_order_budgeting of [false, true]) {
      const { signed, dress, client, employeeRole, draft, order, submit, medium } = await budgeted({}, { self_order_budgeting });
      const self = await signed('employee_with_order');
      await dress(self.id);
      await employeeRole({
        account_id: client.id,
        holders: [self.id],
        is_budgeted: true,
        budget_value: 500,
        budget_start_date: '2026-01-01',
        budget_duration: 12,
      });
      const uuid = await draft(self, [self.id]);
      await order(uuid, medium.id, 1, self, self.id);
      expect((await self.get(`/api/orders/${uuid}/budgets`)).body.items).toMatchObject([{ self_ordering: true, is_binding: self_order_budgeting }]);
      expect((await submit(uuid, {}, self)).status).toBe(self_order_budgeting ? 422 : 200);
    }
  });

  test('get back the approved value of a return, in the period of the order; samples are not charged', async () => {
    const { filled, submit, admin, as, database, now } = await budgeted();
    const uuid = await filled(5);
    const { id, lines } = (await submit(uuid)).body;
    await database.unitOfWork(async (db) => {
      const [reason] = await db.insert(returnReasons).values({ description: 'Too small' }).returning();
      const [returnRow] = await db.insert(returns).values({ order_id: id, creator_id: admin.id, created_at: now(), finalised_at: now() }).returning();
      const [line] = lines;
      const about = { return_id: returnRow?.id ?? 0, order_line_id: line.id, product_id: line.product_id, reason_id: reason?.id ?? 0 };
      await db.insert(returnLines).values({ ...about, qty_requested: 3, qty_approved: 2 });
    });
    const next = await filled(3);
    expect((await admin.get(`/api/orders/${next}/budgets`)).body.items).toMatchObject([{ total_spent: 3000, this_order: 3000, over_by: 1000 }]);
    expect((await submit(next)).status).toBe(422);
    await (await as('super')).put(`/api/admin/orders/${next}/update`, { is_sample: true });
    expect((await admin.get(`/api/orders/${next}/budgets`)).body.items).toMatchObject([{ is_binding: false, over_by: 0 }]);
    expect((await submit(next)).status).toBe(200);
    expect((await submit(await filled(2))).status).toBe(200);
  });

  test('are not exceeded by orders that are submitted at the same time', async () => {
    const { filled, submit, admin } = await budgeted();
    const racing = await Promise.all(Array.from({ length: 8 }, () => filled(2)));
    const answers = await Promise.all(racing.map((uuid) => submit(uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422, 422, 422]);
    const draftUuid = racing[answers.findIndex(({ status }) => status === 422)];
    expect((await admin.get(`/api/orders/${draftUuid}/budgets`)).body.items).toMatchObject([{ total_spent: 4000 }]);
  });
});

describe('cancelling and deleting', () => {
  test('cancelling frees the allocated stock; of a client’s people, only client admins and site admins can cancel', async () => {
    const { submitted, medium, database, as, admin, signed, signIn, wearer } = await clientFixture();
    await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 }));
    const office = await as('super');
    const uuid = await submitted(3);
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    await office.post(`/api/admin/orders/${uuid}/allocate`);
    expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({ status: 'allocated', qty_items_allocated: 3, can: { cancel: true } });
    expect((await (await signed('manager')).post(`/api/orders/${uuid}/cancel`)).status).toBe(403);
    expect((await (await signIn(wearer)).post(`/api/orders/${uuid}/cancel`)).status).toBe(403);
    expect((await (await as('warehouse')).post(`/api/orders/${uuid}/cancel`)).status).toBe(403);
    expect((await (await signed('site_admin')).post(`/api/orders/${uuid}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      qty_items_allocated: 0,
      progress_summary: { is_cancelled: true },
    });
    const [level] = await database.reader.select().from(stockLevels).where(eq(stockLevels.product_id, medium.id));
    expect(level).toMatchObject({ qty_available: 5, qty_allocated: 0 });
    expect(await admin.post(`/api/orders/${uuid}/cancel`)).toMatchObject({ status: 409, body: { code: 'order_cancelled' } });
  });

  test('cancelling a part-shipped order cancels only the rest: the status is then shipped, and the totals are of the shipped items', async () => {
    const { submitted, admin, database, as } = await clientFixture();
    const uuid = await submitted(3);
    const { id, lines } = (await admin.get(`/api/orders/${uuid}`)).body;
    await database.unitOfWork(async (db) => await db.update(orderLines).set({ qty_shipped: 1 }).where(eq(orderLines.order_id, id)));
    expect(await (await as('super')).delete(`/api/orders/${uuid}/lines/${lines[0].id}`)).toMatchObject({
      status: 409,
      body: { code: 'line_allocated' },
    });
    expect((await admin.post(`/api/orders/${uuid}/cancel`)).body).toMatchObject({
      status: 'shipped',
      cancelled_at: null,
      sub_total: 1250,
      lines: [{ qty_requested: 3, qty_shipped: 1, qty_cancelled: 2 }],
    });
    expect(await (await as('super')).post(`/api/orders/${uuid}/cancel`)).toMatchObject({ status: 409, body: { code: 'order_shipped' } });
  });

  test('a draft can be deleted but not cancelled; a submitted order can be deleted only by the office', async () => {
    const { draft, submitted, admin, as } = await clientFixture();
    const uuid = await draft();
    expect(await admin.post(`/api/orders/${uuid}/cancel`)).toMatchObject({ status: 409, body: { code: 'order_not_submitted' } });
    expect((await admin.delete(`/api/orders/${uuid}`)).status).toBe(200);
    const submittedUuid = await submitted();
    expect(await admin.delete(`/api/orders/${submittedUuid}`)).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
    expect((await (await as('super')).delete(`/api/orders/${submittedUuid}`)).status).toBe(200);
    expect((await admin.get(`/api/orders/${submittedUuid}`)).status).toBe(404);
  });
});
