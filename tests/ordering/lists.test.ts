import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { consignments, dispatches, dispatchOrders, orderLines, orders, picks, products, users } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { insertWithIds } from '../insert-with-ids.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';
import { clientFixture } from './fixture.ts';

type Item = { uuid: string; id: number };
const uuids = (body: { items: Item[] }): string[] => body.items.map(({ uuid }) => uuid);

describe('the client’s list of orders', () => {
  test('shows the orders that the reader may see, newest first, with progress and totals', async () => {
    const { admin, draft, submitted, signIn, wearer, as, signed, elsewhere, setClock } = await clientFixture();
    const first = await submitted(2);
    setClock(1);
    const second = await draft();
    const list = await admin.get('/api/orders');
    expect(list.body).toMatchObject({ current_page: 1, per_page: 25, total: 2, last_page: 1 });
    expect(uuids(list.body)).toEqual([second, first]);
    expect(list.body.items[1]).toMatchObject({
      status: 'submitted',
      sub_total: 2500,
      vat: 500,
      total: 3000,
      is_pickable: 'none',
      dispatches: [],
      progress_summary: { lines_with_sizes: 1, is_submitted: true, status: { status_name: 'submitted' } },
    });
    expect(list.body.items[1].lines).toBeUndefined();
    expect(uuids((await (await signed('manager')).get('/api/orders')).body)).toEqual([second, first]);
    expect((await (await signed('manager', { sites: [elsewhere.id] })).get('/api/orders')).body).toMatchObject({ items: [], total: 0 });
    expect((await (await as('client_admin')).get('/api/orders')).body.items).toEqual([]);
    expect((await (await as('embroiderer')).get('/api/orders')).status).toBe(403);
    const own = (await (await signIn(wearer)).get('/api/orders?include=lines,employees')).body;
    expect(own.items).toHaveLength(2);
    expect(own.items[1]).toMatchObject({
      sub_total: null,
      total: null,
      employees: [{ id: wearer.id }],
      lines: [{ unit_price: null, sub_total: null }],
    });
  });

  test('searches by number, PO, requester, wearer and site, and sorts and pages the result', async () => {
    const { admin, draft, order, submit, signed, signIn, person, wearer, site } = await clientFixture();
    const orderUuids: string[] = [];
    for (const client_po_reference of ['PO-ALPHA', 'po-beta']) {
      const uuid = await draft();
      await order(uuid);
      await submit(uuid, { client_po_reference });
      orderUuids.push(uuid);
    }
    const [alpha, beta] = orderUuids;
    const find = async (search: string, by = admin) => uuids((await by.get(`/api/orders?search=${encodeURIComponent(search)}`)).body);
    const { order_number } = (await admin.get(`/api/orders/${alpha}`)).body;
    expect(await find(order_number)).toEqual([alpha]);
    expect(await find('alpha')).toEqual([alpha]);
    expect((await find(site.name)).sort()).toEqual([...orderUuids].sort());
    expect((await find((await admin.get('/api/profile')).body.name.toUpperCase())).sort()).toEqual([...orderUuids].sort());
    const colleague = await person('employee', { forenames: 'Quillon', surname: 'Featherby' });
    await admin.post(`/api/orders/${await draft(admin, [colleague.id])}/employees`, { employees: [wearer.id] });
    const [colleagueOrderUuid] = await find('quillon feath');
    expect((await admin.get(`/api/orders/${colleagueOrderUuid}`)).body.employees).toHaveLength(2);
    // A person who is only a wearer of an order does not see the other wearers.
    expect(await find('quillon', await signIn(wearer))).toEqual([]);
    await admin.delete(`/api/orders/${colleagueOrderUuid}`);
    expect(await find("'; drop table orders; --")).toEqual([]);
    expect(uuids((await admin.get('/api/orders?orderBy=client_po_reference&sortedBy=asc&per_page=1&page=2')).body)).toEqual([beta]);
    expect(uuids((await admin.get('/api/orders?this_employee_only=1')).body).sort()).toEqual([...orderUuids].sort());
    expect((await (await signed('client_admin')).get('/api/orders?this_employee_only=true')).body.items).toEqual([]);
    for (const bad of ['orderBy=version', 'include=secrets', 'page=0', 'sortedBy=up'])
      expect((await admin.get(`/api/orders?${bad}`)).status).toBe(422);
    expect((await admin.get('/api/orders?per_page=5000')).body.per_page).toBe(100);
  });

  test('shows wearers who did not request an order only their own lines of the order, without PO and cost code', async () => {
    const { admin, signIn, person, signed, dress, wearer, parent, medium, large, draft, order, submit, elsewhere } = await clientFixture();
    const colleague = await person('employee');
    const visitor = await person('manager', { sites: [elsewhere.id] });
    for (const { id } of [colleague, visitor]) await dress(id);
    const uuid = await draft(admin, [wearer.id, colleague.id, visitor.id]);
    await order(uuid, medium.id, 2, admin, wearer.id);
    await order(uuid, large.id, 7, admin, colleague.id);
    await order(uuid, parent.id, 5, admin, colleague.id);
    await order(uuid, parent.id, 3, admin, visitor.id);
    const response = await submit(uuid, { client_po_reference: 'PO-Nimbus-9', cost_code: 'CC-77', confirm_missing_sizes: true });
    expect(response.status).toBe(200);
    const numbers = (qty_total_items: number, lines_with_sizes: number, lines_with_no_sizes: number) => ({
      status: 'submitted',
      qty_total_items,
      progress_summary: { lines_with_sizes, lines_with_no_sizes, status: { status_name: 'submitted' } },
    });
    const asSeen = async (by: Caller) => [(await by.get(`/api/orders/${uuid}`)).body, (await by.get('/api/orders')).body.items[0]];
    for (const by of [admin, await signed('manager')]) {
      for (const body of await asSeen(by)) expect(body).toMatchObject({ ...numbers(17, 2, 2), client_po_reference: 'PO-Nimbus-9' });
      expect((await by.get(`/api/orders/${uuid}`)).body.cost_code).toBe('CC-77');
      expect(uuids((await by.get('/api/orders?search=nimbus')).body)).toEqual([uuid]);
    }
    for (const [one, seen_numbers] of [
      [wearer, numbers(2, 1, 0)],
      [visitor, numbers(3, 0, 1)],
    ] as const) {
      const by = await signIn(one);
      for (const body of await asSeen(by)) {
        expect(body).toMatchObject({ ...seen_numbers, client_po_reference: null });
        expect(JSON.stringify(body)).not.toMatch(/Nimbus|CC-77/);
      }
      expect((await by.get(`/api/orders/${uuid}`)).body.can.choose_size).toBe(one === visitor);
      for (const text of ['nimbus', 'PO-Nimbus-9']) expect((await by.get(`/api/orders?search=${text}`)).body).toMatchObject({ items: [], total: 0 });
      expect((await by.get('/api/orders?orderBy=client_po_reference')).body.total).toBe(1);
    }
  });

  test('shows for each draft whether the reader may edit it', async () => {
    const { admin, signIn, signed, wearer, draft } = await clientFixture();
    const uuid = await draft(admin, [wearer.id]);
    const mayEdit = async (by: Caller): Promise<[string, boolean][]> =>
      (await by.get('/api/orders')).body.items.map((one: { uuid: string; can: { edit_details: boolean } }) => [one.uuid, one.can.edit_details]);
    expect(await mayEdit(admin)).toEqual([[uuid, true]]);
    expect(await mayEdit(await signed('site_admin'))).toEqual([[uuid, true]]);
    expect(await mayEdit(await signIn(wearer))).toEqual([[uuid, false]]);
    const own = await draft(await signIn(wearer), [wearer.id]);
    expect((await mayEdit(await signIn(wearer))).find(([one]) => one === own)).toEqual([own, true]);
  });

  test('is sorted by the values that a column shows, and never by prices that are hidden from the reader', async () => {
    const { admin, draft, order, submit, person, signIn, wearer, medium, as, client, details, database } = await clientFixture();
    const abel = await signIn(await person('client_admin', { forenames: 'abel', surname: 'Ash' }));
    const zoe = await signIn(await person('client_admin', { forenames: 'Zoe', surname: 'Ash' }));
    const orderUuids: string[] = [];
    for (const [by, quantity] of [
      [zoe, 1],
      [abel, 3],
      [zoe, 2],
    ] as const) {
      const uuid = await draft(by);
      await order(uuid, medium.id, quantity, by);
      await submit(uuid, {}, by);
      orderUuids.push(uuid);
    }
    const [one, three, two] = orderUuids;
    const sorted = async (orderBy: string, sortedBy: string, by = admin, more = '') =>
      uuids((await by.get(`/api/orders?orderBy=${orderBy}&sortedBy=${sortedBy}${more}`)).body);
    expect(await sorted('sub_total', 'asc')).toEqual([one, two, three]);
    expect(await sorted('sub_total', 'desc')).toEqual([three, two, one]);
    expect(await sorted('sub_total', 'desc', admin, '&per_page=1&page=2')).toEqual([two]);
    expect(await sorted('sub_total', 'desc', admin, '&search=zoe')).toEqual([two, one]);
    expect(await sorted('requester', 'asc')).toEqual([three, one, two]);
    expect(await sorted('requester', 'desc')).toEqual([two, one, three]);

    // A person who is only a wearer sees no prices, so their list is sorted by number.
    const self = await signIn(wearer);
    expect(await sorted('sub_total', 'asc', self)).toEqual([one, three, two]);
    const released_at = '2026-11-20T09:00:00.000Z';
    const about = { account_id: client.id, service_key: 'collection', total_weight: 1, total_items: 1, delivery_address: details.delivery_address };
    for (const [n, uuid] of [one, three].entries()) {
      const { id: order_id } = (await admin.get(`/api/orders/${uuid}`)).body;
      await database.unitOfWork(async (db) => {
        for (const [state, hour] of [
          ['shipped', 12 - n],
          ['requested', null],
        ] as const) {
          const dispatched_at = hour === null ? null : `2026-11-20T${hour}:00:00.000Z`;
          const ended_at = dispatched_at;
          const [pick] = await db
            .insert(picks)
            .values({ order_id, released_at, state: hour === null ? 'awaiting_courier' : 'shipped', ended_at })
            .returning({ id: picks.id });
          const [dispatch] = await db
            .insert(dispatches)
            .values({ ...about, state, dispatched_at, created_at: released_at })
            .returning({ id: dispatches.id });
          await db.insert(dispatchOrders).values({ dispatch_id: dispatch?.id ?? 0, order_id, pick_id: pick?.id ?? 0 });
        }
      });
    }
    expect(await sorted('dispatched_at', 'desc')).toEqual([one, three, two]);
    expect(await sorted('dispatched_at', 'asc')).toEqual([two, three, one]);
    for (const orderBy of ['sub_total', 'requester', 'dispatched_at'])
      expect(await (await as('super')).get(`/api/orders?orderBy=${orderBy}`)).toMatchObject({
        status: 422,
        body: { errors: { orderBy: [expect.any(String)] } },
      });
  });
});

