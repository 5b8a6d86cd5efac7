import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, notifications, orders, outbox, products, returnReasons, returns, sites, users } from '../../server/db/tables/index.ts';
import { drawAttachment } from '../../server/documents/draw-attachment.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';
import { ship } from './shipped.ts';

interface Size {
  id: number;
}

/** A shipped order of three mediums, one of them charged to each of the wearer's budget, and an exchange of items of it. */
async function setUp({ decoration, quantity = 3, ordered }: { decoration?: string; quantity?: number; ordered?: string } = {}) {
  const base = await clientFixture();
  const { as, admin, wearer, client, draft, order, submit, small, medium, large, database, employeeRole, setClock } = base;
  const office = await as('super');
  const now = base.now();
  if (ordered) setClock(ordered);
  for (const { id } of [small, medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const role = await employeeRole({
    account_id: client.id,
    name: 'Driver',
    holders: [wearer.id],
    is_budgeted: true,
    budget_value: 100_000,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
  });
  const uuid = await draft();
  const { id: line } = await order(uuid, medium.id, quantity, admin, wearer.id, { budget: role.id, ...(decoration && { decoration }) });
  await submit(uuid, { client_po_reference: 'PO 77' });
  await ship(office, uuid);
  setClock(now);
  const exchange = (more: Record<string, unknown> = {}, by: Caller = admin, headers: Record<string, string> = {}) =>
    by.post(`/api/orders/${uuid}/exchanges`, { order_line_id: line, quantity: 1, reason: 'too_small', product_id: large.id, ...more }, headers);
  const choices = (by: Caller = admin, query = '') => by.get(`/api/orders/${uuid}/lines/${line}/exchange-choices${query}`);
  /** Pence spent of the wearer's budget: as an order judges it, and as the tally of the dashboard has it. */
  const spent = async (): Promise<[number, number]> => {
    const next = await draft();
    await order(next, small.id, 1, admin, wearer.id, { budget: role.id });
    const byOrder = (await admin.get(`/api/orders/${next}/budgets`)).body.items.find((one: Size) => one.id === role.id).total_spent;
    const [budgets] = (await admin.get(`/api/employees?include=budgets&search=${wearer.forenames}`)).body.items.filter(
      (one: Size) => one.id === wearer.id,
    );
    return [byOrder, budgets.budgets.find((one: Size) => one.id === role.id).total_spent];
  };
  const finalise = async (id: number, qty_approved: number) => {
    const path = `/api/admin/returns/${id}`;
    const { lines } = (await office.get(path)).body;
    const decided = [{ id: lines[0].id, qty_approved }];
    return office.put(path, { finalise: true, approver_comments: null, lines: decided });
  };
  const ofOrder = async (of: string) => (await admin.get(`/api/orders/${of}`)).body;
  return { ...base, database, office, role, uuid, line, exchange, choices, spent, finalise, ofOrder };
}

test('an exchange requests the return and orders the other size at once', async () => {
  const { exchange, large, medium, wearer, admin, site, office, ofOrder, database } = await setUp();
  const { status, body } = await exchange({ quantity: 2, customer_comments: 'Tight across the chest' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    return: {
      status: { name: 'new' },
      customer_comments: 'Tight across the chest',
      send_back: { until: '2026-12-18' },
      exchange_order: { uuid: body.order.uuid, order_number: body.order.order_number },
      lines: [{ product: { id: medium.id }, reason: { description: 'Too small' }, qty_requested: 2, exchange_product: { id: large.id } }],
      can: { decide: false, withdraw: true, mail_label: true },
    },
    order: {
      line: {
        employee: { id: wearer.id },
        product: { id: large.id },
        qty_requested: 2,
        unit_price: 1250,
        status: [{ state: 'in_stock', quantity: 2 }],
      },
    },
  });
  expect(await ofOrder(body.order.uuid)).toMatchObject({
    status: 'submitted',
    requester: { id: admin.id },
    client_po_reference: 'PO 77',
    customer_notes: `Exchange for return ${body.return.return_number}`,
    delivery_site: { id: site.id },
  });
  const events = await database.reader
    .select({ what: auditRows.what })
    .from(auditRows)
    .where(and(eq(auditRows.on_type, 'order'), eq(auditRows.on_id, Number(body.order.order_number))))
    .orderBy(auditRows.id);
  expect(events.map(({ what }) => what)).toEqual(['order.started', 'order.exchanges', 'order.submitted']);
  // The office reads of the exchange on the return, and cannot choose another size there.
  const view = (await office.get(`/api/admin/returns/${body.return.id}`)).body;
  expect(view.lines[0]).toMatchObject({ outcome: 'exchange', exchange_product: { id: large.id }, exchange_choices: [] });
});

test('too small offers the larger sizes, too big the smaller ones, faulty the same; each says when it can leave, and no number', async () => {
  const { choices, office, small, medium, large, line, wearer } = await setUp();
  await office.put(`/api/admin/products/${large.id}`, { field: 'qty_available', value: 3 });
  const read = await choices();
  expect(read).toMatchObject({
    status: 200,
    body: {
      line: { id: line, employee: { id: wearer.id }, sku: medium.sku, size: 'M' },
      qty_returnable: 3,
      refusal: null,
      sizes: {
        too_small: [{ id: large.id, size: 'L', availability: 'low', available_on: null }],
        too_big: [{ id: small.id, size: 'S', availability: 'in_stock', available_on: null }],
        faulty: [{ id: medium.id, size: 'M', availability: 'in_stock', available_on: null }],
      },
      fit: null,
      often_exchanged_for: null,
    },
  });
  expect(JSON.stringify(read.body)).not.toContain('qty_free');
  await office.put(`/api/admin/products/${large.id}`, { field: 'qty_available', value: 1 });
  expect((await choices(undefined, '?quantity=2')).body.sizes.too_small).toMatchObject([{ availability: 'no_date', available_on: null }]);
  expect((await choices(undefined, '?quantity=0')).status).toBe(422);
});

test('an exchange is refused for a size that is not offered, for more than was sent, and for a line of another order', async () => {
  const { exchange, small, medium, product, submitted, ofOrder, database, now } = await setUp();
  const other = (await ofOrder(await submitted())).lines[0].id;
  const refused = async (more: Record<string, unknown>) => (await exchange(more)).body.errors;
  expect(await refused({ product_id: small.id })).toEqual({ product_id: ['Choose one of the sizes that are offered.'] });
  expect(await refused({ product_id: (await product()).id })).toHaveProperty('product_id');
  expect(await refused({ reason: 'faulty' })).toHaveProperty('product_id');
  expect(await refused({ quantity: 4 })).toEqual({ quantity: ['Only 3 of this line can be returned.'] });
  expect(await refused({ order_line_id: other })).toEqual({ order_line_id: ['This line is not part of the order.'] });
  for (const bad of [{ quantity: 0 }, { quantity: 1.5 }, { reason: 'ugly' }, { product_id: -1 }, { order_line_id: 'x' }])
    expect((await exchange(bad)).status).toBe(422);
  await database.unitOfWork((db) => db.update(products).set({ discontinued_at: now() }).where(eq(products.id, medium.id)));
  expect(await refused({ reason: 'faulty', product_id: medium.id })).toHaveProperty('product_id');
});

test('a non-returnable product, and a garment with its wearer’s name, are refused before the sizes; only the office may exchange the latter', async () => {
  const { exchange, choices, office, parent, database, wearer } = await setUp({ decoration: 'Name: NAMED-BELOW' });
  expect((await choices()).body.refusal).toBeNull();
  await database.unitOfWork((db) => db.update(users).set({ forenames: 'Below', surname: 'Nemo' }).where(eq(users.id, wearer.id)));
  const named = 'It carries Below’s name, so it cannot be exchanged here. Only we can allow it.';
  expect((await choices()).body).toMatchObject({ refusal: named, sizes: { too_small: [], too_big: [], faulty: [] } });
  expect((await exchange()).body.errors).toEqual({ order_line_id: [named] });
  expect((await choices(office)).body.refusal).toBeNull();
  expect((await exchange({}, office)).status).toBe(201);
  await database.unitOfWork((db) => db.update(products).set({ is_non_returnable: true }).where(eq(products.id, parent.id)));
  for (const by of [undefined, office]) {
    expect((await choices(by)).body.refusal).toContain('cannot be returned, so it cannot be exchanged.');
    expect((await exchange({}, by)).status).toBe(422);
  }
});

test('a wearer exchanges their own line without prices, and the requester is notified; others get 404 or 403', async () => {
  const { exchange, choices, signIn, wearer, person, dress, signed, elsewhere, as, admin, database } = await setUp();
  const self = await signIn(wearer);
  const { status, body } = await exchange({}, self);
  expect(status).toBe(201);
  expect(body.order.line).toMatchObject({ unit_price: null, total: null });
  expect((await self.get(`/api/orders/${body.order.uuid}`)).body).toMatchObject({ sub_total: null, lines: [{ unit_price: null }] });
  const notices = await database.reader
    .select({ data: notifications.data })
    .from(notifications)
    .where(and(eq(notifications.user_id, admin.id), eq(notifications.topic, `exchange:${body.return.id}`)));
  expect(notices).toMatchObject([{ data: { url: `/orders/${body.order.uuid}` } }]);
  const colleague = await person('employee');
  await dress(colleague.id);
  for (const by of [await signIn(colleague), await signed('manager', { sites: [elsewhere.id] }), await as('client_admin')]) {
    expect((await exchange({}, by)).status).toBe(404);
    expect((await choices(by)).status).toBe(404);
  }
  expect((await exchange({}, await as('warehouse'))).status).toBe(403);
  expect((await choices(await as('warehouse'))).status).toBe(403);
});

test('an exchange for an archived wearer or to an archived site is refused', async () => {
  const { exchange, database, wearer, site, now } = await setUp();
  await database.unitOfWork((db) => db.update(sites).set({ deleted_at: now() }).where(eq(sites.id, site.id)));
  expect((await exchange()).body.errors.order_line_id[0]).toContain('is closed');
  await database.unitOfWork((db) => db.update(users).set({ deleted_at: now() }).where(eq(users.id, wearer.id)));
  expect((await exchange()).body.errors.order_line_id[0]).toContain('is archived');
});

test('the same exchange sent twice with one key is made once; two at the same time of the same item make one', async () => {
  const { exchange, key, signIn, wearer, admin, database, uuid } = await setUp({ quantity: 1 });
  const self = await signIn(wearer);
  const once = key();
  const answers = await Promise.all([exchange({}, admin, once), exchange({}, self, key()), exchange({}, admin, once), exchange({}, self, key())]);
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body }) => body.return.id)).size).toBe(1);
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.errors]).toEqual([422, { order_line_id: ['All of it is in a return already.'] }]);
  const [first] = made;
  const [order] = await database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
  expect(
    await database.reader
      .select({ id: returns.id })
      .from(returns)
      .where(eq(returns.order_id, order?.id ?? 0)),
  ).toEqual([{ id: first?.body.return.id }]);
});

