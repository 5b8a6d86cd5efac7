import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, notifications, orderLines, orders, starters } from '../../server/db/tables/index.ts';
import { orderKit } from '../../server/starters/order-kit.ts';
import { startStarters } from '../../server/starters/start-starters.ts';
import { importWorld } from '../imports/import-world.ts';
import { starterFixture } from './fixture.ts';

describe('the settings for people who start', () => {
  test('are changed by the client’s manager and by the office, and are off with two days at first', async () => {
    const f = await starterFixture();
    const path = `/api/accounts/${f.client.id}`;
    expect((await f.admin.get(path)).body).toMatchObject({ starter_kit: 'off', dispatch_days: 2 });
    expect(await f.settings({ starter_kit: 'ask', dispatch_days: 5 })).toMatchObject({ status: 200, body: { starter_kit: 'ask', dispatch_days: 5 } });
    const office = await f.office.put(`/api/admin/accounts/${f.client.id}`, { starter_kit: 'order', dispatch_days: 1 });
    expect(office).toMatchObject({ status: 200, body: { starter_kit: 'order', dispatch_days: 1 } });
    expect((await f.settings({ starter_kit: 'later' })).status).toBe(422);
    expect((await f.settings({ dispatch_days: 31 })).status).toBe(422);
    expect((await f.settings({ starter_kit: 'off', version: 1 })).status).toBe(409);
    for (const role of ['manager', 'site_admin', 'employee'] as const)
      expect((await f.settings({ starter_kit: 'off' }, await f.signed(role))).status).toBe(403);
    const stranger = await f.signIn(await f.user('client_admin', { account_id: (await f.account()).id }));
    expect((await f.settings({ starter_kit: 'off' }, stranger)).status).toBe(404);
  });
});

