import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { notifications, orders, outbox, products, returnReasons, stockMovements } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Answer, Caller } from '../world.ts';
import { ship } from './shipped.ts';

/** A client with a shipped order of three mediums for the wearer and two larges for a colleague. */
async function setUp(account: Record<string, unknown> = {}) {
  const base = await clientFixture({ account });
  const { as, admin, person, wearer, dress, draft, order, submit, medium, large, anyone } = base;
  const office = await as('super');
  for (const { id } of [medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const colleague = await person('employee');
  await dress(colleague.id);
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  const lineId: number = (await order(uuid, medium.id, 3)).id;
  const colleagueLineId: number = (await order(uuid, large.id, 2, admin, colleague.id)).id;
  await submit(uuid);
  await ship(office, uuid);
  await base.database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const line = (id: number, qty_to_return: number) => ({ id, qty_to_return, return_reason: reason.id });
  const send = (by: Caller, ...lines: object[]) => by.post(`/api/orders/${uuid}/returns`, { lines, customer_comments: 'Comes up small' });
  const returnable = async (by: Caller = admin): Promise<[number, number][]> =>
    (await by.get(`/api/orders/${uuid}/returnable`)).body.lines.map((one: { id: number; qty_returnable: number }) => [one.id, one.qty_returnable]);
  /** Decides every line of a return and finalises it. */
  const decide = async (id: number, ...approved: number[]) => {
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    for (const [i, qty_approved] of approved.entries()) {
      const { status, body } = await office.put(`/api/admin/returns/${id}/lines/${lines[i].id}`, { qty_approved });
      if (status !== 200) throw new Error(`not approved: ${JSON.stringify(body)}`);
    }
    return office.put(`/api/admin/returns/${id}`, { finalise: true, approver_comments: 'As agreed' });
  };
  const movements = (product_id: number) =>
    base.database.reader
      .select({ type: stockMovements.type, qty: stockMovements.qty, reference: stockMovements.reference })
      .from(stockMovements)
      .where(eq(stockMovements.product_id, product_id))
      .orderBy(stockMovements.id);
  const stockOnHand = async ({ sku }: { sku: string }): Promise<number> =>
    (await office.get(`/api/admin/stock?sku=${sku}`)).body.items[0].qty_available;
  return {
    ...base,
    anyone,
    office,
    colleague,
    uuid,
    mine: lineId,
    theirs: colleagueLineId,
    reason,
    line,
    send,
    returnable,
    decide,
    movements,
    onHand: stockOnHand,
  };
}

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('a return', () => {
  test('says, until it is decided, where and by when to send it, and has a slip for people who may see it', async () => {
    const { admin, office, mine, theirs, line, send, signIn, wearer, colleague, signed, elsewhere, decide } = await setUp();
    const { status, body } = await send(admin, line(mine, 3));
    expect(status).toBe(201);
    expect(body.send_back).toMatchObject({ to: { name: 'Kitroom Workwear', postcode: 'HD6 1PE' }, until: '2026-12-18' });
    const slip = (by: Caller) => by.get(`/returns/${body.id}/slip`);
    for (const by of [admin, office, await signIn(wearer)]) {
      const { status: code, headers } = await slip(by);
      expect([code, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    // A colleague who wears nothing of the return gets 404, and so does a manager of another site.
    for (const by of [await signIn(colleague), await signed('manager', { sites: [elsewhere.id] })]) expect((await slip(by)).status).toBe(404);
    // The code on the slip finds the return, and not the order with the same number.
    const find = async (search: string) => (await office.get(`/api/admin/returns?search=${search}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await find(`R-${body.return_number}`)).toEqual([body.id]);
    expect(await find(`r${Number(body.return_number)}`)).toEqual([body.id]);
    await send(admin, line(theirs, 2));
    expect((await decide(body.id, 3)).body.send_back).toBeNull();
    expect((await slip(admin)).status).toBe(409);
  });

  test('is offered while an item of the order can still be returned', async () => {
    const { admin, mine, theirs, line, send, signIn, colleague, uuid, draft, order, submit, medium } = await setUp();
    const offered = async (by = admin, of = uuid): Promise<boolean> => (await by.get(`/api/orders/${of}`)).body.can.create_return;
    const sent = await draft();
    await order(sent, medium.id, 1);
    expect((await submit(sent)).status).toBe(200);
    expect(await offered(admin, sent)).toBe(false);
    expect(await offered()).toBe(true);
    await send(admin, line(mine, 3));
    expect(await offered()).toBe(true);
    const other = await signIn(colleague);
    expect(await offered(other)).toBe(true);
    await send(admin, line(theirs, 2));
    expect(await offered()).toBe(false);
    expect(await offered(other)).toBe(false);
  });
});

describe('returnable quantities', () => {
  test('are the shipped items, without those in undecided returns and those approved for return', async () => {
    const { admin, mine, theirs, line, send, returnable, decide, uuid, medium } = await setUp();
    expect(await returnable()).toEqual([
      [mine, 3],
      [theirs, 2],
    ]);
    const first = await send(admin, line(mine, 2), { id: theirs });
    expect(first).toMatchObject({
      status: 201,
      body: {
        is_finalised: false,
        status: { name: 'new', description: 'New' },
        customer_comments: 'Comes up small',
        creator: { id: admin.id },
        approver: null,
        lines: [{ qty_requested: 2, qty_approved: 0, line: { id: mine }, reason: { description: 'Too small' } }],
      },
    });
    expect(first.body.return_number).toBe(String(first.body.id).padStart(5, '0'));
    expect(first.body).toMatchObject({ created_at: expect.any(String), approver_comments: null, order: { uuid, order_number: expect.any(String) } });
    expect(first.body.lines[0].product).toMatchObject({ id: medium.id, sku: medium.sku, name: medium.name });
    expect(await returnable()).toEqual([
      [mine, 1],
      [theirs, 2],
    ]);
    expect((await send(admin, line(mine, 2))).body.errors).toEqual({ 'lines.0.qty_to_return': ['Only 1 of this line can be returned.'] });

    await decide(first.body.id, 1);
    expect(await returnable()).toEqual([
      [mine, 2],
      [theirs, 2],
    ]);
    const second = await send(admin, line(mine, 2));
    await decide(second.body.id, 0);
    expect(await returnable()).toEqual([
      [mine, 2],
      [theirs, 2],
    ]);
  });

  test('are zero if the product or its style is not returnable', async () => {
    const { database, admin, medium, parent, mine, theirs, line, send, returnable } = await setUp();
    const mark = (id: number, is_non_returnable: boolean) =>
      database.unitOfWork(async (db) => void (await db.update(products).set({ is_non_returnable }).where(eq(products.id, id))));
    await mark(medium.id, true);
    const response = await send(admin, line(theirs, 1), line(mine, 1));
    expect(response).toMatchObject({ status: 422, body: { errors: { 'lines.1.qty_to_return': ['Non-returnable'] } } });
    expect((await admin.get('/api/returns')).body.total).toBe(0);
    expect(await returnable()).toEqual([
      [mine, 0],
      [theirs, 2],
    ]);
    await mark(medium.id, false);
    await mark(parent.id, true);
    expect((await send(admin, line(theirs, 1))).status).toBe(422);
  });

  test('are zero for an order that is not submitted or was cancelled, and for items that have not shipped', async () => {
    const { admin, office, draft, order, submit, reason, medium } = await setUp();
    const uuid = await draft();
    const { id } = await order(uuid, medium.id, 2);
    const send = () => admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id, qty_to_return: 1, return_reason: reason.id }] });
    expect(await send()).toMatchObject({ status: 409, body: { code: 'order_not_submitted' } });
    await submit(uuid);
    expect((await admin.get(`/api/orders/${uuid}`)).body.can.create_return).toBe(false);
    expect((await send()).body.errors).toEqual({ 'lines.0.qty_to_return': ['Nothing of this line can be returned.'] });
    await office.post(`/api/orders/${uuid}/cancel`);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'order_cancelled' } });
    expect((await admin.get(`/api/orders/${uuid}`)).body.can.create_return).toBe(false);
  });

  test('can be requested only with a known reason, a line of the order and a valid quantity', async () => {
    const { admin, submitted, mine, line, send } = await setUp();
    const elsewhere = (await admin.get(`/api/orders/${await submitted()}`)).body.lines[0].id;
    expect((await send(admin, { id: mine, qty_to_return: 1 })).body.errors).toEqual({ 'lines.0.return_reason': ['Choose a reason.'] });
    expect((await send(admin, { ...line(mine, 1), return_reason: 999_999 })).body.errors).toEqual({
      'lines.0.return_reason': ['There is no such reason.'],
    });
    expect((await send(admin, line(elsewhere, 1))).body.errors).toEqual({ 'lines.0.id': ['This line is not part of the order.'] });
    expect((await send(admin, { id: mine })).body.errors).toEqual({ lines: ['Enter how many items you are sending back.'] });
    for (const qty of [-1, 1.5, '2']) expect((await send(admin, { ...line(mine, 1), qty_to_return: qty })).status).toBe(422);
  });

  test('are not exceeded: of ten simultaneous returns of the same items, one is created', async () => {
    const { admin, signed, mine, line, send, returnable } = await setUp();
    const manager = await signed('manager');
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(i % 2 ? manager : admin, line(mine, 2))));
    expect(statuses(answers)).toEqual([201, ...Array(9).fill(422)]);
    expect((await returnable())[0]).toEqual([mine, 1]);
  });

  test('are requested in only one return if the same request is sent twice', async () => {
    const { admin, uuid, mine, line, key } = await setUp();
    const headers = key();
    const body = { lines: [line(mine, 1)] };
    const [one, other] = [
      await admin.post(`/api/orders/${uuid}/returns`, body, headers),
      await admin.post(`/api/orders/${uuid}/returns`, body, headers),
    ];
    expect(other.body.id).toBe(one.body.id);
    expect((await admin.get('/api/returns')).body.total).toBe(1);
  });
});

describe('access to returns', () => {
  test('a wearer who did not place the order can return and see only their own items, without prices', async () => {
    const { signIn, wearer, colleague, admin, office, mine, theirs, line, send, returnable, database, uuid } = await setUp();
    const me = await signIn(wearer);
    expect(await returnable(me)).toEqual([[mine, 3]]);
    expect((await send(me, line(theirs, 1))).body.errors).toEqual({ 'lines.0.id': ['This line is not part of the order.'] });
    const own = await send(me, line(mine, 1));
    expect(own.status).toBe(201);
    expect(own.body.lines).toMatchObject([{ line: { id: mine, unit_price: null } }]);
    const both = await send(admin, line(mine, 1), line(theirs, 1));
    expect(both.body.lines).toHaveLength(2);
    expect(both.body.lines[0].line.unit_price).toBe(1250);
    const part = await me.get(`/api/returns/${both.body.id}`);
    expect(part.body.lines.map((one: { line: { id: number } }) => one.line.id)).toEqual([mine]);
    expect(JSON.stringify(part.body)).not.toMatch(/[:,[]1250\b/);
    // The text of a return is about all its lines, so a person who sees only one of them does not see the text.
    expect(part.body.customer_comments).toBeNull();
    expect((await me.get('/api/returns')).body.items.map((one: { customer_comments: string | null }) => one.customer_comments)).toEqual([
      null,
      'Comes up small',
    ]);
    const forMe = await send(admin, line(mine, 1));
    for (const [by, id] of [
      [me, own.body.id],
      [me, forMe.body.id],
      [admin, both.body.id],
      [office, both.body.id],
    ] as const)
      expect((await by.get(`/api/returns/${id}`)).body.customer_comments).toBe('Comes up small');
    const other = await signIn(colleague);
    expect((await other.get(`/api/returns/${own.body.id}`)).status).toBe(404);
    expect((await other.get('/api/returns')).body.items.map((one: { id: number }) => one.id)).toEqual([both.body.id]);
    await database.unitOfWork(async (db) => void (await db.update(orders).set({ client_po_reference: 'PO-Nimbus' }).where(eq(orders.uuid, uuid))));
    expect((await admin.get('/api/returns?search=nimbus')).body.total).toBe(3);
    expect((await me.get('/api/returns?search=nimbus')).body.total).toBe(0);
    const counts = async (by: Caller): Promise<(number | null)[]> =>
      (await by.get(`/api/orders/${uuid}/timeline`)).body.items
        .filter(({ kind }: { kind: string }) => kind === 'return_created')
        .map(({ count }: { count: number | null }) => count)
        .sort();
    expect(await counts(me)).toEqual([1, 1, 1]);
    expect(await counts(admin)).toEqual([1, 1, 2]);
    expect(await counts(other)).toEqual([1]);
  });

  test('a wearer sees the outcome of only their own items in a return', async () => {
    const { signIn, wearer, colleague, admin, mine, theirs, line, send, decide, uuid } = await setUp();
    const [me, other] = [await signIn(wearer), await signIn(colleague)];
    const { id } = (await send(admin, line(mine, 2), line(theirs, 1))).body;
    await decide(id, 2, 0);
    const status = async (by: Caller) => (await by.get(`/api/returns/${id}`)).body.status.name;
    expect([await status(admin), await status(me), await status(other)]).toEqual(['part_approved', 'approved', 'rejected']);
    const searchReturns = async (by: Caller, search: string) =>
      (await by.get(`/api/returns?status=${search}`)).body.items.map((one: { id: number; status: { name: string } }) => [one.id, one.status.name]);
    expect(await searchReturns(me, 'approved')).toEqual([[id, 'approved']]);
    expect(await searchReturns(other, 'rejected')).toEqual([[id, 'rejected']]);
    expect([await searchReturns(me, 'part_approved'), await searchReturns(other, 'approved'), await searchReturns(admin, 'approved')]).toEqual([
      [],
      [],
      [],
    ]);
    for (const by of [me, other]) expect((await by.get(`/api/returns/${id}`)).body.approver_comments).toBeNull();
    expect((await admin.get(`/api/returns/${id}`)).body.approver_comments).toBe('As agreed');
    const decided = async (by: Caller) =>
      (await by.get(`/api/orders/${uuid}/timeline`)).body.items.find(({ kind }: { kind: string }) => kind === 'return_decided').detail;
    expect(await decided(me)).toMatch(/: approved$/);
    expect(await decided(other)).toMatch(/: rejected$/);
    expect(await decided(admin)).toMatch(/: part approved$/);
  });

  test('each role sees the returns in its scope; another client, another site and the floor see none', async () => {
    const { admin, as, signed, elsewhere, office, uuid, mine, line, send } = await setUp();
    const returnId = (await send(admin, line(mine, 1))).body.id;
    const list = async (by: Caller): Promise<number[]> => (await by.get('/api/returns')).body.items.map((one: { id: number }) => one.id);
    for (const by of [admin, await signed('site_admin'), await signed('manager'), office]) {
      expect(await list(by)).toContain(returnId);
      expect((await by.get(`/api/returns/${returnId}`)).status).toBe(200);
      expect((await by.post(`/api/orders/${uuid}/returns`, { lines: [{ id: mine }] })).status).toBe(422);
    }
    for (const by of [await as('client_admin'), await signed('manager', { sites: [elsewhere.id] }), await signed('employee')]) {
      expect(await list(by)).toEqual([]);
      expect((await by.get(`/api/returns/${returnId}`)).status).toBe(404);
      expect((await send(by, line(mine, 1))).status).toBe(404);
      expect((await by.get(`/api/orders/${uuid}/returnable`)).status).toBe(404);
    }
    const floor = await as('warehouse');
    expect((await floor.get('/api/returns')).status).toBe(403);
    expect((await floor.get(`/api/returns/${returnId}`)).status).toBe(403);
    expect((await send(floor, line(mine, 1))).status).toBe(403);
    expect((await (await as('embroiderer')).get('/api/returns')).status).toBe(403);
    for (const by of [admin, floor]) {
      expect((await by.get('/api/admin/returns')).status).toBe(403);
      expect((await by.get(`/api/admin/returns/${returnId}`)).status).toBe(403);
      expect((await by.put(`/api/admin/returns/${returnId}`, { finalise: true })).status).toBe(403);
    }
  });

  test('a client does not see who decided, or whether the items were restocked', async () => {
    const { admin, office, mine, line, send, decide } = await setUp();
    const { id } = (await send(admin, line(mine, 1))).body;
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    await office.put(`/api/admin/returns/${id}/lines/${lines[0].id}`, { qty_approved: 1, outcome: 'write_off' });
    expect((await admin.get(`/api/returns/${id}`)).body.lines[0]).toMatchObject({ qty_approved: 0, outcome: null });
    await decide(id, 1);
    expect((await admin.get(`/api/returns/${id}`)).body).toMatchObject({
      approver: { id: null, name: 'Kitroom' },
      lines: [{ qty_approved: 1, outcome: null }],
    });
    expect((await office.get(`/api/admin/returns/${id}`)).body).toMatchObject({
      approver: { id: office.id },
      lines: [{ qty_approved: 1, outcome: 'write_off' }],
    });
  });
});

describe('the list of returns', () => {
  test('is searched by number, order and name, filtered by status, and paged newest first', async () => {
    const { admin, office, uuid, mine, theirs, line, send, decide, client } = await setUp();
    const ids: number[] = [];
    for (const one of [line(mine, 1), line(mine, 1), line(mine, 1), line(theirs, 2)]) ids.push((await send(admin, one)).body.id);
    const [approved, rejected, waiting, part] = ids as [number, number, number, number];
    await decide(approved, 1);
    await decide(rejected, 0);
    await decide(part, 1);
    const find = async (query: string, by = admin) => {
      const { status, body } = await by.get(`/api/returns?${query}`);
      expect(status).toBe(200);
      return body.items.map((one: { id: number }) => one.id);
    };
    expect(await find('')).toEqual([...ids].reverse());
    expect(await find('status=new')).toEqual([waiting]);
    expect(await find('status=approved')).toEqual([approved]);
    expect(await find('status=rejected')).toEqual([rejected]);
    expect(await find('status=part_approved')).toEqual([part]);
    expect(await find(`search=${String(part).padStart(5, '0')}&status=part_approved`)).toEqual([part]);
    const { order_number, id: order_id } = (await admin.get(`/api/orders/${uuid}`)).body;
    expect(await find(`search=${order_number}`)).toEqual(expect.arrayContaining(ids));
    expect(await find('search=no such person')).toEqual([]);
    expect(await find('per_page=2&page=2&orderBy=order_number&sortedBy=asc')).toHaveLength(2);
    const page = (await admin.get('/api/returns?per_page=3&include=order,creator,lines,lines.product')).body;
    expect(page).toMatchObject({ current_page: 1, per_page: 3, total: 4, last_page: 2 });
    expect(page.items[0]).toMatchObject({ order: { id: order_id, uuid, order_number }, lines: [{ qty_requested: 2 }] });
    for (const bad of ['status=open', 'include=costs', 'orderBy=approver_id']) expect((await admin.get(`/api/returns?${bad}`)).status).toBe(422);
    const all = (await office.get(`/api/admin/returns?search=${encodeURIComponent(client.name)}&status=new`)).body;
    expect(all.items.map((one: { id: number }) => one.id)).toContain(waiting);
  });
});

describe('a search for returns by the name of the requester', () => {
  test('finds the provider’s staff under the provider’s name for a client, and under their personal names for the office', async () => {
    const { admin, as, person, signIn, mine, line, send } = await setUp();
    const clerk = await as('super', { forenames: 'Philippa', surname: 'Quillfeather' });
    const manager = await signIn(await person('manager', { forenames: 'Rosalind', surname: 'Vane' }));
    const clerkReturnId = (await send(clerk, line(mine, 1))).body.id;
    const managerReturnId = (await send(manager, line(mine, 1))).body.id;
    const find = async (search: string, by: Caller, path = '/api/returns'): Promise<[number[], number]> => {
      const { status, body } = await by.get(`${path}?search=${encodeURIComponent(search)}`);
      expect(status).toBe(200);
      return [body.items.map((one: { id: number }) => one.id), body.total];
    };
    for (const by of [admin, manager]) {
      for (const hidden of ['Quillfeather', 'philippa', 'Philippa Quill']) expect(await find(hidden, by)).toEqual([[], 0]);
      expect(await find('kitroom', by)).toEqual([[clerkReturnId], 1]);
      expect(await find('Rosalind Vane', by)).toEqual([[managerReturnId], 1]);
    }
    for (const path of ['/api/returns', '/api/admin/returns']) {
      expect(await find('quillfeather', clerk, path)).toEqual([[clerkReturnId], 1]);
      expect(await find('rosalind', clerk, path)).toEqual([[managerReturnId], 1]);
    }
  });
});

describe('the office’s decision', () => {
  test('is preselected by the reason: faulty items are written off unless somebody restocks them', async () => {
    const { admin, office, medium, large, mine, theirs, line, send, onHand: stockOnHand, database } = await setUp();
    await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Faulty or damaged' }).onConflictDoNothing()));
    const { items } = (await admin.get('/api/return-reasons')).body;
    const return_reason = items.find(({ description }: { description: string }) => description === 'Faulty or damaged').id;
    const { id } = (await send(admin, { ...line(mine, 2), return_reason }, { ...line(theirs, 1), return_reason })).body;
    const [before, others] = [await stockOnHand(medium), await stockOnHand(large)];
    const path = `/api/admin/returns/${id}`;
    const { lines } = (await office.get(path)).body;
    expect(lines).toMatchObject([
      { outcome: 'write_off', came_back: 'write_off' },
      { outcome: 'write_off', came_back: 'write_off' },
    ]);
    await office.put(`${path}/lines/${lines[0].id}`, { qty_approved: 2 });
    await office.put(`${path}/lines/${lines[1].id}`, { qty_approved: 1, outcome: 'restock' });
    expect((await office.put(path, { finalise: true, approver_comments: 'Seam' })).status).toBe(200);
    expect([await stockOnHand(medium), await stockOnHand(large)]).toEqual([before, others + 1]);
  });

  test('puts approved items into stock and removes written-off items again, with the reason in the ledger', async () => {
    const { admin, office, medium, large, mine, theirs, line, send, movements, onHand: stockOnHand } = await setUp();
    const { id, return_number } = (await send(admin, line(mine, 2), line(theirs, 2))).body;
    const [before, others] = [await stockOnHand(medium), await stockOnHand(large)];
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    expect(lines).toMatchObject([{ outcome: 'restock' }, { outcome: 'restock' }]);
    expect((await office.put(`/api/admin/returns/${id}/lines/${lines[0].id}`, { qty_approved: 2 })).body).toMatchObject({ qty_approved: 2 });
    await office.put(`/api/admin/returns/${id}/lines/${lines[1].id}`, { qty_approved: 1, outcome: 'write_off' });
    expect(await stockOnHand(medium)).toBe(before);
    const { status, body } = await office.put(`/api/admin/returns/${id}`, { finalise: true, approver_comments: 'One was worn' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_finalised: true, status: { name: 'part_approved' }, approver_comments: 'One was worn', can: { decide: false } });
    expect([await stockOnHand(medium), await stockOnHand(large)]).toEqual([before + 2, others]);
    expect((await movements(medium.id)).at(-1)).toEqual({ type: 'ORDER_RETURN', qty: 2, reference: return_number });
    expect((await movements(large.id)).slice(-2)).toEqual([
      { type: 'ORDER_RETURN', qty: 1, reference: return_number },
      { type: 'ADJUSTMENT', qty: -1, reference: return_number },
    ]);
    // The product's history links each reference to its record.
    const { items } = (await office.get(`/api/admin/products/${large.id}/activity`)).body;
    const none = { order_uuid: null, return_id: null, supplier_return_id: null, purchase_order_id: null };
    expect(items.slice(0, 3)).toMatchObject([
      { type: 'ADJUSTMENT', ...none },
      { type: 'ORDER_RETURN', ...none, return_id: id },
      { type: 'DISPATCH', ...none, order_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect((await office.get(`/api/orders/${items[2].order_uuid}`)).body.order_number).toBe(items[2].reference);
  });

  test('writes off decorated items by default', async () => {
    const { admin, office, draft, order, submit, medium, reason, decide, onHand: stockOnHand } = await setUp();
    const uuid = await draft();
    const { id } = await order(uuid, medium.id, 2, admin, undefined, { decoration: 'Logo, left chest' });
    await submit(uuid);
    await ship(office, uuid);
    const send = async () =>
      (await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id, qty_to_return: 1, return_reason: reason.id }] })).body.id as number;
    const before = await stockOnHand(medium);
    await decide(await send(), 1);
    expect(await stockOnHand(medium)).toBe(before);
    const again = await send();
    const { lines } = (await office.get(`/api/admin/returns/${again}`)).body;
    await office.put(`/api/admin/returns/${again}/lines/${lines[0].id}`, { qty_approved: 1, outcome: 'restock' });
    await office.put(`/api/admin/returns/${again}`, { finalise: true });
    expect(await stockOnHand(medium)).toBe(before + 1);
  });

  test('is refused if another person has changed a decision since the return was read', async () => {
    const { admin, as, office, medium, mine, theirs, line, send, onHand: stockOnHand } = await setUp();
    const { id } = (await send(admin, line(mine, 2), line(theirs, 2))).body;
    const path = `/api/admin/returns/${id}`;
    const [one, other] = (await office.get(path)).body.lines;
    await office.put(`${path}/lines/${one.id}`, { qty_approved: 2 });
    const buildDecisions = (qty_approved: number, outcome = 'restock') => [
      { id: one.id, qty_approved, outcome, exchange_product_id: null },
      { id: other.id, qty_approved: 0, outcome: 'write_off', exchange_product_id: null },
    ];
    const before = await stockOnHand(medium);
    await (await as('super')).put(`${path}/lines/${one.id}`, { qty_approved: 1 });
    for (const stale of [buildDecisions(2), buildDecisions(1, 'write_off'), [...buildDecisions(1), { ...buildDecisions(1)[0], id: 999_999 }]])
      expect(await office.put(path, { finalise: true, seen: stale })).toMatchObject({
        status: 409,
        body: { code: 'stale_version', current: { is_finalised: false, lines: [{ qty_approved: 1, outcome: 'restock' }, { qty_approved: 0 }] } },
      });
    expect(await stockOnHand(medium)).toBe(before);
    expect((await office.put(path, { finalise: true, seen: [{ id: one.id }] })).status).toBe(422);
    expect(await office.put(path, { finalise: true, seen: buildDecisions(1) })).toMatchObject({
      status: 200,
      body: { status: { description: 'Part approved' } },
    });
    expect(await stockOnHand(medium)).toBe(before + 1);
  });

  test('decides lines and finalises the return in one request; a 409 names the person who changed a decision meanwhile', async () => {
    const { admin, as, office, medium, mine, theirs, line, send, onHand: stockOnHand, key } = await setUp();
    const { id } = (await send(admin, line(mine, 2), line(theirs, 2))).body;
    const path = `/api/admin/returns/${id}`;
    const [one, other] = (await office.get(path)).body.lines;
    const buildDecisions = (qty_approved: number) => [{ id: one.id, qty_approved, outcome: 'restock', exchange_product_id: null }];
    const lines = [{ id: one.id, qty_approved: 2 }];
    const before = await stockOnHand(medium);
    const colleague = await as('super');
    await colleague.put(path, { finalise: false, lines: [{ id: one.id, qty_approved: 1 }] });
    const { name } = (await colleague.get('/api/auth/me')).body.user;
    expect(await office.put(path, { finalise: true, lines, seen: buildDecisions(0) })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', message: `${name} changed this meanwhile.`, current: { lines: [{ qty_approved: 1 }, { qty_approved: 0 }] } },
    });
    const faulty = [...lines, { id: other.id, qty_approved: 3 }];
    expect((await office.put(path, { finalise: true, lines: faulty, seen: buildDecisions(1) })).body.errors).toEqual({
      'lines.1.qty_approved': ['Only 2 were requested.'],
    });
    expect((await office.put(path, { finalise: false, lines: [{ id: 999_999, qty_approved: 0 }] })).body.errors).toHaveProperty(['lines.0.id']);
    expect((await office.get(path)).body.lines[0].qty_approved, 'a refusal keeps nothing').toBe(1);

    const headers = key();
    const finalise = () => office.put(path, { finalise: true, lines, seen: buildDecisions(1) }, headers);
    const response = await finalise();
    expect(response).toMatchObject({ status: 200, body: { is_finalised: true, lines: [{ qty_approved: 2 }, { qty_approved: 0 }] } });
    const replayed = await finalise();
    expect([replayed.status, replayed.body, replayed.headers.get('Idempotent-Replay')]).toEqual([200, response.body, 'true']);
    expect(await stockOnHand(medium)).toBe(before + 2);
    const again = await colleague.put(path, { finalise: true, lines });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_finalised', current: { is_finalised: true, approver: { id: office.id } } } });
  });

  test('cannot approve more items than were requested, and cannot change a finalised return', async () => {
    const { admin, office, mine, line, send, decide, medium, onHand: stockOnHand } = await setUp();
    const { id } = (await send(admin, line(mine, 2))).body;
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    const approve = (qty_approved: unknown) => office.put(`/api/admin/returns/${id}/lines/${lines[0].id}`, { qty_approved });
    expect((await approve(3)).body.errors).toEqual({ qty_approved: ['Only 2 were requested.'] });
    expect((await approve(-1)).status).toBe(422);
    expect((await office.put(`/api/admin/returns/${id}/lines/999999`, { qty_approved: 1 })).status).toBe(404);
    expect((await office.put(`/api/admin/returns/${id}`, { finalise: false })).status).toBe(422);
    await decide(id, 2);
    const after = await stockOnHand(medium);
    expect(await approve(1)).toMatchObject({ status: 409, body: { code: 'already_finalised' } });
    expect(await office.put(`/api/admin/returns/${id}`, { finalise: true })).toMatchObject({ status: 409, body: { code: 'already_finalised' } });
    expect(await stockOnHand(medium)).toBe(after);
  });

  test('puts the items into stock once if ten people finalise one return at the same time', async () => {
    const { admin, as, office, mine, line, send, medium, onHand: stockOnHand } = await setUp();
    const { id } = (await send(admin, line(mine, 3))).body;
    const { lines } = (await office.get(`/api/admin/returns/${id}`)).body;
    await office.put(`/api/admin/returns/${id}/lines/${lines[0].id}`, { qty_approved: 3 });
    const before = await stockOnHand(medium);
    const people = await Promise.all(Array.from({ length: 10 }, () => as('super')));
    const answers = await Promise.all(people.map((one) => one.put(`/api/admin/returns/${id}`, { finalise: true })));
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(409)]);
    expect(await stockOnHand(medium)).toBe(before + 3);
  });

  test('credits the approved value to the budget for the period of the order', async () => {
    const base = await setUp();
    const { admin, office, client, wearer, employeeRole, draft, order, submit, medium, reason, decide } = base;
    const role = await employeeRole({
      account_id: client.id,
      holders: [wearer.id],
      is_budgeted: true,
      budget_value: 10_000,
      budget_start_date: '2026-01-01',
      budget_duration: 12,
    });
    const uuid = await draft();
    const { id } = await order(uuid, medium.id, 4, admin, wearer.id, { budget: role.id });
    await submit(uuid);
    await ship(office, uuid);
    const fetchTotalSpent = async (): Promise<number> => {
      const next = await draft();
      await order(next, medium.id, 1, admin, wearer.id, { budget: role.id });
      return (await admin.get(`/api/orders/${next}/budgets`)).body.items.find((one: { id: number }) => one.id === role.id).total_spent;
    };
    expect(await fetchTotalSpent()).toBe(4 * 1250);
    const returnId = (await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id, qty_to_return: 3, return_reason: reason.id }] })).body.id;
    expect(await fetchTotalSpent()).toBe(4 * 1250);
    await decide(returnId, 2);
    expect(await fetchTotalSpent()).toBe(2 * 1250);
  });

  test('sends the requester a notification and an email', async () => {
    const { admin, database, mine, line, send, decide } = await setUp();
    const { id, return_number } = (await send(admin, line(mine, 2))).body;
    await decide(id, 1);
    const news = await database.reader.select({ data: notifications.data }).from(notifications).where(eq(notifications.user_id, admin.id));
    expect(news.map(({ data }) => data)).toContainEqual({
      title: `Return ${return_number} is approved in part`,
      message: 'As agreed',
      url: `/returns/${id}`,
    });
    const emails = await database.reader.select().from(outbox).where(eq(outbox.kind, 'return_decided'));
    const email = emails.find(({ subject }) => subject.includes(return_number));
    expect(email?.text).toContain('1 of 2 x ');
    expect(email?.text).toContain('Comments: As agreed');
    expect(email?.html).toContain(`/returns/${id}`);
  });
});
