import { and, eq, like } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { auditRows, outbox, returns } from '../../server/db/tables/index.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { leaverWithItems } from './fixture.ts';

afterAll(closePrinters);

describe('opening a collection', () => {
  test('takes all that is held, has a number and is open; whoever may see the wearer reads it', async () => {
    const { admin, office, path, wearer, three, one, two, open, signIn, medium, first, database } = await leaverWithItems();
    const { status, body } = await open();
    expect([status, body]).toMatchObject([
      201,
      {
        number: `C-${String(body.id).padStart(5, '0')}`,
        state: 'open',
        employee: { id: wearer.id },
        created_by: { id: admin.id },
        slip: `/collections/${body.id}/slip`,
        lines: [
          { order_line_id: three, order: { uuid: first.uuid }, product: { id: medium.id, size: 'M' }, quantity: 3, qty_received: 0 },
          { order_line_id: one, quantity: 1 },
          { order_line_id: two, quantity: 2 },
        ],
      },
    ]);
    for (const by of [admin, office, await signIn(wearer)]) {
      expect(await by.get(`${path}/collections`)).toMatchObject({ status: 200, body: { total: 1, items: [{ id: body.id, state: 'open' }] } });
      expect((await by.get(`${path}/collections/${body.id}`)).body).toEqual({ ...body, created_by: expect.anything() });
    }
    expect(JSON.stringify(body)).not.toMatch(/price|cost/);
    const [event] = await database.reader
      .select()
      .from(auditRows)
      .where(and(eq(auditRows.on_type, 'collection'), eq(auditRows.on_id, body.id)));
    expect(event).toMatchObject({ what: 'collection.opened', who_id: admin.id, after: { employee_id: wearer.id } });
  });

  test('refuses strangers, wearers and the warehouse, and hides the collections of other people', async () => {
    const { path, open, signIn, signed, as, wearer, person, elsewhere, warehouse, admin } = await leaverWithItems();
    expect((await open(undefined, await signIn(wearer))).status).toBe(403);
    expect((await open(undefined, await as('client_admin'))).status).toBe(404);
    expect((await open(undefined, warehouse)).status).toBe(404);
    expect((await open(undefined, await signed('manager', { sites: [elsewhere.id] }))).status).toBe(404);
    const { id } = (await open(undefined, await signed('manager'))).body;
    const other = await person('employee');
    expect((await admin.get(`/api/employees/${other.id}/collections/${id}`)).status).toBe(404);
    for (const by of [await as('client_admin'), await signed('employee')]) {
      expect((await by.get(`${path}/collections/${id}`)).status).toBe(404);
      expect((await by.get(`${path}/collections`)).status).toBe(404);
      expect((await by.raw(`/collections/${id}/slip`)).status).toBe(404);
      expect((await by.post(`/api/admin/collections/${id}/close`)).status).toBe(403);
    }
  });

  test('takes no more of a line than is held and neither in a return nor in another open collection', async () => {
    const { admin, open, three, one, two, path, back, office, parent } = await leaverWithItems();
    const fault = async (lines: { order_line_id: number; quantity: number }[]) => (await open(lines)).body.errors;
    expect(await fault([{ order_line_id: three, quantity: 4 }])).toEqual({ 'lines.0.quantity': ['Only 3 of it can be collected.'] });
    expect(await fault([{ order_line_id: 999_999, quantity: 1 }])).toHaveProperty(['lines.0.order_line_id']);
    expect(
      await fault([
        { order_line_id: three, quantity: 1 },
        { order_line_id: three, quantity: 1 },
      ]),
    ).toHaveProperty(['lines.1.order_line_id']);
    expect((await admin.post(`${path}/collections`, { lines: [{ order_line_id: three, quantity: 0 }] })).status).toBe(422);
    await admin.post(`${path}/returns`, { lines: [back(three, 1)] });
    expect((await open([{ order_line_id: three, quantity: 1 }])).status).toBe(201);
    expect(await fault([{ order_line_id: three, quantity: 2 }])).toEqual({ 'lines.0.quantity': ['Only 1 of it can be collected.'] });
    const rest = (await open()).body;
    expect(rest.lines.map((line: Record<string, number>) => [line.order_line_id, line.quantity])).toEqual([
      [three, 1],
      [one, 1],
      [two, 2],
    ]);
    expect((await open()).body.errors).toEqual({ lines: ['Nothing is to be collected from this person.'] });
    // What a closed collection did not bring can be collected again.
    await office.post(`/api/admin/collections/${rest.id}/close`);
    await office.put(`/api/admin/products/${parent.id}`, { field: 'is_non_returnable', value: true });
    expect(await fault([{ order_line_id: two, quantity: 2 }])).toEqual({ 'lines.0.quantity': ['This product does not come back.'] });
    await office.put(`/api/admin/products/${parent.id}`, { field: 'is_non_returnable', value: false });
    expect((await open([{ order_line_id: two, quantity: 2 }])).status).toBe(201);
  });

  test('of several that are opened at the same time, one gets the items', async () => {
    const { open, two } = await leaverWithItems();
    const answers = await Promise.all(Array.from({ length: 6 }, () => open([{ order_line_id: two, quantity: 2 }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });
});

describe('receiving a collection', () => {
  test('makes the returns of the orders, restocks or writes off, and a repetition changes nothing', async () => {
    const { admin, open, receive, three, one, two, medium, small, onHand, moved, books, first, second, database, path } = await leaverWithItems();
    const { id } = (await open()).body;
    const before = { medium: await onHand(medium.id), small: await onHand(small.id), moved: await moved(medium.id) };
    const lines = [
      { order_line_id: three, quantity: 1, outcome: 'restock' },
      { order_line_id: three, quantity: 1, outcome: 'write_off' },
      { order_line_id: two, quantity: 2, outcome: 'restock' },
    ];
    const answer = await receive(id, lines);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: 'part',
        lines: [
          { order_line_id: three, qty_received: 2, qty_restocked: 1, qty_written_off: 1 },
          { order_line_id: one, qty_received: 0 },
          { order_line_id: two, qty_received: 2 },
        ],
      },
    });
    expect(await onHand(medium.id)).toBe(before.medium + 3);
    const after = await moved(medium.id);
    expect((after.ORDER_RETURN ?? 0) - (before.moved.ORDER_RETURN ?? 0)).toBe(4);
    expect((after.ADJUSTMENT ?? 0) - (before.moved.ADJUSTMENT ?? 0)).toBe(-1);
    expect(await receive(id, lines)).toEqual({ ...answer, headers: expect.anything() });
    expect(await moved(medium.id)).toEqual(after);

    const made = await database.reader.select().from(returns).where(eq(returns.collection_id, id));
    expect(made).toHaveLength(2);
    for (const { id: made_id, creator_id } of made) {
      expect(creator_id).toBe(admin.id);
      const view = (await admin.get(`/api/returns/${made_id}`)).body;
      expect([first.uuid, second.uuid]).toContain(view.order.uuid);
      expect(view.status.name).toBe('approved');
      expect(view.lines[0].reason.description).toBe('Wearer has left');
    }
    expect((await admin.get(`${path}/holdings`)).body.items).toMatchObject([
      { order_line_id: three, quantity: 1 },
      { order_line_id: one, quantity: 1 },
    ]);
    expect(await books(id)).toEqual({ received: { [three]: 2, [two]: 2 }, returned: { [three]: 2, [two]: 2 } });

    await receive(id, [
      { order_line_id: three, quantity: 2, outcome: 'restock' },
      { order_line_id: three, quantity: 1, outcome: 'write_off' },
      { order_line_id: one, quantity: 1, outcome: 'write_off' },
    ]);
    expect((await admin.get(`${path}/collections/${id}`)).body.state).toBe('received');
    expect(await onHand(small.id)).toBe(before.small);
    expect((await admin.get(`${path}/holdings`)).body.items).toEqual([]);
  });

  test('a correction of the same day moves the items back; what arrived on an earlier day stays', async () => {
    const { open, receive, three, one, medium, small, onHand, books, setClock, signIn, warehouse, database } = await leaverWithItems();
    const { id } = (await open()).body;
    const before = [await onHand(medium.id), await onHand(small.id)];
    await receive(id, [
      { order_line_id: three, quantity: 3, outcome: 'restock' },
      { order_line_id: one, quantity: 1, outcome: 'restock' },
    ]);
    await receive(id, [
      { order_line_id: three, quantity: 2, outcome: 'write_off' },
      { order_line_id: one, quantity: 0, outcome: 'restock' },
    ]);
    expect([await onHand(medium.id), await onHand(small.id)]).toEqual(before);
    expect(await books(id)).toEqual({ received: { [three]: 2 }, returned: { [three]: 2 } });
    await receive(id, [{ order_line_id: three, quantity: 0, outcome: 'restock' }]);
    expect(await books(id)).toEqual({ received: {}, returned: {} });
    expect(await database.reader.select().from(returns).where(eq(returns.collection_id, id))).toEqual([]);

    await receive(id, [{ order_line_id: three, quantity: 1, outcome: 'restock' }]);
    setClock('2026-12-02T09:00:00.000Z');
    const later = await signIn({ id: warehouse.id, role: 'warehouse' });
    expect(await receive(id, [{ order_line_id: three, quantity: 3, outcome: 'restock' }], later)).toMatchObject({ status: 200 });
    expect(await database.reader.select().from(returns).where(eq(returns.collection_id, id))).toHaveLength(2);
    const fewer = await receive(id, [{ order_line_id: three, quantity: 0, outcome: 'restock' }], later);
    expect([fewer.status, Object.keys(fewer.body.errors)]).toEqual([422, ['lines.0.quantity']]);
    expect(await receive(id, [{ order_line_id: three, quantity: 1, outcome: 'restock' }], later)).toMatchObject({ status: 200 });
    expect(await books(id)).toEqual({ received: { [three]: 1 }, returned: { [three]: 1 } });
  });

  test('refuses more than is expected, more than is still out, and lines of other collections', async () => {
    const { admin, open, receive, three, two, path, back, finalise } = await leaverWithItems();
    const { id } = (await open([{ order_line_id: three, quantity: 2 }])).body;
    const fault = async (lines: object[]) => (await receive(id, lines)).body.errors;
    expect(await fault([{ order_line_id: three, quantity: 3, outcome: 'restock' }])).toEqual({
      'lines.0.quantity': ['Only 2 items are expected. Put the others aside and tell the office.'],
    });
    expect(await fault([{ order_line_id: two, quantity: 1, outcome: 'restock' }])).toHaveProperty(['lines.0.order_line_id']);
    expect(
      await fault([
        { order_line_id: three, quantity: 1, outcome: 'restock' },
        { order_line_id: three, quantity: 1, outcome: 'restock' },
      ]),
    ).toHaveProperty(['lines.1.order_line_id']);
    const { body } = await admin.post(`${path}/returns`, { lines: [back(three, 2)] });
    await finalise(body.items[0].id);
    expect(await fault([{ order_line_id: three, quantity: 2, outcome: 'restock' }])).toEqual({
      'lines.0.quantity': ['Only 1 item is still out: the others have come back with a return.'],
    });
    expect((await receive(id, [{ order_line_id: three, quantity: 1, outcome: 'restock' }])).status).toBe(200);
  });

  test('is for the warehouse and the office, until the collection is closed', async () => {
    const { admin, office, warehouse, open, receive, three, as, path } = await leaverWithItems();
    const { id } = (await open()).body;
    const line = [{ order_line_id: three, quantity: 1, outcome: 'restock' }];
    expect((await receive(id, line, admin)).status).toBe(403);
    expect((await receive(id, line, await as('embroiderer'))).status).toBe(403);
    expect((await receive(999_999, line)).status).toBe(404);
    expect((await receive(id, line, office)).status).toBe(200);
    expect((await admin.post(`/api/admin/collections/${id}/close`)).status).toBe(403);
    for (const _ of [1, 2])
      expect(await warehouse.post(`/api/admin/collections/${id}/close`)).toMatchObject({ status: 200, body: { state: 'closed' } });
    expect((await receive(id, line)).status).toBe(200);
    expect(await receive(id, [{ ...line[0], quantity: 2 }])).toMatchObject({ status: 409, body: { code: 'collection_closed' } });
    expect((await admin.get(`${path}/collections/${id}`)).body).toMatchObject({ state: 'closed', closed_at: expect.any(String) });
  });

  test('several people who receive at the same time book each item once', async () => {
    const { open, receive, three, one, two, medium, onHand, books, office } = await leaverWithItems();
    const { id } = (await open()).body;
    const before = await onHand(medium.id);
    const all = [
      { order_line_id: three, quantity: 3, outcome: 'restock' },
      { order_line_id: one, quantity: 1, outcome: 'restock' },
      { order_line_id: two, quantity: 2, outcome: 'restock' },
    ];
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => receive(id, all)),
      ...all.map((line) => receive(id, [line], office)),
      ...[...all].reverse().map((line) => receive(id, [line])),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await onHand(medium.id)).toBe(before + 5);
    expect(await books(id)).toEqual({ received: { [three]: 3, [one]: 1, [two]: 2 }, returned: { [three]: 3, [one]: 1, [two]: 2 } });
  });

  test('closing races with receiving: either all of it is booked, or none', async () => {
    const { open, receive, three, medium, onHand, books, office } = await leaverWithItems();
    const { id } = (await open([{ order_line_id: three, quantity: 3 }])).body;
    const before = await onHand(medium.id);
    const [received, closed] = await Promise.all([
      receive(id, [{ order_line_id: three, quantity: 3, outcome: 'restock' }]),
      office.post(`/api/admin/collections/${id}/close`),
    ]);
    expect(closed.status).toBe(200);
    expect([200, 409]).toContain(received.status);
    const qty = received.status === 200 ? 3 : 0;
    expect(await onHand(medium.id)).toBe(before + qty);
    expect(await books(id)).toEqual(qty ? { received: { [three]: 3 }, returned: { [three]: 3 } } : { received: {}, returned: {} });
  });
});