test('a row of a list has the version of the order, so that the order can be changed from the list', async () => {
  const { admin, as, submitted } = await clientFixture();
  const office = await as('super');
  const uuid = await submitted();
  await office.put(`/api/admin/orders/${uuid}`, { customer_notes: 'Ring the bell' });
  const { version } = (await admin.get(`/api/orders/${uuid}`)).body;
  for (const [by, list] of [
    [admin, '/api/orders'],
    [office, '/api/admin/orders?stage=requires_allocation'],
  ] as const) {
    const { items } = (await by.get(list)).body;
    expect(items.find((row: { uuid: string }) => row.uuid === uuid)).toMatchObject({ version });
  }
  await office.put(`/api/admin/orders/${uuid}`, { customer_notes: 'Knock' });
  expect(await office.put(`/api/admin/orders/${uuid}`, { customer_notes: 'Shout', version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { uuid, version: version + 1 } },
  });
});

test('the pages of a client’s list sorted by requester contain each order once, also if requesters have the same name', async () => {
  const { admin, wearer, signed, signIn, user, draft } = await clientFixture();
  const signInManager = (forenames: string) => signed('manager', { forenames, surname: 'Moss' });
  const people = [
    await signInManager('Bea'),
    await signInManager('abe'),
    await signInManager('Bea'),
    await signIn(await user('super', { forenames: 'Aaa', surname: 'Zed' })),
  ];
  for (let n = 0; n < 11; n++) await draft(people[n % people.length], [wearer.id]);
  const page = async (query: string): Promise<{ id: number; requester: { name: string } }[]> =>
    (await admin.get(`/api/orders?orderBy=requester&${query}`)).body.items;
  const all = await page('sortedBy=asc&per_page=50');
  const key = ({ id, requester }: (typeof all)[number]) =>
    `${requester.name.split(' ').toReversed().join(' ').toLowerCase()} ${String(id).padStart(9, '0')}`;
  expect(all.map(key)).toEqual(all.map(key).sort());
  expect(new Set(all.map(({ requester }) => requester.name))).toEqual(new Set(['abe Moss', 'Bea Moss', 'Kitroom']));
  for (const [direction, whole] of [
    ['asc', all],
    ['desc', [...all].reverse()],
  ] as const) {
    const pages = [];
    for (let n = 1; n <= 4; n++) pages.push(...(await page(`sortedBy=${direction}&per_page=3&page=${n}`)));
    expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    // With a filter, another query reads the same orders.
    expect((await page(`sortedBy=${direction}&per_page=50&status=draft`)).map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  }
  expect(await page('page=9&per_page=3')).toEqual([]);
  expect((await admin.get('/api/orders?orderBy=requester')).body.total).toBe(11);
});

describe('the office’s list of orders', () => {
  test('begins with the last submitted order and ends with drafts, and is filtered by stage', async () => {
    const { as, submitted, draft, setClock, client, admin, database } = await clientFixture();
    const office = await as('super');
    const oldDraft = await draft();
    const first = await submitted();
    setClock(1);
    const second = await submitted();
    const list = async (query = '') => (await office.get(`/api/admin/orders?account_id=${client.id}${query}`)).body;
    expect(await list()).toMatchObject({ per_page: 100, total: 3 });
    expect(uuids(await list())).toEqual([second, first, oldDraft]);
    expect(uuids(await list('&sortedBy=asc'))).toEqual([oldDraft, first, second]);
    expect(uuids(await list('&orderBy=order_number&sortedBy=asc'))).toEqual([oldDraft, first, second]);
    expect(uuids(await list('&stage=requires_allocation'))).toEqual([second, first]);
    expect(uuids(await list('&filters.stage=requires_allocation'))).toEqual([second, first]);
    expect(await list('&stage=requires_prep')).toMatchObject({ items: [], total: 0 });
    expect((await office.get('/api/admin/orders?stage=requires_coffee')).status).toBe(422);
    await database.unitOfWork(async (db) => await db.update(orders).set({ status: 'waiting_for_courier' }).where(eq(orders.uuid, first)));
    expect((await list()).items.map(({ is_stuck }: { is_stuck: boolean }) => is_stuck)).toEqual([false, false, false]);
    setClock(61);
    const later = await as('super');
    expect((await later.get('/api/admin/orders')).body.items.filter(({ is_stuck }: { is_stuck: boolean }) => is_stuck)).toMatchObject([
      { uuid: first },
    ]);
    expect((await admin.get('/api/admin/orders')).status).toBe(403);
    expect((await admin.get('/api/admin/orders/counts')).status).toBe(403);
  });

  test('can be limited to orders that wait to be picked, to be prepped or to be dispatched', async () => {
    const { as, submitted, client, database } = await clientFixture();
    const office = await as('super');
    const [picking, prep, booked] = [await submitted(), await submitted(), await submitted()];
    const states = { picking: 'picking_paused', prep: 'picked', booked: 'booked' } as const;
    await database.unitOfWork(async (db) => {
      for (const [uuid, status] of [
        [picking, states.picking],
        [prep, states.prep],
        [booked, states.booked],
      ] as const)
        await db.update(orders).set({ status }).where(eq(orders.uuid, uuid));
    });
    const list = async (flag: string) => uuids((await office.get(`/api/admin/orders?account_id=${client.id}&${flag}`)).body);
    expect(await list('picking_only=true')).toEqual([picking]);
    expect(await list('prep_only=1')).toEqual([prep]);
    expect(await list('ready_for_dispatch_only=true')).toEqual([booked]);
    expect(await list('picking_only=false')).toHaveLength(3);
  });

  test('counts every stage, and the counts match the pages', async () => {
    const { as, submitted } = await clientFixture();
    const office = await as('super');
    const before = (await office.get('/api/admin/orders/counts')).body;
    await submitted();
    const after = (await office.get('/api/admin/orders/counts')).body;
    expect(after).toEqual({ ...before, all: before.all + 1, requires_allocation: before.requires_allocation + 1 });
    const pages = [];
    const { last_page, total } = (await office.get('/api/admin/orders?per_page=2')).body;
    for (let page = 1; page <= last_page; page++) pages.push(...uuids((await office.get(`/api/admin/orders?per_page=2&page=${page}`)).body));
    expect(pages).toHaveLength(total);
    expect(new Set(pages).size).toBe(total);
    expect(total).toBe(after.all);
  });

  test('searches by number, PO, client, site and requester', async () => {
    const { as, draft, order, submit, client, site, admin, database, account } = await clientFixture({
      account: { name: 'Zephyr Gardens Ltd', reference: 'ZEPH' },
    });
    const office = await as('super');
    const uuid = await draft();
    await order(uuid);
    await submit(uuid, { client_po_reference: 'ZG/771' });
    await account({ name: 'Zephyr Marine' });
    const find = async (search: string) => (await office.get(`/api/admin/orders?search=${encodeURIComponent(search)}`)).body;
    const { order_number, requester } = (await admin.get(`/api/orders/${uuid}`)).body;
    for (const search of [order_number, 'zg/771', 'zephyr gardens', 'zeph', site.name, requester.name]) {
      const { items, total } = await find(search);
      expect({ search, uuids: uuids({ items }), total }).toMatchObject({ search, uuids: [uuid], total: 1 });
    }
    expect(await find('nobody of this name')).toMatchObject({ items: [], total: 0 });
    expect((await find('zephyr gardens')).items[0]).toMatchObject({ account: { id: client.id, name: 'Zephyr Gardens Ltd' } });
    await database.unitOfWork(async (db) => await db.update(orders).set({ deleted_at: '2026-11-20T10:00:00.000Z' }).where(eq(orders.uuid, uuid)));
    expect(await find(order_number)).toMatchObject({ items: [], total: 0 });
  });

  test('searches by part of a PO, by SKU, by postcode, by a number with # and by two words, for the office and for a client', async () => {
    const { as, draft, order, submit, site, medium, parent, large, admin, signIn, wearer } = await clientFixture({
      account: { name: 'Zephyr Gardens Ltd', reference: 'ZGL' },
    });
    const office = await as('super');
    const uuid = await draft();
    await order(uuid, medium.id);
    const address = { ...site.delivery_address, postcode: 'QX7 4ZP' };
    const { status } = await submit(uuid, { client_po_reference: 'ZG-2026/00871', delivery_address: address });
    expect(status).toBe(200);
    const other = await draft();
    await order(other, large.id);
    await submit(other, { client_po_reference: 'ZG-2026/00872' });
    const { order_number } = (await admin.get(`/api/orders/${uuid}`)).body;
    const both = [other, uuid];
    for (const [search, expected] of [
      ['00871', [uuid]],
      ['26/0087', both],
      ['871', [uuid]],
      [`#${order_number}`, [uuid]],
      [`#${Number(order_number)}`, [uuid]],
      [medium.sku.toLowerCase(), [uuid]],
      [parent.sku, both],
      ['qx7 4zp', [uuid]],
      ['QX74ZP', [uuid]],
      ['qx7', [uuid]],
      ['qx7 4', [uuid]],
      ['zephyr 00871', [uuid]],
      ['gardens qx7 4zp', [uuid]],
      [`${medium.sku} 26/0087`, [uuid]],
      ['zephyr 00873', []],
      [`${large.sku} 00871`, []],
      ['#00871', []],
      ['"00871" or', []],
      ['qx9', []],
    ] as const) {
      for (const stage of ['', '&stage=requires_allocation', `&site_id=${site.id}`]) {
        const { items, total } = (await office.get(`/api/admin/orders?search=${encodeURIComponent(search)}${stage}`)).body;
        expect({ search, stage, uuids: uuids({ items }), total }).toEqual({ search, stage, uuids: [...expected], total: expected.length });
      }
      if (search.startsWith('zephyr') || search.startsWith('gardens')) continue;
      expect({ search, uuids: uuids((await admin.get(`/api/orders?search=${encodeURIComponent(search)}`)).body) }).toEqual({
        search,
        uuids: [...expected],
      });
    }
    // A wearer who did not request the order finds it by their own items, not by other wearers’ items.
    const own = await signIn(wearer);
    expect(uuids((await own.get(`/api/orders?search=${medium.sku}`)).body)).toEqual([uuid]);
    expect(uuids((await own.get('/api/orders?search=00871')).body)).toEqual([]);
    // An order is found by its current PO, and no longer by a former one.
    await office.put(`/api/admin/orders/${uuid}/update`, { client_po_reference: 'Changed-5' });
    const searchOrders = async (search: string) => uuids((await office.get(`/api/admin/orders?search=${encodeURIComponent(search)}`)).body);
    expect([await searchOrders('00871'), await searchOrders('anged-5')]).toEqual([[], [uuid]]);
    await office.put(`/api/admin/orders/${uuid}/update`, { client_po_reference: null });
    expect(await searchOrders('anged-5')).toEqual([]);
  });

  test('lists an order found by its number before orders found by their PO', async () => {
    const { as, draft, order, submit, submitted, admin, database, wearer } = await clientFixture();
    const office = await as('super');
    for (let n = 0; n < 99; n++) await draft();
    const numbered = await submitted();
    const { order_number } = (await admin.get(`/api/orders/${numbered}`)).body;
    const digits = String(Number(order_number));
    const part = await draft();
    await order(part);
    await submit(part, { client_po_reference: `PO#${order_number}` });
    expect(digits.length).toBeGreaterThan(2);
    expect(uuids((await office.get(`/api/admin/orders?search=${digits}`)).body)).toEqual([numbered, part]);
    for (const term of [order_number, `%23${order_number}`, `%23${digits}`])
      expect(uuids((await office.get(`/api/admin/orders?search=${term}`)).body), term).toEqual([numbered]);
    // A search for # with a number means an order number: without such an order it finds nothing, although a PO contains the text.
    await office.put(`/api/admin/orders/${part}/update`, { client_po_reference: 'PO#99123' });
    for (const stage of ['', '&stage=requires_allocation'])
      expect(uuids((await office.get(`/api/admin/orders?search=%2399123${stage}`)).body), stage).toEqual([]);
    // If an order’s number is also a wearer’s employee number, the wearer’s orders are found after this order.
    await database.unitOfWork((db) => db.update(users).set({ employee_number: digits }).where(eq(users.id, wearer.id)));
    const [own, ...theirs] = uuids((await office.get(`/api/admin/orders?search=${digits}`)).body);
    expect(own).toBe(numbered);
    expect(theirs).toContain(part);
  });

  test('finds all orders of the clients, sites and people whose name is searched, sorted and filtered like the list', async () => {
    const { as, draft, order, submit, submitted, site, client, account, newSite, user, startFor } = await setUp();
    const office = await as('super');
    const first = await submitted();
    const draftUuid = await draft();
    const second = await draft();
    await order(second);
    await submit(second, { client_po_reference: 'Quill 9' });
    const find = async (search: string, more = '') => {
      const { body } = await office.get(`/api/admin/orders?search=${encodeURIComponent(search)}${more}`);
      expect(body.total, search).toBe(body.items.length);
      return uuids(body);
    };
    expect(client.name).toContain('Quillfeather');
    expect(await find('quillfeather')).toEqual([second, first, draftUuid]);
    expect(await find('quillfeather', '&stage=requires_allocation')).toEqual([second, first]);
    expect(await find('quillfeather', '&orderBy=order_number&sortedBy=asc')).toEqual([first, draftUuid, second]);
    expect(await find('quillfeather', `&account_id=${client.id}`)).toEqual([second, first, draftUuid]);
    expect(await find('quillfeather', `&site_id=${site.id}`)).toEqual([second, first, draftUuid]);
    expect((await office.get('/api/admin/orders?search=quillfeather&per_page=2&page=2')).body).toMatchObject({
      total: 3,
      items: [{ uuid: draftUuid }],
    });
    expect((await office.get('/api/admin/orders/matching?search=quillfeather')).body.uuids).toEqual([second, first, draftUuid]);

    // At another client, the search finds the orders of a site and a person with this name. At a client with this name it finds all orders.
    const other = await account({ name: 'Other Works' });
    const place = await newSite(other.id, { name: 'Quillfeather Lane' });
    const person = await user('client_admin', { account_id: other.id, sites: [place.id], surname: 'Quillfeather' });
    const otherClientOrder = await startFor(other.id, person.id);
    expect(await find('quillfeather')).toEqual([second, first, otherClientOrder, draftUuid]);
    const twin = await account({ name: 'Quillfeather Twins' });
    const twins = await startFor(twin.id, (await user('client_admin', { account_id: twin.id })).id);
    expect(await find('quillfeather tw')).toEqual([twins]);
    expect(await find('quillfeather')).toEqual([second, first, twins, otherClientOrder, draftUuid]);

    // A word with a digit is searched only in POs. Any other word is also searched in names.
    await newSite(other.id, { name: 'Quill 9 Yard' });
    expect(await find('quill 9')).toEqual([second]);
    expect(await find('Quill 9')).toEqual([second]);

    async function setUp() {
      const base = await clientFixture({ account: { name: 'Quillfeather Ltd' } });
      const start = async (account_id: number, requester_id: number): Promise<string> =>
        base.database.unitOfWork(async (db) => {
          const [row] = await db
            .insert(orders)
            .values({
              uuid: crypto.randomUUID(),
              account_id,
              creator_id: requester_id,
              requester_id,
              created_at: base.now(),
              status_since: base.now(),
            })
            .returning({ uuid: orders.uuid });
          return row?.uuid ?? '';
        });
      return { ...base, startFor: start };
    }
  });

  test('shows no prices to the warehouse', async () => {
    const { as, submitted } = await clientFixture();
    const uuid = await submitted();
    const { body } = await (await as('warehouse')).get('/api/admin/orders?include=lines,employees,delivery_address');
    const item = body.items.find((one: Item) => one.uuid === uuid);
    expect(item).toMatchObject({
      sub_total: null,
      total: null,
      delivery_address: { postcode: 'LS1 4AP' },
      lines: [{ unit_price: null, cost: null }],
    });
  });
});

test('a search that finds thousands of orders returns exactly the rows, counts and pages of the matching orders', async () => {
  const { as, database, client, site, admin, medium, wearer, now, account, user } = await clientFixture({ account: { name: 'Bramblewick Ltd' } });
  const other = await account({ name: 'Other Works' });
  const person = await user('client_admin', { account_id: other.id, forenames: 'Ida Bulkeley', surname: 'Marchbank' });
  // Most orders are drafts, because PostgreSQL adds each submitted order to the spend of its budgets, which takes a millisecond.
  const rows = await database.unitOfWork(async (db) => {
    const rows = Array.from({ length: 4_400 }, (_, n) => ({
      uuid: crypto.randomUUID(),
      account_id: n % 2 ? client.id : other.id,
      creator_id: admin.id,
      requester_id: n % 2 ? admin.id : person.id,
      delivery_site_id: n % 2 ? site.id : null,
      delivery_address: { ...site.delivery_address, postcode: n % 3 ? 'QV7 4ZP' : 'QV8 1AA' },
      client_po_reference: n < 4_000 ? `Bulk-${n}` : n % 5 ? null : `March-${n}`,
      submitted_at: n % 11 > 1 ? null : new Date(Date.parse(now()) - (n % 1000) * 60_000).toISOString(),
      status: n % 11 > 1 ? ('draft' as const) : n % 11 ? ('allocated' as const) : ('submitted' as const),
      created_at: now(),
      status_since: now(),
      deleted_at: n % 7 ? null : now(),
    }));
    const ids = await insertWithIds(db, orders, rows);
    const lines = ids.map((order_id) => ({
      order_id,
      employee_id: wearer.id,
      product_id: medium.id,
      product_name: 'Polo',
      qty_requested: 1,
      unit_price: 100,
      vat_rate: 20,
      is_size_selected: true,
      created_at: now(),
    }));
    await insertMany(
      db,
      orderLines,
      lines.filter((_, n) => n % 5),
    );
    return rows.map((row, n) => ({ ...row, n, id: ids[n] ?? 0 }));
  });
  const office = await as('super');
  const live = rows.filter(({ deleted_at }) => !deleted_at).sort((a, b) => (b.submitted_at ?? '').localeCompare(a.submitted_at ?? '') || b.id - a.id);
  for (const [search, isMeant] of [
    ['bulk-', ({ n }: { n: number }) => n < 4_000],
    ['BULK-1', ({ n }: { n: number }) => n < 4_000 && String(n).startsWith('1')],
    [medium.sku, ({ n }: { n: number }) => n % 5 > 0],
    ['qv7', ({ n }: { n: number }) => n % 3 > 0],
    ['bramblewick', ({ n }: { n: number }) => n % 2 > 0],
    ['marchbank', ({ n }: { n: number }) => n % 2 === 0],
    [site.name, ({ n }: { n: number }) => n % 2 > 0],
    // The next two words are parts both of a name and of POs: `march` of a few POs, `bulk` of many.
    ['march', ({ n }: { n: number }) => n % 2 === 0 || (n >= 4_000 && n % 5 === 0)],
    ['bulk', ({ n }: { n: number }) => n % 2 === 0 || n < 4_000],
    ['marchbank bulk-', ({ n }: { n: number }) => n < 4_000 && n % 2 === 0],
    [`bulk- ${medium.sku}`, ({ n }: { n: number }) => n < 4_000 && n % 5 > 0],
    ['bramblewick qv7', ({ n }: { n: number }) => n % 2 > 0 && n % 3 > 0],
  ] as const) {
    const matchingOrders = live.filter(isMeant);
    const counts = (await office.get(`/api/admin/orders/counts?search=${encodeURIComponent(search)}`)).body;
    expect({ search, all: counts.all, waiting: counts.requires_allocation }).toEqual({
      search,
      all: matchingOrders.length,
      waiting: matchingOrders.filter(({ status }) => status === 'submitted').length,
    });
    const views: [more: string, expected: typeof live, page?: number][] = [
      ['', matchingOrders],
      ['', matchingOrders, 100],
      ['&stage=requires_allocation', matchingOrders.filter(({ status }) => status === 'submitted')],
      [`&account_id=${client.id}`, matchingOrders.filter(({ account_id }) => account_id === client.id)],
      [`&site_id=${site.id}`, matchingOrders.filter(({ delivery_site_id }) => delivery_site_id), 3],
      ['&orderBy=order_number&sortedBy=asc', [...matchingOrders].sort((a, b) => a.id - b.id)],
    ];
    // Tests every view of one search, and the first page of the other searches.
    for (const [more, expected, page = 1] of search === medium.sku ? views : views.slice(0, 1)) {
      const { body } = await office.get(`/api/admin/orders?search=${encodeURIComponent(search)}&per_page=20&page=${page}${more}`);
      const ids = body.items.map(({ id }: { id: number }) => id);
      expect({ search, more, page, total: body.total, ids }).toEqual({
        search,
        more,
        page,
        total: expected.length,
        ids: expected.slice((page - 1) * 20, page * 20).map(({ id }) => id),
      });
    }
  }
}, 120_000);

test('the office and a client find orders by a wearer’s name and number, by the courier’s numbers and by products', async () => {
  const { admin, as, signIn, wearer, person, client, medium, dress, draft, order, submit, database, product } = await clientFixture();
  const office = await as('super');
  await database.unitOfWork((db) =>
    db.update(users).set({ forenames: 'Søren', surname: 'O’Wearer', employee_number: 'NG1190' }).where(eq(users.id, wearer.id)),
  );
  await database.unitOfWork((db) => db.update(products).set({ name: 'Étanche Parka' }).where(eq(products.id, medium.id)));
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 50 });
  const colleague = await person('employee', { forenames: 'Colette', surname: 'Nobody', employee_number: '771190' });
  await dress(colleague.id);
  const make = async (by: number) => {
    const uuid = await draft(admin, [by]);
    await order(uuid, medium.id, 1, admin, by);
    expect((await submit(uuid)).status).toBe(200);
    return uuid;
  };
  const mine = await make(wearer.id);
  const theirs = await make(colleague.id);
  await ship(office, mine);
  const [{ id: order_id }] = (await office.get(`/api/admin/orders?search=${(await admin.get(`/api/orders/${mine}`)).body.order_number}`)).body.items;
  await database.unitOfWork(async (db) => {
    const [sent] = await db.select({ id: dispatchOrders.dispatch_id }).from(dispatchOrders).where(eq(dispatchOrders.order_id, order_id));
    await db.delete(consignments).where(eq(consignments.dispatch_id, sent?.id ?? 0));
    await db.insert(consignments).values({
      dispatch_id: sent?.id ?? 0,
      carrier: 'dpd',
      consignment_number: 'CN4711X',
      tracking_number: '15501234567890',
      created_at: new Date().toISOString(),
    });
  });
  const find = async (search: string, by = office, path = '/api/admin/orders') =>
    uuids((await by.get(`${path}?account_id=${client.id}&search=${encodeURIComponent(search)}`)).body).sort();
  const both = [mine, theirs].sort();
  for (const [by, path] of [
    [office, '/api/admin/orders'],
    [admin, '/api/orders'],
  ] as const) {
    for (const search of ["soren o'wearer", 'NG1190', 'ng1190', '15501234567890', '1550 1234 567890', 'cn4711x'])
      expect([path, search, await find(search, by, path)]).toEqual([path, search, [mine]]);
    expect(await find('771190', by, path)).toEqual([theirs]);
    expect(await find('Colette Nobody', by, path)).toEqual([theirs]);
    expect(await find('15501234567899', by, path)).toEqual([]);
  }
  expect(await find('etanche parka')).toEqual(both);
  expect(await find('etanche parka soren')).toEqual([mine]);
  // A wearer finds an order by what the wearer can see of it, but not by the data of other wearers.
  const own = await signIn(wearer);
  expect(await find('15501234567890', own, '/api/orders')).toEqual([mine]);
  expect(await find('771190', own, '/api/orders')).toEqual([]);
  const other = await product({ name: 'Never ordered' });
  expect(await find(other.sku)).toEqual([]);
});