test('law: a budget is the same before an exchange, after it, and after its return is approved, also in another period', async () => {
  for (const ordered of [undefined, '2025-11-20T09:00:00.000Z']) {
    const { exchange, spent, finalise, office } = await setUp(ordered ? { ordered } : {});
    const before = await spent();
    expect(before).toEqual(ordered ? [0, 0] : [3750, 3750]);
    const { body } = await exchange({ quantity: 2 });
    expect(await spent()).toEqual(before);
    await ship(office, body.order.uuid);
    expect(await spent()).toEqual(before);
    expect((await finalise(body.return.id, 2)).status).toBe(200);
    expect(await spent()).toEqual(before);
  }
});

test('law: items that are not approved, or that never come back, are charged, because the wearer keeps both', async () => {
  const { exchange, spent, finalise, database } = await setUp();
  const [before] = await spent();
  const { body } = await exchange({ quantity: 2 });
  await finalise(body.return.id, 1);
  expect(await spent()).toEqual([before + 1250, before + 1250]);
  const emails = await database.reader.select().from(outbox).where(eq(outbox.kind, 'return_decided'));
  const email = emails.find(({ subject }) => subject.includes(body.return.return_number));
  expect(email?.text).toContain('The item that we do not accept is charged.');
  const second = await exchange({ quantity: 1 });
  await finalise(second.body.return.id, 0);
  expect(await spent()).toEqual([before + 2500, before + 2500]);
});