describe('a person who is added with a kit and a first day', () => {
  test('gets nothing while it is off', async () => {
    const f = await starterFixture();
    await f.add();
    expect(await f.runJobs()).toBe(0);
    expect(await f.mails()).toEqual([]);
  });

  test('is asked once for the sizes that are not on file, and the answers become sizes on file', async () => {
    const f = await starterFixture({ starter_kit: 'ask' });
    const { id, email } = await f.add();
    expect(await f.mails(email)).toHaveLength(1);
    expect(await f.first()).toMatchObject({ state: 'no_sizes', reason: expect.stringContaining('Asked on 20 November') });
    const token = await f.tokenFor(email);
    const { status, body } = await f.anyone.get(`/api/sizes/${token}`);
    expect([status, body]).toMatchObject([
      200,
      { order_number: null, lines: [{ product_id: f.parent.id, quantity: 2, variation_colour: 'Navy', choice: null }] },
    ]);
    const line = body.lines[0];
    expect(line.sizes.map((size: { id: number }) => size.id)).toEqual([f.small.id, f.medium.id, f.large.id]);
    expect((await f.anyone.put(`/api/sizes/${token}`, { lines: [{ id: line.id, product_id: 999_999 }] })).status).toBe(422);
    expect((await f.anyone.put(`/api/sizes/${token}`, { lines: [{ id: 999, product_id: f.medium.id }] })).status).toBe(422);
    expect(await f.anyone.put(`/api/sizes/${token}`, { lines: [{ id: line.id, product_id: f.medium.id }] })).toMatchObject({
      status: 200,
      body: { lines: [], chosen_already: [] },
    });
    expect((await f.admin.get(`/api/employees/${id}/sizes`)).body.items).toMatchObject([{ style_id: f.parent.id, product_id: f.medium.id }]);
    expect(await f.first()).toMatchObject({ state: 'sized' });
    // The second window with the same link learns what was chosen.
    expect(await f.anyone.put(`/api/sizes/${token}`, { lines: [{ id: line.id, product_id: f.large.id }] })).toMatchObject({
      body: { chosen_already: [{ id: line.id, product_id: f.medium.id }] },
    });
    expect(await f.anyone.get(`/api/sizes/${token}`)).toMatchObject({ status: 404, body: { code: 'link_sized' } });
    expect(await f.runJobs()).toBe(0);
    expect(await f.ordersOf()).toEqual([]);
  });

  test('chooses one of several styles by the link', async () => {
    const f = await starterFixture({ starter_kit: 'ask' });
    const skirt = await f.style(['10', '12'], { name: 'Skirt', variation_colour: 'Black' });
    const trousers = await f.style(['30', '32'], { name: 'Trousers', variation_colour: 'Black' });
    const set = await f.clothingSet(f.client.id, { products: [{ product_id: skirt.parent.id }, { product_id: trousers.parent.id }] });
    await f.setKit([{ product_id: null, quantity: 1, choose_from: [trousers.parent.id, skirt.parent.id] }]);
    const { id, email } = await f.add({ clothing_sets: [f.set.id, set.id] });
    const token = await f.tokenFor(email);
    const { lines } = (await f.anyone.get(`/api/sizes/${token}`)).body;
    expect(lines.map((line: { product_name: string; choice: number }) => [line.product_name, line.choice])).toEqual([
      ['Trousers', 0],
      ['Skirt', 0],
    ]);
    const both = lines.map((line: { id: number; sizes: { id: number }[] }) => ({ id: line.id, product_id: line.sizes[0]?.id }));
    expect((await f.anyone.put(`/api/sizes/${token}`, { lines: both })).status).toBe(422);
    expect((await f.anyone.put(`/api/sizes/${token}`, { lines: [both[1]] })).body.lines).toEqual([]);
    expect((await f.admin.get(`/api/employees/${id}/sizes`)).body.items).toMatchObject([{ style_id: skirt.parent.id }]);
    expect(await f.first()).toMatchObject({ state: 'sized', items: [{ name: 'Trousers or Skirt', quantity: 1 }] });
  });

  test('is not asked for sizes without an email address; who added them gets a notification', async () => {
    const f = await starterFixture({ starter_kit: 'ask' });
    await f.add({ email: null });
    expect(await f.mails()).toEqual([]);
    const notices = await f.database.reader.select().from(notifications).where(eq(notifications.user_id, f.admin.id));
    expect(notices.map(({ data }) => data.title)).toEqual(['Ask a starter for their sizes']);
    expect(await f.first()).toMatchObject({ state: 'no_sizes', reason: expect.stringContaining('No email address') });
  });

  test('has their kit ordered in the name of who switched it on, once every size is known by the link', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { id, email } = await f.add();
    await f.runJobs();
    expect(await f.ordersOf()).toEqual([]);
    const token = await f.tokenFor(email);
    const line = (await f.anyone.get(`/api/sizes/${token}`)).body.lines[0];
    await f.anyone.put(`/api/sizes/${token}`, { lines: [{ id: line.id, product_id: f.large.id }] });
    await f.runJobs();
    const [order] = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    expect(order).toMatchObject({
      requester_id: f.admin.id,
      required_on: '2026-12-07',
      delivery_site_id: f.site.id,
      submitted_at: expect.anything(),
    });
    const { body } = await f.admin.get(`/api/orders/${order?.uuid}`);
    expect(body.lines).toMatchObject([{ product_id: f.large.id, qty_requested: 2 }]);
    // Nothing orders it a second time: not the same job, not another size.
    await orderKit(f.services, { user_id: id, employee_role_id: f.role.id });
    await f.recordSize(id, f.small.id);
    await f.runJobs();
    expect(await f.ordersOf()).toHaveLength(1);
  });

  test('has their kit ordered when somebody records the last size on a form', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { id } = await f.add({ email: null });
    expect((await f.recordSize(id)).status).toBe(200);
    await f.runJobs();
    expect(await f.ordersOf()).toHaveLength(1);
    expect(await f.first()).toMatchObject({ state: 'short', employee: { id } });
  });

  test('has their kit ordered in the name of the first client manager where the office switched it on', async () => {
    const f = await starterFixture();
    await f.signed('client_admin');
    await f.office.put(`/api/admin/accounts/${f.client.id}`, { starter_kit: 'order' });
    const person = await f.office.post(`/api/admin/accounts/${f.client.id}/employees`, f.starter());
    expect(person.status).toBe(201);
    await f.recordSize(person.body.id);
    await f.runJobs();
    const [order] = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    expect(order?.requester_id).toBe(f.admin.id);
  });

  test('who began long ago, or has no kit or no first day, is not a starter', async () => {
    const f = await starterFixture({ starter_kit: 'ask' });
    await f.add({ started_on: '2026-10-19' });
    await f.add({ started_on: null });
    await f.add({ employee_roles: [] });
    expect(await f.mails()).toEqual([]);
    await f.add({ started_on: '2026-10-20' });
    expect(await f.mails()).toHaveLength(1);
  });

  test('from a file is asked as one who is added by hand', async () => {
    const f = await starterFixture({ starter_kit: 'ask' });
    const { importFile } = await importWorld();
    const rows = [1, 2, 3].map((n) => [
      `H${f.client.id}-${n}`,
      'Ann',
      `Import ${n}`,
      `import.${f.client.id}.${n}@example.test`,
      f.site.name,
      'Driver',
      f.set.name,
      '07/12/2026',
    ]);
    const header = ['employee_number', 'forenames', 'surname', 'email', 'sites', 'employee_roles', 'clothing_sets', 'started_on'];
    const done = await importFile({ type: 'employees', rows: [header, ...rows], options: { account_id: String(f.client.id) } });
    expect(done.status).toBe('done');
    expect((await f.mails()).map(({ to }) => to)).toHaveLength(3);
    expect((await f.list()).items).toMatchObject([{ state: 'no_sizes' }, { state: 'no_sizes' }, { state: 'no_sizes' }]);
  });
});