test('the slip is a PDF for whoever may see the collection, until it is closed', async () => {
  const { admin, warehouse, signIn, wearer, open, office } = await leaverWithItems();
  const { id, slip } = (await open()).body;
  for (const by of [admin, warehouse, await signIn(wearer)]) {
    const response = await by.raw(slip);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF');
  }
  await office.post(`/api/admin/collections/${id}/close`);
  expect((await admin.raw(slip)).status).toBe(409);
});

describe('when the last day is set', () => {
  const mails = async ({ database }: Awaited<ReturnType<typeof leaverWithItems>>, id: number) =>
    database.reader
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'leaver_holdings'), like(outbox.topic, `leaver:${id}`)));

  test('what somebody holds is mailed once to the managers of their sites, and again only after a new start', async () => {
    const base = await leaverWithItems();
    const { signed, path, wearer, admin, elsewhere, sent, medium, person, dress, setClock, signIn } = base;
    // The client's manager got the mail, because the sites had no manager yet.
    expect(await mails(base, wearer.id)).toHaveLength(1);
    expect((await mails(base, wearer.id))[0]?.text).toMatch(/3 x .*size M, issued 20\/11\/2026, worth £12\.50 each today/);

    const near = await person('manager', { email: `near.${wearer.id}@example.test` });
    await signed('manager', { sites: [elsewhere.id] });
    await admin.put(path, { leaves_on: '2026-12-24' });
    await admin.put(path, { leaves_on: null });
    await admin.put(path, { leaves_on: '2026-12-23' });
    expect(await mails(base, wearer.id)).toHaveLength(1);
    await admin.put(path, { leaves_on: null });
    await sent([medium.id, 1]);
    setClock('2027-03-01T09:00:00.000Z');
    const again = await signIn({ id: admin.id, role: 'client_admin' });
    await again.put(path, { started_on: '2027-02-01' });
    await again.put(path, { leaves_on: '2027-03-31' });
    const all = await mails(base, wearer.id);
    expect(all.map(({ to }) => to).slice(1)).toEqual([`near.${wearer.id}@example.test`]);
    expect(all[1]?.subject).toMatch(/leaves on 31\/03\/2027/);
    expect(near.id).toBeGreaterThan(0);

    const without = await person('employee');
    await dress(without.id);
    await again.put(`/api/employees/${without.id}`, { leaves_on: '2027-03-31' });
    expect(await mails(base, without.id)).toEqual([]);
  });
});