test('law: if the exchange order is cancelled, an approved return is credited as any other, whichever comes first', async () => {
  const { exchange, spent, finalise, admin, office } = await setUp();
  const [before] = await spent();
  const first = (await exchange()).body;
  expect((await admin.post(`/api/orders/${first.order.uuid}/cancel`)).status).toBe(200);
  expect(await spent()).toEqual([before, before]);
  await finalise(first.return.id, 1);
  expect(await spent()).toEqual([before - 1250, before - 1250]);
  const second = (await exchange()).body;
  await finalise(second.return.id, 1);
  expect(await spent()).toEqual([before - 1250, before - 1250]);
  expect((await office.delete(`/api/admin/orders/${second.order.uuid}`)).status).toBe(200);
  expect(await spent()).toEqual([before - 2500, before - 2500]);
});

test('the office that deletes or reduces the line of an exchange leaves a plain return', async () => {
  const { exchange, spent, finalise, office, ofOrder } = await setUp();
  const [before] = await spent();
  const { body } = await exchange({ quantity: 2 });
  const [{ id }] = (await ofOrder(body.order.uuid)).lines;
  expect((await office.put(`/api/admin/order-lines/${id}`, { qty_requested: 1 })).status).toBe(200);
  await finalise(body.return.id, 2);
  expect(await spent()).toEqual([before - 1250, before - 1250]);
});