describe('a kit that may not pass', () => {
  const outcome = async (f: Awaited<ReturnType<typeof starterFixture>>, change: () => Promise<unknown>) => {
    const manager = await f.person('manager');
    await change();
    const { id } = await f.add();
    await f.recordSize(id);
    await f.runJobs();
    const [order] = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    const notices = await f.database.reader.select().from(notifications).where(eq(notifications.user_id, manager.id));
    return { order, messagesOfManager: notices.map(({ data }) => data.message), listed: await f.first() };
  };

  test('needs an approval where it is over an allowance', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { order, messagesOfManager, listed } = await outcome(f, () =>
      f.admin.post(`/api/accounts/${f.client.id}/allowances`, {
        name: 'Shirts',
        employee_role_id: f.role.id,
        unit: 'items',
        amount: 1,
        covers: { all: true },
        period_months: 12,
        anchor: 'fixed',
        starts_on: '2026-04-01',
        when_exceeded: 'approve',
      }),
    );
    expect(order).toMatchObject({ submitted_at: null, required_on: '2026-12-07' });
    expect(listed).toMatchObject({ state: 'needs_approval', reason: expect.stringContaining('allowance'), order: { uuid: order?.uuid } });
    expect(messagesOfManager).toEqual([expect.stringContaining('is not submitted')]);
  });

  test('is blocked where the order needs a reference that nobody has given', async () => {
    const f = await starterFixture({ starter_kit: 'order', account: { require_po: true } });
    const { order, messagesOfManager, listed } = await outcome(f, async () => undefined);
    expect(order).toMatchObject({ submitted_at: null });
    expect(listed).toMatchObject({ state: 'blocked', ready_on: null, reason: expect.stringContaining('PO') });
    expect(messagesOfManager).toHaveLength(1);
  });

  test('is blocked where a product is not in the person’s sets, and the rest stays in a draft', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const cap = await f.style(['One'], { name: 'Cap' });
    await f.clothingSet(f.client.id, { products: [{ product_id: cap.parent.id }] });
    await f.setKit([
      { product_id: f.parent.id, quantity: 2 },
      { product_id: cap.parent.id, quantity: 1 },
    ]);
    const { order, listed } = await outcome(f, async () => undefined);
    expect(order).toMatchObject({ submitted_at: null });
    expect(listed).toMatchObject({ state: 'blocked', reason: expect.stringContaining('Cap: not in the clothing sets') });
  });
});

