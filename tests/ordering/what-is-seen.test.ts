import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { consignments, dispatches, dispatchLines, dispatchOrders, notifications, orders, outbox, picks } from '../../server/db/tables/index.ts';
import type { Caller } from '../world.ts';
import { clientFixture } from './fixture.ts';

/** Makes an order for two wearers, with a note. Neither wearer requested the order. Each wearer's garments have shipped in a separate dispatch. */
async function parcel() {
  const fixture = await clientFixture();
  const { admin, as, person, signIn, wearer, dress, draft, order, submit, medium, large, database, client, now } = fixture;
  const colleague = await person('employee');
  await dress(colleague.id);
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  const lineId: number = (await order(uuid, medium.id, 2)).id;
  const colleagueLineId: number = (await order(uuid, large.id, 1, admin, colleague.id)).id;
  const response = await submit(uuid, { customer_notes: 'Sam is growing, so a size up', client_po_reference: 'PO-77' });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  /** Ships items of a line in a new dispatch. Returns the dispatch's id. */
  const leaves = (order_line_id: number, product_id: number, quantity: number): Promise<number> =>
    database.unitOfWork(async (db) => {
      const [row] = await db
        .insert(dispatches)
        .values({
          account_id: client.id,
          state: 'shipped',
          service_key: '220',
          total_weight: 5,
          total_items: 1,
          delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' },
          is_consolidated: false,
          created_at: now(),
          dispatched_at: now(),
        })
        .returning({ id: dispatches.id });
      if (!row) throw new Error('no dispatch');
      const openPick = { order_id: response.body.id, state: 'shipped' as const, released_at: now(), ended_at: now() };
      const [pick] = await db.insert(picks).values(openPick).returning({ id: picks.id });
      if (!pick) throw new Error('no pick');
      await db.insert(dispatchOrders).values({ dispatch_id: row.id, order_id: response.body.id, pick_id: pick.id });
      await db.insert(dispatchLines).values({ dispatch_id: row.id, order_id: response.body.id, order_line_id, product_id, quantity });
      return row.id;
    });
  const first = await leaves(lineId, medium.id, 2);
  const second = await leaves(colleagueLineId, large.id, 1);
  return { ...fixture, office: await as('super'), me: await signIn(wearer), other: await signIn(colleague), uuid, first, second };
}

const ids = (of: { id: number }[]): number[] => of.map(({ id }) => id);

test('a wearer who did not request an order sees dispatches with only the wearer’s items, and no notes or references of the order', async () => {
  const { admin, office, me, other, uuid, first, second } = await parcel();
  const view = async (by: Caller) => (await by.get(`/api/orders/${uuid}`)).body;
  const listDispatches = async (by: Caller) =>
    (await by.get('/api/orders?include=dispatches')).body.items.find((one: { uuid: string }) => one.uuid === uuid).dispatches;
  for (const by of [admin, office]) {
    expect(ids((await view(by)).dispatches)).toEqual([first, second]);
    expect(await view(by)).toMatchObject({ customer_notes: 'Sam is growing, so a size up', client_po_reference: 'PO-77' });
  }
  for (const [by, carried] of [
    [me, first],
    [other, second],
  ] as const) {
    const body = await view(by);
    expect(ids(body.dispatches)).toEqual([carried]);
    expect(ids(await listDispatches(by))).toEqual([carried]);
    expect(body).toMatchObject({ customer_notes: null, customer_comments: null, client_po_reference: null, declined_reason: null, sub_total: null });
    expect(JSON.stringify(body)).not.toContain('growing');
  }
  const note = async (by: Caller, id: number) => (await by.raw(`/orders/${uuid}/dispatch/${id}/delivery-note`)).status;
  expect([await note(admin, second), await note(me, first), await note(me, second)]).toEqual([200, 200, 404]);
});