test('law: a budget is the same if another product replaces what has not shipped of an exchange', async () => {
  for (const quantity of [3, 5]) {
    const { exchange, spent, office, ofOrder, large, small, finalise } = await setUp();
    const { body } = await exchange({ quantity: 3 });
    const [line] = (await ofOrder(body.order.uuid)).lines;
    // The client wants more than the exchange: these items are charged.
    if (quantity > 3) expect((await office.put(`/api/admin/order-lines/${line.id}`, { qty_requested: quantity })).status).toBe(200);
    const [before] = await spent();
    await office.put(`/api/admin/products/${large.id}`, { field: 'qty_available', value: 2 });
    await ship(office, body.order.uuid);
    const replaced = await office.post(`/api/admin/order-lines/${line.id}/substitute`, { mode: 'replace', product_id: small.id });
    expect(replaced).toMatchObject({ status: 200, body: { items: [{ is_split: true, unit_price: 1250 }], budgets: [] } });
    expect(await spent()).toEqual([before, before]);
    expect((await finalise(body.return.id, 3)).status).toBe(200);
    expect(await spent()).toEqual([before, before]);
    expect((await office.get(`/api/orders/${body.order.uuid}`)).body.lines).toMatchObject([
      { product_id: large.id, qty_requested: 2, is_exchange: true },
      { product_id: small.id, qty_requested: quantity - 2, is_exchange: true },
    ]);
  }
});

test('finalising the return of an exchange makes no second order, and its size cannot be changed there', async () => {
  const { exchange, office, finalise, small, database } = await setUp();
  const { body } = await exchange();
  const path = `/api/admin/returns/${body.return.id}`;
  const [line] = (await office.get(path)).body.lines;
  const other = await office.put(`${path}/lines/${line.id}`, { qty_approved: 1, outcome: 'exchange', exchange_product_id: small.id });
  expect(other.body.errors).toEqual({ exchange_product_id: ['The exchange is on order already. Change the size in that order.'] });
  expect((await office.put(`${path}/lines/${line.id}`, { qty_approved: 1, outcome: 'write_off' })).body).toMatchObject({
    outcome: 'exchange',
    came_back: 'write_off',
    exchange_product: { id: body.order.line.product_id },
  });
  const count = async () => (await database.reader.select({ id: orders.id }).from(orders)).length;
  const before = await count();
  expect((await finalise(body.return.id, 1)).body).toMatchObject({ status: { name: 'approved' }, exchange_order: { uuid: body.order.uuid } });
  expect(await count()).toBe(before);
});

