import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, dispatches, errorCodes, returnReasons, stockChecks, stockLevels } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { ship } from '../returns/shipped.ts';
import { clientFixture } from './fixture.ts';

async function officeFixture() {
  const fixture = await clientFixture();
  return { ...fixture, office: await fixture.as('super') };
}

describe('the office', () => {
  test('sees the dispatches of an order with their tracking, the short picks with their reasons, and the returns', async () => {
    const { submitted, office, admin, medium, database, as } = await officeFixture();
    const picker = await as('warehouse');
    await database.unitOfWork(async (db) => {
      await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 });
      await db.insert(errorCodes).values({ code: 'LOST', description: 'Not where it should be', requires_input: true }).onConflictDoNothing();
      await db.insert(returnReasons).values({ description: 'Too long' }).onConflictDoNothing();
    });
    const uuid = await submitted(3);
    const path = `/api/admin/orders/${uuid}/fulfilment`;
    expect((await office.get(path)).body).toEqual({ dispatches: [], shorts: [], returns: [] });
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    await office.post(`/api/admin/orders/${uuid}/allocate`);
    const pick = (await picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' })).body;
    // A line counts as short only once its pick is completed.
    expect((await office.get(path)).body.shorts).toEqual([]);
    await picker.put(`/api/admin/picking/lines/${pick.lines[0].id}`, { qty_picked: 2, code: 'LOST', other_reason: 'Shelf was empty' });
    expect((await picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`)).status).toBe(200);
    const parcel = { uuid, service_key: '220', total_weight: 5, total_items: 1 };
    const [{ id }] = (await picker.post('/api/admin/shipping/orders/dispatch', { orders: [parcel], consolidated: false })).body.items;
    expect((await office.get(path)).body).toMatchObject({
      dispatches: [{ id, dispatched_at: null, tracking_number: null, qty_items: 2, total_items: 1 }],
      shorts: [
        {
          sku: medium.sku,
          qty_allocated: 3,
          qty_picked: 2,
          reason: 'Not where it should be',
          other_reason: 'Shelf was empty',
          picker: pick.picker.name,
        },
      ],
    });
    await picker.put(`/api/admin/shipping/orders/dispatches/${id}`, { tracking_number: 'TRK-77', consignment_number: 'CON-77' });
    const line = (await admin.get(`/api/orders/${uuid}`)).body.lines[0].id;
    const [reason] = (await admin.get('/api/return-reasons')).body.items;
    const back = await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line, qty_to_return: 1, return_reason: reason.id }] });
    expect(back.status).toBe(201);
    const { body } = await office.get(path);
    expect(body).toMatchObject({
      dispatches: [
        { id, tracking_number: 'TRK-77', consignment_number: 'CON-77', delivery_note_url: `/orders/${uuid}/dispatch/${id}/delivery-note` },
      ],
      shorts: [{ qty_picked: 2 }],
      returns: [{ id: back.body.id, return_number: back.body.return_number, status: { name: 'new' }, qty_requested: 1, qty_approved: 0 }],
    });
    expect(body.dispatches[0].dispatched_at).not.toBeNull();
    const elsewhere = await submitted();
    expect((await office.get(`/api/admin/orders/${elsewhere}/fulfilment`)).body).toEqual({ dispatches: [], shorts: [], returns: [] });
    const { dispatched_at } = body.dispatches[0];
    const become = (state: 'void' | 'shipped') =>
      database.unitOfWork(
        async (db) =>
          await db
            .update(dispatches)
            .set({ state, dispatched_at: state === 'void' ? null : dispatched_at })
            .where(eq(dispatches.id, id)),
      );
    await become('void');
    expect((await office.get(path)).body.dispatches).toEqual([]);
    await become('shipped');
    expect((await picker.get(path)).status).toBe(403);

    // The audit shows the names of people, garments and dispatches instead of ids.
    const { items } = (await office.get('/api/admin/audit?per_page=100')).body;
    const row = (what: string) => items.find((one: { what: string }) => one.what === what);
    const pickEvent = row('pick.recorded');
    expect(pickEvent.on).toMatchObject({ type: 'order', name: pick.order_number });
    expect(pickEvent.names.pick_line[pickEvent.after.pick_line_id]).toBe(pick.lines[0].product_name);
    expect(row('order.started').names.user).toEqual({ [row('order.started').after.employees[0]]: expect.stringMatching(/\w+ \w+/) });
    expect(row('pick.started').names.pick).toEqual({ [row('pick.started').after.pick_id]: `order ${pick.order_number}` });
    expect(row('dispatch.tracked').on.name).toMatch(/^D-\d{5}$/);
    expect(row('return.created').names.order_line[line]).toContain(pick.lines[0].product_name);
  });

  test('changes the head of a submitted order if the version is current; a client cannot change it', async () => {
    const { submitted, office, admin, elsewhere, newSite, account, user, as } = await officeFixture();
    const uuid = await submitted();
    const path = `/api/admin/orders/${uuid}/update`;
    const { version } = (await office.get(`/api/orders/${uuid}`)).body;
    expect(
      await office.put(path, { client_po_reference: 'PO 9', is_sample: true, skip_invoicing: true, delivery_site_id: elsewhere.id, version }),
    ).toMatchObject({
      status: 200,
      body: { client_po_reference: 'PO 9', is_sample: true, skip_invoicing: true, delivery_site: { id: elsewhere.id }, version: version + 1 },
    });
    expect(await office.put(path, { cost_code: 'late', version })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { client_po_reference: 'PO 9' } },
    });
    const rest = {
      delivery_address: { address_line_1: '9 Mill Lane', address_line_3: 'West Yorkshire', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
      contact_name: 'Ida Frost',
      contact_email: 'ida@example.test',
      contact_phone: '0113 496 0000',
      cost_code: 'CC 9',
      customer_notes: 'Ring first',
      skip_dispatch: true,
    };
    expect((await office.put(path, rest)).body).toMatchObject({ ...rest, client_po_reference: 'PO 9' });
    const stranger = await newSite((await account()).id);
    expect((await office.put(path, { delivery_site_id: stranger.id })).status).toBe(422);
    expect((await office.put(path, { requester_id: (await user('client_admin')).id })).status).toBe(422);
    expect((await office.put(path, { requester_id: admin.id })).body.requester.id).toBe(admin.id);
    for (const by of [admin, await as('warehouse'), await as('embroiderer')])
      expect((await by.put(path, { cost_code: 'x' })).status).toBeOneOf([403, 404]);
    await admin.post(`/api/orders/${uuid}/cancel`);
    expect(await office.put(path, { cost_code: 'x' })).toMatchObject({ status: 409, body: { code: 'order_cancelled' } });
  });

  test('reads every field of an order and its lines, the quantities picked so far, and whether everything has shipped', async () => {
    const { submitted, office, medium, database } = await officeFixture();
    await database.unitOfWork(async (db) => {
      await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 });
      await db.insert(errorCodes).values({ code: 'GONE', description: 'Not there' }).onConflictDoNothing();
    });
    const uuid = await submitted(3);
    const path = `/api/admin/picking/orders/${uuid}`;
    const read = async () =>
      (await office.get(`/api/orders/${uuid}?include=lines,lines.product,lines.product.parent,employees,requester,creator`)).body;
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    await office.post(`/api/admin/orders/${uuid}/allocate`);
    const [pickLine] = (await office.put(path, { action: 'start' })).body.lines;
    await office.put(`/api/admin/picking/lines/${pickLine.id}`, { qty_picked: 2, code: 'GONE' });
    const order = await read();
    expect(order).toMatchObject({ is_fully_shipped: false, lines: [{ qty_requested: 3, qty_allocated: 3, qty_picked: 2, qty_shipped: 0 }] });
    for (const field of [
      ...['uuid', 'id', 'order_number', 'submitted_at', 'printed_at', 'client_po_reference', 'cost_code', 'customer_notes', 'sub_total', 'vat'],
      ...['is_frozen', 'is_fully_shipped', 'is_pickable', 'is_sample', 'skip_dispatch', 'skip_invoicing', 'qty_total_items', 'qty_items_allocated'],
      ...['delivery_site', 'delivery_address', 'account', 'creator', 'requester', 'employees', 'lines', 'progress_summary'],
    ])
      expect(order).toHaveProperty(field);
    expect(order.requester).toMatchObject({ name: expect.any(String) });
    expect(order.requester).toHaveProperty('contact_phone');
    for (const field of [
      ...['id', 'employee', 'employee_role', 'product', 'picked_product', 'product_id', 'product_name', 'qty_requested', 'qty_allocated'],
      ...['qty_shipped', 'qty_picked', 'remaining_to_ship', 'unit_price', 'is_manually_priced', 'sub_total', 'vat', 'notes', 'decoration'],
      ...['is_size_selected', 'is_fully_shipped'],
    ])
      expect(order.lines[0]).toHaveProperty(field);

    // A short line keeps the order open. `qty_picked` counts the items of the open pick, and is 0 once the pick has shipped.
    await office.put(`/api/admin/orders/${uuid}/update`, { skip_dispatch: true });
    await office.post(`${path}/move-to-prep`);
    expect(await read()).toMatchObject({ status: 'part_shipped', is_fully_shipped: false, lines: [{ qty_picked: 0, qty_shipped: 2 }] });
    await database.unitOfWork(async (db) => void (await db.delete(stockChecks)));
    await ship(office, uuid);
    expect(await read()).toMatchObject({ is_fully_shipped: true, lines: [{ qty_picked: 0, qty_shipped: 3, is_fully_shipped: true }] });
    const { items } = (await office.get(`/api/admin/orders?search=${order.order_number}&include=lines`)).body;
    expect(items.find((item: { uuid: string }) => item.uuid === uuid)).toMatchObject({ is_fully_shipped: true, lines: [{ qty_picked: 0 }] });
  });

  test('can submit, hold and unallocate a client’s order by a PUT on the order, with a different field for each action', async () => {
    const { office, admin, client, wearer, medium, details, database } = await officeFixture();
    await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 }));
    const { uuid } = (await office.post('/api/admin/orders', { account_id: client.id, employees: [wearer.id] })).body;
    await office.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 2 }] });
    const path = `/api/admin/orders/${uuid}`;
    for (const submit of ['x', -1, 1, null]) expect((await office.put(path, { ...details, submit })).status).toBe(422);
    expect((await office.put(path, { ...details, submit: false })).body).toMatchObject({ submitted_at: null });
    expect((await office.put(path, { ...details, submit: true })).body).toMatchObject({ status: 'submitted', can: { allocate: true, hold: true } });
    await office.post(`${path}/allocate-all`);
    expect((await office.put(path, { unallocate: true })).body).toMatchObject({ status: 'submitted', qty_items_allocated: 0 });
    expect((await office.put(path, { is_frozen: true })).status).toBe(422);
    expect((await office.put(path, { is_frozen: true, frozen_reason: 'Credit stop' })).body).toMatchObject({
      is_frozen: true,
      frozen_reason: 'Credit stop',
      can: { allocate: false },
    });
    expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({ is_frozen: true, frozen_reason: null });
    expect(await admin.post(`/api/orders/${uuid}/cancel`)).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
    expect((await office.put(path, { is_frozen: false })).body).toMatchObject({ is_frozen: false });
    expect((await office.put(path, { cost_code: 'CC' })).body.cost_code).toBe('CC');
    for (const body of [{ unallocate: true }, { is_frozen: false }, { submit: true }, { cost_code: 'x' }])
      expect((await admin.put(path, body)).status).toBe(403);
  });

  test('can send a whole order: the head is stored, a changed `is_frozen` sets or lifts the hold, and `submit: true` submits the order', async () => {
    const { office, client, wearer, medium, details } = await officeFixture();
    const { uuid } = (await office.post('/api/admin/orders', { account_id: client.id, employees: [wearer.id] })).body;
    await office.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 2 }] });
    const path = `/api/admin/orders/${uuid}`;
    const whole = async () => (await office.get(`/api/orders/${uuid}`)).body;

    const changed = await office.put(path, { ...(await whole()), client_po_reference: 'PO 1' });
    expect(changed).toMatchObject({ status: 200, body: { client_po_reference: 'PO 1', status: 'draft', is_frozen: false } });
    expect((await office.put(path, { ...(await whole()), ...details, submit: true })).body).toMatchObject({ status: 'submitted' });

    const holdInput = { is_frozen: true, frozen_reason: 'Credit stop', client_po_reference: 'PO 2' };
    expect(await office.put(path, { ...(await whole()), ...holdInput })).toMatchObject({ status: 200, body: holdInput });
    const { version } = await whole();
    expect((await office.put(path, { ...(await whole()), cost_code: 'CC' })).body).toMatchObject({
      ...holdInput,
      cost_code: 'CC',
      version: version + 1,
    });
    expect((await office.put(path, { is_frozen: true, frozen_reason: 'Paid in part' })).body.frozen_reason).toBe('Paid in part');
    expect(await office.put(path, { ...(await whole()), is_frozen: false, version })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect((await office.put(path, { ...(await whole()), is_frozen: false })).body).toMatchObject({ is_frozen: false, frozen_reason: null });
    for (const body of [{ is_frozen: 'yes' }, { is_frozen: null }]) expect((await office.put(path, body)).status).toBe(422);
    const before = await whole();
    const hold = { is_frozen: true, frozen_reason: 'Credit stop' };
    const twice = await Promise.all([office.put(path, hold), office.put(path, hold)]);
    expect(twice.map(({ status, body }) => [status, body.version])).toEqual([
      [200, before.version + 1],
      [200, before.version + 1],
    ]);
    const many = await office.post('/api/admin/orders/actions', { action: 'hold', frozen_reason: 'Credit stop', orders: [uuid] });
    expect(many.body.items).toMatchObject([{ is_done: true }]);
    expect((await whole()).version, 'a hold that is said again changes nothing').toBe(before.version + 1);
    expect(await office.put(path, {})).toMatchObject({ status: 200, body: { version: before.version + 1 } });
  });

  test('can add, price and replace lines with any product and for any wearer of the account', async () => {
    const { submitted, office, admin, product, person, user, medium, as, parent } = await officeFixture();
    const uuid = await submitted();
    const extra = await product({ price: 777 });
    const second = await person('employee');
    const add = (body: Record<string, unknown>) => office.post(`/api/admin/orders/${uuid}/lines`, body);
    const response = await add({ employee_id: second.id, product_id: extra.id, quantity: 2 });
    expect(response).toMatchObject({ status: 201, body: { unit_price: 777, is_manually_priced: false, sub_total: 1554, cost: 600 } });
    expect((await office.get(`/api/orders/${uuid}`)).body.employees).toHaveLength(2);
    const path = `/api/admin/order-lines/${response.body.id}`;
    expect((await office.put(path, { unit_price: 500 })).body).toMatchObject({ unit_price: 500, is_manually_priced: true });
    expect((await office.put(path, { product_id: medium.id })).body).toMatchObject({ product_id: medium.id, unit_price: 500 });
    expect((await office.put(path, { unit_price: null })).body).toMatchObject({ unit_price: 1000, is_manually_priced: false });
    expect((await office.put(path, { product_id: parent.id })).body).toMatchObject({ is_size_selected: false, unit_price: 1000 });
    expect((await office.put(path, { decoration: 'Logo, left chest' })).body).toMatchObject({
      decoration: 'Logo, left chest',
      product_id: parent.id,
    });
    expect((await office.put(path, { decoration: 'x'.repeat(201) })).body.errors).toHaveProperty('decoration');
    expect((await office.get(path)).body).toMatchObject({ product_id: parent.id, decoration: 'Logo, left chest' });
    expect((await (await as('warehouse')).get(path)).body).toMatchObject({ unit_price: null, cost: null });
    expect((await add({ employee_id: (await user('employee')).id, product_id: extra.id })).status).toBe(422);
    expect((await add({ employee_id: second.id, product_id: 999_999 })).status).toBe(422);
    expect((await add({})).status).toBe(422);
    for (const answer of [
      await admin.post(`/api/admin/orders/${uuid}/lines`, { employee_id: second.id, product_id: extra.id }),
      await admin.get(path),
      await admin.put(path, { unit_price: 1 }),
      await admin.delete(`/api/admin/orders/${uuid}`),
      await (await as('warehouse')).put(path, { unit_price: 1 }),
    ])
      expect(answer.status).toBe(403);
    expect((await office.get('/api/admin/order-lines/999999')).status).toBe(404);
  });

  test('cannot add to an order once everything has shipped: only notes and prices can change', async () => {
    const { submitted, office, medium, small, wearer, person, database } = await officeFixture();
    await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 }));
    const uuid = await submitted(3);
    await ship(office, uuid);
    const { lines, can } = (await office.get(`/api/orders/${uuid}`)).body;
    expect(can).toMatchObject({ edit_lines: true, order_more: false });
    const path = `/api/admin/order-lines/${lines[0].id}`;
    const refusal = { status: 409, body: { code: 'order_shipped', message: expect.stringContaining('Start another order') } };
    const second = await person('employee');
    for (const request of [
      office.put(path, { qty_requested: 5 }),
      office.put(path, { product_id: small.id }),
      office.put(path, { employee_id: second.id }),
      office.put(`/api/orders/${uuid}/lines/${lines[0].id}`, { qty_requested: 5 }),
      office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id: medium.id, quantity: 1 }),
      office.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: medium.id, quantity: 1 }] }),
      office.post(`/api/orders/${uuid}/employees`, { employees: [second.id] }),
    ])
      expect(await request).toMatchObject(refusal);
    expect((await office.put(path, { qty_requested: 3, notes: 'Sent late', unit_price: 900 })).body).toMatchObject({
      notes: 'Sent late',
      unit_price: 900,
    });
    expect((await office.get(`/api/orders/${uuid}`)).body).toMatchObject({ status: 'shipped', sub_total: 2700 });
  });

  test('cannot delete allocated lines or replace their product; during a pick, only notes and the head can change', async () => {
    const { submitted, office, medium, small, admin, database } = await officeFixture();
    await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 5 }));
    const uuid = await submitted(3);
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    const [line] = (await office.get(`/api/orders/${uuid}`)).body.lines;
    expect(line).toMatchObject({ qty_allocated: 3, product: { stock: { qty_available: 5, qty_allocated: 3, qty_free: 2 } } });
    const path = `/api/admin/order-lines/${line.id}`;
    expect(await office.delete(`/api/orders/${uuid}/lines/${line.id}`)).toMatchObject({ status: 409, body: { code: 'line_allocated' } });
    expect(await office.put(path, { product_id: small.id })).toMatchObject({ status: 409, body: { code: 'line_allocated' } });
    expect((await office.put(path, { qty_requested: 2 })).status).toBe(422);
    await office.post(`/api/admin/orders/${uuid}/allocate`);
    // Notes and the head can be changed during a pick. If a whole line is sent, only the fields that differ count.
    const clientPath = `/api/orders/${uuid}/lines/${line.id}`;
    const refusal = { status: 409, body: { code: 'pick_open' } };
    const changes = [{ qty_requested: 4 }, { product_id: small.id }, { decoration: 'Logo on the left chest' }, { notes: 'x', decoration: 'Logo' }];
    for (const change of changes) for (const to of [path, clientPath]) expect(await office.put(to, change)).toMatchObject(refusal);
    for (const unit_price of [1, null, line.unit_price]) expect(await office.put(path, { unit_price })).toMatchObject(refusal);
    expect((await office.put(path, { notes: 'Fold it' })).body).toMatchObject({ notes: 'Fold it', qty_allocated: 3 });
    const whole = { notes: 'Roll it', qty_requested: line.qty_requested, product_id: medium.id, decoration: line.decoration };
    expect((await office.put(clientPath, whole)).body).toMatchObject({ notes: 'Roll it' });
    expect((await office.put(`/api/orders/${uuid}`, { customer_notes: 'Ring first' })).body).toMatchObject({ customer_notes: 'Ring first' });
    expect((await office.put(`/api/admin/orders/${uuid}`, { cost_code: 'CC-9' })).body).toMatchObject({ cost_code: 'CC-9', status: 'allocated' });
    expect((await admin.put(clientPath, { notes: 'Mine' })).status).toBe(409);
    expect((await admin.get(`/api/orders/${uuid}`)).body.can).toMatchObject({ edit_lines: false, cancel: true, allocate: false });
    await office.put(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
    expect(await office.delete(`/api/admin/orders/${uuid}`)).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
    await office.put(`/api/admin/orders/${uuid}`, { is_frozen: false });
    expect((await office.delete(`/api/admin/orders/${uuid}`)).body).toEqual({ uuid, deleted: true });
    const about = (await database.snapshot(verifyStock)).discrepancies.filter(({ thing }) => thing === uuid);
    expect(about, 'the status of a deleted order is what its facts say').toEqual([]);
    const levels = await database.reader.select().from(stockLevels);
    expect(levels.find(({ product_id }) => product_id === medium.id)).toMatchObject({ qty_available: 5, qty_allocated: 0 });
  });
});

describe('office changes that raise a price after submission', () => {
  async function charged(values: Record<string, unknown> = {}) {
    const fixture = await officeFixture();
    const { client, wearer, employeeRole, submitted, office } = fixture;
    const role = (more: Record<string, unknown> = {}) =>
      employeeRole({
        account_id: client.id,
        name: 'Driver',
        holders: [wearer.id],
        is_budgeted: true,
        budget_value: 3000,
        budget_start_date: '2026-01-01',
        budget_duration: 12,
        ...values,
        ...more,
      });
    await role();
    const uuid = await submitted(2);
    const line = (await office.get(`/api/orders/${uuid}`)).body.lines[0];
    const change = (body: object) => office.put(`/api/admin/order-lines/${line.id}`, body);
    const budgets = async () => (await office.get(`/api/orders/${uuid}/budgets`)).body.items;
    return { ...fixture, role, uuid, line, change, budgets };
  }
  const refusal = (field: string, ...sums: RegExp[]) => ({
    status: 422,
    body: { errors: { [field]: ['Placing this order will go over budget', ...sums.map((sum) => expect.stringMatching(sum))] } },
  });

  test('are all refused if they exceed the wearer’s budget; changes that do not raise the price are not checked', async () => {
    const { change, line, uuid, office, wearer, product, medium, role, budgets, submitted } = await charged();
    const over = refusal('budget', /budget £30\.00, spent £0\.00, this order £37\.50, over by £7\.50/);
    expect(await change({ qty_requested: 3 })).toMatchObject(over);
    expect(await change({ qty_requested: 3, force_over_budget_order: true })).toMatchObject(over);
    expect(await office.put(`/api/orders/${uuid}/lines/${line.id}`, { qty_requested: 3 })).toMatchObject(over);
    const more = { product_id: medium.id, quantity: 1 };
    expect(await office.post(`/api/admin/orders/${uuid}/lines`, { ...more, employee_id: wearer.id })).toMatchObject(over);
    expect(await office.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [more] })).toMatchObject(over);
    expect(await change({ unit_price: 1501 })).toMatchObject(refusal('budget', /over by £0\.02/));
    const dear = await product({ price: 1600 });
    expect(await change({ product_id: dear.id })).toMatchObject(refusal('budget', /over by £2\.00/));
    const tight = await role({ name: 'Loader', budget_value: 2400 });
    expect(await change({ budget: tight.id })).toMatchObject(refusal('budget', /Loader: budget £24\.00.*over by £1\.00/));
    expect(await budgets()).toMatchObject([{ this_order: 2500 }, { this_order: 0 }]);

    expect((await change({ unit_price: 1500 })).body).toMatchObject({ sub_total: 3000 });
    expect((await change({ notes: 'x' })).status).toBe(200);
    const second = await submitted(1).catch(String);
    expect(second, 'nothing is left of it').toContain('over budget');
    expect((await change({ qty_requested: 1, unit_price: 1600 })).body).toMatchObject({ sub_total: 1600 });
  });

  test('can exceed the budget by force if the budget permits this, and the budget’s watchers are alerted; samples are not charged', async () => {
    const { change, uuid, office, budgets, database, order, admin, draft, submit, medium } = await charged({
      is_budget_forceable: true,
      budget_forced_alert_email: 'watch@example.test',
    });
    const head = (body: object) => office.put(`/api/admin/orders/${uuid}/update`, body);
    expect(await change({ qty_requested: 4 })).toMatchObject(refusal('force_over_budget_order', /over by £20\.00/));
    expect((await head({ is_sample: true })).status).toBe(200);
    expect((await change({ qty_requested: 4 })).body).toMatchObject({ qty_requested: 4 });
    expect(await head({ is_sample: false })).toMatchObject(refusal('force_over_budget_order', /over by £20\.00/));
    expect((await office.get(`/api/orders/${uuid}`)).body).toMatchObject({ is_sample: true, force_over_budget_order: false });
    expect((await head({ is_sample: false, force_over_budget_order: true })).body).toMatchObject({ is_sample: false, force_over_budget_order: true });
    expect((await head({ is_sample: false })).status, 'what is not raised is not asked about again').toBe(200);
    expect((await change({ qty_requested: 3 })).status, 'nor what gets less').toBe(200);
    expect(await change({ qty_requested: 5 })).toMatchObject(refusal('force_over_budget_order', /over by £32\.50/));
    expect((await change({ qty_requested: 5, force_over_budget_order: true })).body).toMatchObject({ qty_requested: 5 });
    expect(await budgets()).toMatchObject([{ this_order: 6250, over_by: 3250 }]);
    expect(await database.reader.select().from(auditRows).where(eq(auditRows.what, 'budget.forced'))).toHaveLength(2);
    const { items } = (await office.get('/api/admin/mail?search=watch@example.test')).body;
    expect(items.map(({ text }: { text: string }) => /changed an order.*over the budget for Driver/.test(text))).toEqual([true, true]);

    // A draft is checked when it is submitted.
    const next = await draft();
    const { id } = await order(next, medium.id, 1);
    expect((await office.put(`/api/admin/order-lines/${id}`, { qty_requested: 9 })).status).toBe(200);
    expect(await submit(next, {}, admin)).toMatchObject(refusal('force_over_budget_order', /./));
  });

  test('cannot together exceed the budget if two are made at the same time', async () => {
    const { submitted, office, change, budgets } = await charged({ budget_value: 10_000 });
    const other = await submitted(2);
    const { id } = (await office.get(`/api/orders/${other}`)).body.lines[0];
    const raise = (qty_requested: number) => [change({ qty_requested }), office.put(`/api/admin/order-lines/${id}`, { qty_requested })];
    const answers = await Promise.all(raise(5));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [budget] = await budgets();
    expect(budget.total_spent + budget.this_order).toBe(8750);
  });
});