test('an order, its lines and its dispatches have every field that the specification names', async () => {
  const { admin, uuid, wearer, first, second, database, now } = await parcel();
  const consignment = { consignment_number: 'C1', tracking_number: 'JD1', tracking_url: 'https://track.example/JD1' };
  await database.unitOfWork((db) => db.insert(consignments).values({ dispatch_id: first, carrier: 'manual', created_at: now(), ...consignment }));
  const order = (await admin.get(`/api/orders/${uuid}?include=lines,products,employees,progress,delivery_details`)).body;
  const missing = (row: object, names: readonly string[]): string[] => names.filter((name) => !(name in row));
  const references = ['client_po_reference', 'cost_code', 'customer_notes', 'customer_comments', 'contact_name', 'contact_email', 'contact_phone'];
  const state = ['uuid', 'id', 'order_number', 'is_submitted', 'submitted_at', 'created_at', 'terms', 'force_over_budget_order'];
  const parts = ['delivery_site', 'delivery_address', 'account', 'creator', 'requester', 'employees', 'lines', 'dispatches', 'progress_summary'];
  expect(missing(order, [...state, ...references, 'sub_total', 'vat', 'total', ...parts])).toEqual([]);
  expect(missing(order.requester, ['name', 'email', 'contact_phone'])).toEqual([]);
  expect(order.delivery_site.name).toEqual(expect.any(String));
  const flags = ['is_cancelled', 'is_submitted', 'is_allocated', 'is_fully_allocated', 'is_picked', 'is_booked', 'is_dispatched', 'is_fully_shipped'];
  expect(missing(order.progress_summary, ['lines_with_sizes', 'lines_with_no_sizes', ...flags, 'status'])).toEqual([]);
  const quantities = ['qty_requested', 'qty_allocated', 'qty_shipped', 'unit_price', 'total', 'sub_total'];
  const ofLine = ['id', 'employee', 'product', 'product_name', 'decoration', ...quantities, 'notes', 'is_size_selected'];
  for (const line of order.lines) expect(missing(line, [...ofLine, 'budget_employee_role_id', 'employee_role'])).toEqual([]);
  expect(order.lines[0]).toMatchObject({ employee: { id: wearer.id }, budget_employee_role_id: null, employee_role: null });
  const list = (await admin.get('/api/orders')).body.items.find((one: { uuid: string }) => one.uuid === uuid);
  for (const { dispatches } of [order, list])
    expect(dispatches).toMatchObject([
      { id: first, dispatched_at: now(), days_lapsed: 0, has_consignment: true, consignment },
      { id: second, has_consignment: false, consignment: null },
    ]);
});

test('a delivery address keeps its five lines and its postcode, on the order and as a saved address', async () => {
  const { admin, draft } = await clientFixture();
  const uuid = await draft();
  const line = (n: number) => `Line ${n}`;
  const delivery_address = {
    ...{ address_line_1: line(1), address_line_2: line(2), address_line_3: line(3), address_line_4: line(4), address_line_5: line(5) },
    postcode: 'LS1 4AP',
  };
  const contact = { contact_name: 'Ann Field', contact_email: 'ann@field.test', contact_phone: '0113 496 0000' };
  const { body } = await admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, saveAddress: true, delivery_address, ...contact });
  expect(body).toMatchObject({ delivery_address, ...contact });
  const [saved] = (await admin.get('/api/addresses')).body.items;
  expect(saved).toMatchObject({ id: expect.any(Number), ...delivery_address });
});

test('a client sees the provider’s name instead of the names of the provider’s people', async () => {
  const { as, user, signIn, admin, wearer, draft, order, submit, medium, database, dress, signed } = await clientFixture();
  const person = await user('super', { forenames: 'Zebedee', surname: 'Staffmember', contact_phone: '0113 000 000' });
  const office = await signIn(person);
  const uuid = await draft(office, [wearer.id]);
  await order(uuid, medium.id, 1, office);
  expect((await submit(uuid, {}, office)).status).toBe(200);
  const provider = { id: null, name: 'Kitroom' };
  const expected = { ...provider, email: null, contact_phone: null };

  const clientView = (await admin.get(`/api/orders/${uuid}`)).body;
  expect(clientView).toMatchObject({ requester: expected, creator: provider, approver: null });
  const list = (await admin.get('/api/orders?include=requester,creator')).body;
  expect(list.items[0]).toMatchObject({ uuid, requester: expected });
  expect((await (await as('warehouse')).get(`/api/orders/${uuid}`)).body.requester).toMatchObject({ id: person.id, name: 'Zebedee Staffmember' });

  const asker = await signed('employee');
  await dress(asker.id);
  const requested = await draft(asker, [asker.id]);
  await order(requested, medium.id, 1, asker, asker.id);
  expect((await submit(requested, {}, asker)).body.is_requested).toBe(true);
  expect((await submit(requested, {}, office)).body).toMatchObject({ is_submitted: true, approver: { id: person.id, name: 'Zebedee Staffmember' } });
  const approved = (await asker.get(`/api/orders/${requested}`)).body;
  expect(approved.approver).toEqual(provider);

  const text = JSON.stringify([
    clientView,
    list,
    approved,
    (await admin.get(`/api/orders/${uuid}/timeline`)).body,
    (await asker.get('/api/notifications')).body,
    await database.reader.select().from(notifications).where(eq(notifications.user_id, asker.id)),
    await database.reader
      .select({ text: outbox.text, html: outbox.html })
      .from(outbox)
      .where(inArray(outbox.account_id, [(await admin.get('/api/auth/me')).body.account.id])),
  ]);
  expect(text).toContain('Kitroom approved and submitted your order.');
  expect(text).not.toContain('Staffmember');
  expect(await database.reader.select({ requester_id: orders.requester_id }).from(orders).where(eq(orders.uuid, uuid))).toEqual([
    { requester_id: person.id },
  ]);
});