describe('one kit for one person and role', () => {
  test('is begun once by two commands at the same time', async () => {
    const f = await starterFixture();
    const people = await Promise.all(Array.from({ length: 4 }, () => f.add()));
    await f.settings({ starter_kit: 'ask' });
    const actor = {
      id: f.admin.id,
      name: 'Admin',
      role: 'client_admin' as const,
      account_id: f.client.id,
      site_ids: [],
      is_supervised_orderer: false,
      can_view_restricted_products: false,
      impersonator_id: null,
    };
    const begin = () =>
      f.database.unitOfWork((db) =>
        startStarters(
          { db, actor, now: f.now(), services: f.services, request_id: null },
          { account_id: f.client.id, employee_ids: people.map(({ id }) => id) },
        ),
      );
    await Promise.all(Array.from({ length: 6 }, begin));
    expect(await f.mails()).toHaveLength(4);
  });

  test('is ordered once by several processes at the same time', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { id } = await f.add();
    await f.recordSize(id);
    const kit = { user_id: id, employee_role_id: f.role.id };
    await Promise.all(Array.from({ length: 6 }, () => orderKit(f.services, kit)));
    await f.runJobs();
    expect(await f.database.reader.select({ id: orders.id }).from(orders).where(eq(orders.account_id, f.client.id))).toHaveLength(1);
    expect(await f.database.reader.select().from(starters).where(eq(starters.user_id, id))).toMatchObject([{ outcome: 'submitted' }]);
  });

  test('is required by the new first day once that moves, unless somebody gave the order a day or it was sent', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const [moved, byHand, sent] = [await f.add(), await f.add(), await f.add()];
    for (const { id } of [moved, byHand, sent]) await f.recordSize(id);
    await f.runJobs();
    const orderOf = async ({ id }: { id: number }) => {
      const [row] = await f.database.reader
        .select({ id: orders.id, uuid: orders.uuid, required_on: orders.required_on, version: orders.version })
        .from(orders)
        .innerJoin(starters, eq(starters.order_id, orders.id))
        .where(eq(starters.user_id, id));
      if (!row) throw new Error('no order');
      return row;
    };
    const before = await orderOf(moved);
    expect((await f.office.put(`/api/admin/orders/${(await orderOf(byHand)).uuid}`, { required_on: '2026-12-02' })).status).toBe(200);
    const { id: sent_id } = await orderOf(sent);
    await f.database.unitOfWork((db) => db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, sent_id)));
    for (const { id } of [moved, byHand, sent]) expect((await f.admin.put(`/api/employees/${id}`, { started_on: '2026-12-14' })).status).toBe(200);
    expect(await orderOf(moved)).toEqual({ ...before, required_on: '2026-12-14', version: before.version + 1 });
    expect(await orderOf(byHand)).toMatchObject({ required_on: '2026-12-02' });
    expect(await orderOf(sent)).toMatchObject({ required_on: '2026-12-07' });
    const events = await f.database.reader
      .select({ before: auditRows.before, after: auditRows.after })
      .from(auditRows)
      .where(and(eq(auditRows.on_type, 'order'), eq(auditRows.on_id, before.id), eq(auditRows.what, 'order.details')));
    expect(events).toEqual([{ before: { required_on: '2026-12-07' }, after: { required_on: '2026-12-14' } }]);
  });

  test('from a file is required by the new first day of a second file', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { importFile } = await importWorld();
    const { id } = await f.add();
    await f.recordSize(id);
    await f.runJobs();
    const rows = [
      ['employee_number', 'started_on'],
      [`S${f.client.id}-1`, '14/12/2026'],
    ];
    const done = await importFile({ type: 'employees', rows, options: { account_id: String(f.client.id) } });
    expect(done.status).toBe('done');
    const [order] = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    expect(order?.required_on).toBe('2026-12-14');
  });

  test('is submitted after a crash that left its draft', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { id } = await f.add();
    await f.recordSize(id);
    await f.runJobs();
    // The process ended after the draft was stored.
    const [order] = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    await f.database.unitOfWork(async (db) => {
      await db
        .update(orders)
        .set({ submitted_at: null, status: 'draft' })
        .where(eq(orders.id, order?.id ?? 0));
      await db.update(starters).set({ outcome: null }).where(eq(starters.user_id, id));
    });
    await orderKit(f.services, { user_id: id, employee_role_id: f.role.id });
    const after = await f.database.reader.select().from(orders).where(eq(orders.account_id, f.client.id));
    expect(after).toMatchObject([{ id: order?.id, submitted_at: expect.anything() }]);
  });
});