test('undo withdraws the return and its exchange until the exchange is on the floor or the return has arrived', async () => {
  const { exchange, spent, admin, office, ofOrder, choices, as, signIn, person, dress, uuid, signed, elsewhere } = await setUp();
  const before = await spent();
  const withdraw = (id: number, by: Caller = admin) => by.post(`/api/returns/${id}/withdraw`);
  const first = (await exchange()).body;
  const colleague = await person('employee');
  await dress(colleague.id);
  for (const by of [await signIn(colleague), await signed('manager', { sites: [elsewhere.id] }), await as('client_admin')])
    expect((await withdraw(first.return.id, by)).status).toBe(404);
  expect((await withdraw(first.return.id, await as('warehouse'))).status).toBe(403);
  await office.post(`/api/admin/orders/${first.order.uuid}/allocate-all`);
  expect(await withdraw(first.return.id)).toMatchObject({ status: 200, body: { id: first.return.id, withdrawn: true } });
  expect((await withdraw(first.return.id)).status).toBe(404);
  expect(await ofOrder(first.order.uuid)).toMatchObject({ status: 'cancelled', lines: [{ qty_allocated: 0 }] });
  expect((await choices()).body.qty_returnable).toBe(3);
  expect(await spent()).toEqual(before);
  const history = (await office.get(`/api/admin/audit?order=${uuid}`)).body;
  expect(JSON.stringify(history)).toContain('order.return_withdrawn');

  const second = (await exchange()).body;
  await office.post(`/api/admin/orders/${second.order.uuid}/allocate-all`);
  await office.post(`/api/admin/orders/${second.order.uuid}/allocate`);
  expect((await admin.get(`/api/returns/${second.return.id}`)).body.can.withdraw).toBe(false);
  expect((await withdraw(second.return.id)).body.code).toBe('exchange_on_floor');

  const third = (await exchange()).body;
  const { lines } = (await office.get(`/api/admin/returns/${third.return.id}`)).body;
  await office.put(`/api/admin/returns/${third.return.id}/lines/${lines[0].id}`, { qty_approved: 1 });
  expect((await withdraw(third.return.id)).body.code).toBe('return_received');
});

test('a withdrawal and a release of the exchange at the same time: exactly one happens', async () => {
  const { exchange, admin, office, ofOrder } = await setUp();
  for (let n = 0; n < 3; n++) {
    const { body } = await exchange();
    await office.post(`/api/admin/orders/${body.order.uuid}/allocate-all`);
    const [withdrawn, released] = await Promise.all([
      admin.post(`/api/returns/${body.return.id}/withdraw`),
      office.post(`/api/admin/orders/${body.order.uuid}/allocate`),
    ]);
    expect([withdrawn.status < 300, released.status < 300].filter(Boolean)).toHaveLength(1);
    expect((await ofOrder(body.order.uuid)).status === 'cancelled').toBe(withdrawn.status === 200);
  }
});

test('the label goes to the wearer by email with its PDF, three times a day at most, and not once it is withdrawn', async () => {
  const { exchange, admin, database, wearer, as } = await setUp();
  const { body } = await exchange();
  const send = (by: Caller = admin) => by.post(`/api/returns/${body.return.id}/mail-label`);
  expect((await send(await as('client_admin'))).status).toBe(404);
  expect((await send(await as('warehouse'))).status).toBe(403);
  expect(await send()).toMatchObject({ status: 200, body: { to: wearer.email } });
  const [mail] = await database.reader
    .select()
    .from(outbox)
    .where(eq(outbox.topic, `return-label:${body.return.id}`));
  expect(mail).toMatchObject({ kind: 'return_label', to: wearer.email, attachment: { until: '2026-12-18' } });
  expect(mail?.text).toContain(`R-${body.return.return_number}`);
  expect(mail?.text).toContain('size L is sent instead');
  if (!mail?.attachment) throw new Error('no attachment');
  const pdf = await drawAttachment(database.reader, mail.attachment);
  expect(Buffer.from(pdf.slice(0, 5)).toString()).toBe('%PDF-');
  await send();
  await send();
  expect((await send()).body.code).toBe('label_mailed');
  await admin.post(`/api/returns/${body.return.id}/withdraw`);
  const [after] = await database.reader.select({ expires_at: outbox.expires_at }).from(outbox).where(eq(outbox.id, mail.id));
  expect(after?.expires_at).toBe('2026-11-20T09:00:00.000Z');
});