describe('the list of people who start', () => {
  test('says for each state what it is, when the kit is there and whether that is late', async () => {
    const f = await starterFixture();
    const other = await f.employeeRole({ account_id: f.client.id, name: 'Cleaner' });
    await f.add({ employee_roles: [other.id], started_on: '2026-12-01' });
    await f.add({ started_on: '2026-12-02' });
    const sized = await f.add({ started_on: '2026-12-03' });
    await f.recordSize(sized.id, f.medium.id);
    await f.stock(f.medium.id, 2);
    const { items, ...totals } = await f.list();
    expect(items).toMatchObject([
      { state: 'no_kit', ready_on: null, is_late: false, reason: 'Cleaner has no kit.', role: { name: 'Cleaner' } },
      { state: 'no_sizes', ready_on: null, is_late: false, role: { name: 'Driver' }, site: { id: f.site.id } },
      // In stock on Friday, and two working days later it is Tuesday.
      { state: 'sized', ready_on: '2026-11-24', is_late: false, items: [{ quantity: 2 }] },
    ]);
    expect(totals).toMatchObject({ total: 3, starting: 3, late: 0, states: { no_kit: 1, no_sizes: 1, sized: 1 } });
    // The next person with the same size gets what is left: nothing.
    const next = await f.add({ started_on: '2026-12-04' });
    await f.recordSize(next.id, f.medium.id);
    const { id: supplier_id } = await f.supplier();
    await f.purchase({ supplier_id, product_id: f.medium.id, qty: 2, due_on: '2026-12-03' });
    const listed = (await f.list()).items[3];
    expect(listed).toMatchObject({ state: 'sized', ready_on: '2026-12-07', is_late: true, reason: expect.stringContaining('due on 3 December') });
    expect(await f.list('?is_late=true')).toMatchObject({ total: 1, starting: 4, late: 1 });
  });

  test('follows an order from submission to its parcel', async () => {
    const f = await starterFixture({ starter_kit: 'order' });
    const { id } = await f.add({ started_on: '2026-11-23' });
    await f.recordSize(id);
    await f.runJobs();
    expect(await f.first()).toMatchObject({ state: 'short', ready_on: null, is_late: true, reason: expect.stringContaining('not on order') });
    await f.stock(f.medium.id, 5);
    const { uuid } = (await f.first()).order;
    expect(await f.first()).toMatchObject({ state: 'ordered', ready_on: '2026-11-24', is_late: true });
    await f.office.post(`/api/admin/orders/${uuid}/allocate-all`);
    expect(await f.first()).toMatchObject({ state: 'ready', ready_on: '2026-11-24', is_late: true });
    await f.settings({ dispatch_days: 1 });
    expect(await f.first()).toMatchObject({ state: 'ready', ready_on: '2026-11-23', is_late: false });
    await f.database.unitOfWork((db) => db.update(orderLines).set({ qty_allocated: 0, qty_shipped: 2 }).where(eq(orderLines.employee_id, id)));
    expect(await f.first()).toMatchObject({ state: 'shipped', reason: 'Sent.' });
  });

  test('is narrowed by days, state, site and name, in pages', async () => {
    const f = await starterFixture();
    for (const day of ['2026-12-01', '2026-12-08', '2026-12-15']) await f.add({ started_on: day });
    await f.add({ started_on: '2026-12-08', sites: [f.elsewhere.id], surname: 'Elsewhere' });
    await f.add({ started_on: '2026-11-01' });
    const days = async (query: string) => (await f.list(query)).items.map(({ starts_on }: { starts_on: string }) => starts_on);
    expect(await days('')).toEqual(['2026-12-01', '2026-12-08', '2026-12-08', '2026-12-15']);
    expect(await days('?from=2026-12-02&until=2026-12-08')).toEqual(['2026-12-08', '2026-12-08']);
    expect(await days('?from=2026-10-01&until=2026-11-30')).toEqual(['2026-11-01']);
    expect(await days(`?site_id=${f.elsewhere.id}`)).toEqual(['2026-12-08']);
    expect(await days('?search=elsewh')).toEqual(['2026-12-08']);
    expect(await days('?state=sized')).toEqual([]);
    expect(await f.list('?per_page=3&page=2')).toMatchObject({ total: 4, last_page: 2, items: [{ starts_on: '2026-12-15' }] });
    expect((await f.admin.get(`${f.path}?state=unknown`)).status).toBe(422);
    expect((await f.admin.get(`${f.path}?from=2026-13-01`)).status).toBe(422);
  });

  test('is read by managers for their own sites, and not by employees or strangers', async () => {
    const f = await starterFixture();
    await f.add({ sites: [f.site.id] });
    await f.add({ sites: [f.elsewhere.id] });
    expect((await f.list('', f.office)).total).toBe(2);
    for (const role of ['manager', 'site_admin'] as const) {
      const here = await f.signed(role);
      expect((await f.list('', here)).items).toMatchObject([{ site: { id: f.site.id } }]);
    }
    expect((await (await f.signed('employee')).get(f.path)).status).toBe(403);
    const stranger = await f.signIn(await f.user('client_admin', { account_id: (await f.account()).id }));
    expect((await stranger.get(f.path)).status).toBe(404);
    expect((await f.office.get('/api/accounts/999999/starters')).status).toBe(404);
  });
});