test('a size that others often exchanged for one other size says so, with nothing else about them', async () => {
  const { exchange, choices } = await setUp({ quantity: 20 });
  await exchange({ quantity: 3 });
  expect((await choices()).body.often_exchanged_for).toBeNull();
  await exchange({ quantity: 1 });
  expect((await choices()).body.often_exchanged_for).toBe('L');
  // Another client's style is another style, however often this one was exchanged.
  expect((await (await setUp({ quantity: 20 })).choices()).body.often_exchanged_for).toBeNull();
});

test('whoever chooses a size reads what others exchanged, also on the size link, without numbers and only of styles in their sets', async () => {
  const base = await setUp({ quantity: 20 });
  const { exchange, admin, parent, medium, small, client, wearer, draft, order, submit, anyone, database, account, user, signIn, as } = base;
  const read = async (by: Caller = admin, styles = `${parent.id}`) => (await by.get(`/api/size-swaps?styles=${styles}`)).body.items;
  await exchange({ quantity: 3 });
  expect(await read()).toEqual([]);
  await exchange({ quantity: 1 });
  const swaps = [{ style_id: parent.id, size: 'M', other: 'L' }];
  expect(await read()).toEqual(swaps);
  // Two other styles, of which nothing was exchanged, are read at once.
  const others = [await base.style(['S', 'M']), await base.style(['S', 'M'])];
  await base.clothingSet(client.id, { products: others.map((one) => ({ product_id: one.parent.id })), wearers: [wearer.id] });
  expect(await read(admin, [...others.map((one) => one.parent.id), parent.id, medium.id, small.id].join(','))).toEqual(swaps);
  expect(await read(await signIn({ id: wearer.id, role: 'employee' }))).toEqual(swaps);

  const stranger = await signIn({
    id: (await user('client_admin', { account_id: (await account({ name: 'Elsewhere' })).id })).id,
    role: 'client_admin',
  });
  expect(await read(stranger)).toEqual([]);
  expect((await (await as('warehouse')).get(`/api/size-swaps?styles=${parent.id}`)).status).toBe(403);
  expect((await admin.get('/api/size-swaps?styles=M')).status).toBe(422);

  const unsized = await draft();
  await order(unsized, parent.id, 1, admin, wearer.id, { is_size_selected: false });
  await submit(unsized, { confirm_missing_sizes: true });
  const [mail] = await database.reader.select({ text: outbox.text }).from(outbox).where(eq(outbox.kind, 'size_request'));
  const token = /\/sizes\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  expect((await anyone.get(`/api/sizes/${token}`)).body.lines).toMatchObject([{ product_id: parent.id, swaps }]);
});

test('a style that others exchanged often says so', async () => {
  const { exchange, choices } = await setUp({ quantity: 20 });
  await exchange({ quantity: 4 });
  expect((await choices()).body.fit).toBeNull();
  await exchange({ quantity: 1 });
  expect((await choices()).body.fit).toBe('small');
});

test('the budget beside an order has back what was returned of the order itself', async () => {
  const { admin, office, uuid, line, role, finalise, database } = await setUp();
  const charged = async (): Promise<number> =>
    (await office.get(`/api/orders/${uuid}/budgets`)).body.items.find((one: Size) => one.id === role.id).this_order;
  expect(await charged()).toBe(3 * 1250);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Unwanted' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const { body } = await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line, qty_to_return: 2, return_reason: reason.id }] });
  expect(await charged()).toBe(3 * 1250);
  expect((await finalise(body.id, 2)).status).toBe(200);
  expect(await charged()).toBe(1250);
});
