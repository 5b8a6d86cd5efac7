import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import {
  accounts,
  errorCodes,
  files,
  orderLines,
  orders,
  products,
  shelfTasks,
  syncClients,
  syncClock,
  syncDevices,
  syncDeviceUsers,
  syncOutcomes,
  users,
} from '../../server/db/tables/index.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { createBookedOrder, requestRow } from '../dispatch/booked.ts';
import { floor, outcomesOf } from './tablet.ts';

watchStatements();

test('the first pull brings an order with its lines, wearers and products, without prices and costs', async () => {
  const { order, polo, picker, tablet } = await floor().then(async (here) => ({ ...here, ...(await here.polosAndCaps()) }));
  const t = tablet(picker);
  const answer = await t.sync();
  expect(answer).toMatchObject({ full: true, more: false, halt: null, results: [], outcomes: [] });
  expect(t.rows.pick.get(order.uuid)).toMatchObject({
    id: order.pick_id,
    state: 'released',
    picker: null,
    order_number: expect.stringMatching(/^\d{5}$/),
  });
  expect(t.line(order.pick_id, polo.id)).toMatchObject({ qty_allocated: 3, qty_picked: 0 });
  expect(t.rows.wearer.get(order.requester.id)).toMatchObject({ name: `Person ${order.requester.surname}` });
  expect(t.rows.product.get(polo.id)).toMatchObject({ sku: polo.sku, bin: polo.bin });
  expect([...t.rows.error_code.values()].map(({ code }) => code)).toContain('NOT_IN_BIN');
  expect(t.rows.shipping_service.get('999')).toMatchObject({ name: 'Collection', default_weight: 5, default_items: 1 });
  expect(t.rows.shipping_service.get('240')).toMatchObject({ default_weight: 1, max_weight: 1 });
  expect(t.rows.shipping_service.get('48')).toMatchObject({ postcode_areas: ['BT'] });
  expect(JSON.stringify(answer.patch)).not.toMatch(/price|cost/);
});

test('a later pull brings only what changed', async () => {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  await t.sync();
  await t.settle();
  expect(await t.sync()).toMatchObject({ patch: {}, full: false, more: false });
  const answer = await t.sync(t.start(order.pick_id), t.record(order.pick_id, polo.id, 3));
  expect(outcomesOf(answer)).toEqual(['applied', 'applied']);
  expect(Object.keys(answer.patch).sort()).toEqual(['pick', 'pick_line', 'product', 'wearer']);
  expect(answer.patch.pick_line?.put.map(({ product_id }) => product_id)).toEqual([polo.id]);
  expect(t.rows.pick.get(order.uuid)).toMatchObject({ state: 'picking', picker: { id: here.picker.id } });
  expect(t.line(order.pick_id, cap.id).qty_picked).toBe(0);
});

test('an order is pulled when its pick opens, and removed when the pick closes; a later pick of the order replaces the old one', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  await t.settle();
  expect((await here.office.put(order.path, { unallocate: true })).status).toBe(200);
  const answerAfter = await t.sync();
  expect(answerAfter.patch.pick).toEqual({ put: [], del: [order.uuid] });
  expect([...t.rows.pick_line.values()].some(({ pick_id }) => pick_id === order.pick_id)).toBe(false);

  await here.office.post(`${order.path}/allocate-all`);
  const { body } = await here.office.post(`${order.path}/allocate`);
  const back = await t.sync();
  expect(back.patch.pick).toMatchObject({ put: [{ uuid: order.uuid, id: body.pick_id }], del: [] });
  expect(body.pick_id).not.toBe(order.pick_id);
  expect(t.line(body.pick_id, polo.id)).toMatchObject({ qty_allocated: 3 });
});

test('an order on the floor is pulled again when the office changes it or its products, even if its pick has not changed', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  await t.settle();
  const change = (work: (db: Db) => Promise<unknown>) => here.database.unitOfWork(work);
  await change((db) => db.update(orders).set({ customer_notes: 'Ring the bell', required_on: '2026-12-04' }).where(eq(orders.id, order.id)));
  await change((db) => db.update(users).set({ surname: 'Okafor' }).where(eq(users.id, order.requester.id)));
  await change((db) => db.update(products).set({ bin: 'Z-99-1' }).where(eq(products.id, polo.id)));
  await change((db) => db.update(accounts).set({ name: 'Renamed Client' }).where(eq(accounts.id, order.account_id)));
  await change((db) =>
    db
      .update(orderLines)
      .set({ decoration: 'Logo left chest' })
      .where(eq(orderLines.id, order.lines[0] ?? 0)),
  );
  const { patch } = await t.sync();
  expect(t.rows.pick.get(order.uuid)).toMatchObject({
    customer_notes: 'Ring the bell',
    required_on: '2026-12-04',
    account_name: 'Renamed Client',
  });
  expect(t.rows.wearer.get(order.requester.id)?.name).toContain('Okafor');
  expect(t.rows.product.get(polo.id)?.bin).toBe('Z-99-1');
  expect(t.line(order.pick_id, polo.id)).toMatchObject({ decoration: 'Logo left chest', fact_version: 1 });
  expect(patch.pick_line?.put).toHaveLength(1);
  await t.settle();
  const hash = 'ab'.repeat(32);
  const logo = { hash, type: 'image/png', size: 1, created_at: here.now() };
  await change(async (db) => {
    const [file] = await db.insert(files).values(logo).returning({ id: files.id });
    await db
      .update(accounts)
      .set({ logo_file_id: file?.id ?? null })
      .where(eq(accounts.id, order.account_id));
  });
  await t.sync();
  expect(t.rows.pick.get(order.uuid)?.account_logo_url).toBe(`/files/${hash}`);
  await t.settle();
  await change((db) => db.update(orders).set({ cost_code: 'unseen' }).where(eq(orders.id, order.id)));
  expect((await t.sync()).patch).toEqual({});
});

test('when a reason is deleted or a person leaves, the tablets no longer have the reason or the person', async () => {
  const here = await floor();
  const t = here.tablet(here.picker);
  const leaver = await here.as('warehouse');
  const [reason] = await here.database.unitOfWork((db) =>
    db.insert(errorCodes).values({ code: 'GONE', description: 'Soon gone', requires_input: false }).returning(),
  );
  await t.sync();
  expect(t.rows.error_code.has(reason?.id ?? 0)).toBe(true);
  expect(t.rows.staff.get(leaver.id)).toMatchObject({ role: 'warehouse' });
  await here.database.unitOfWork((db) => db.delete(errorCodes).where(eq(errorCodes.id, reason?.id ?? 0)));
  await here.database.unitOfWork((db) => db.update(users).set({ is_disabled: true }).where(eq(users.id, leaver.id)));
  await t.sync();
  expect(t.rows.error_code.has(reason?.id ?? 0)).toBe(false);
  expect(t.rows.staff.has(leaver.id)).toBe(false);
});

test('an order goes through prep and dispatch on the tablets until it ships', async () => {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps({ wearers: 2 });
  const { pick_id } = order;
  const t = here.tablet(here.picker);
  await t.sync();
  const quantities = { [polo.id]: 3, [cap.id]: 2 };
  await t.sync(t.start(pick_id), t.record(pick_id, polo.id, 3), t.record(pick_id, cap.id, 2), t.complete(pick_id, quantities));
  expect(t.rows.pick.get(order.uuid)).toMatchObject({ state: 'picked', wearer_count: 2 });
  expect(t.rows.prep_order.get(pick_id)).toMatchObject({ picked_by_name: expect.any(String), booked_at: null });

  const line = t.line(pick_id, polo.id);
  const digest = t.digest(pick_id, {});
  const wearer = order.requester.id;
  const prep = await t.sync(
    t.next({ n: 'prep.tick_line', a: { pick_id, pick_line_id: line.id, ticked: true } }),
    t.next({ n: 'print.request', a: { what: 'bag_label', pick_id, employee_id: wearer, count: 1 } }),
    t.next({ n: 'prep.complete', a: { pick_id, digest: 'another' } }),
    t.next({ n: 'prep.complete', a: { pick_id, digest } }),
    t.next({ n: 'prep.complete', a: { pick_id, digest } }),
  );
  expect(outcomesOf(prep)).toEqual(['applied', 'applied', 'conflict DIGEST', 'applied', 'noop']);
  expect(t.line(pick_id, polo.id).prep_ticked_at).toEqual(expect.any(String));
  expect(t.rows.bag.get(`${pick_id}:${wearer}`)).toMatchObject({ label_printed_at: expect.any(String) });

  const args = { orders: [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false };
  const request = await t.sync(
    t.next({ n: 'dispatch.request', a: { ...args, digest: 'another' } }),
    t.next({ n: 'dispatch.request', a: { ...args, digest } }),
    t.next({ n: 'dispatch.request', a: { ...args, digest } }),
  );
  expect(outcomesOf(request)).toEqual(['conflict DIGEST', 'applied', 'noop']);
  expect(t.rows.pick.get(order.uuid)?.state).toBe('awaiting_courier');
  const [dispatch] = [...t.rows.dispatch.values()].filter(({ orders: carried }) => carried.some(({ uuid }) => uuid === order.uuid));
  expect(dispatch).toMatchObject({ state: 'requested', service_key: '220', total_weight: 5, orders: [{ uuid: order.uuid }], tracking_number: null });

  const dispatch_id = dispatch?.id ?? 0;
  const tracking = { dispatch_id, tracking_number: 'TN1', consignment_number: null };
  const answer = await t.sync(
    t.next({ n: 'dispatch.edit', a: { dispatch_id, total_items: 2 } }),
    t.next({ n: 'dispatch.set_tracking', a: tracking }),
    t.next({ n: 'dispatch.edit', a: { dispatch_id, total_items: 3 } }),
    t.next({ n: 'dispatch.set_tracking', a: { ...tracking, tracking_number: 'TN2' } }),
  );
  expect(outcomesOf(answer)).toEqual(['applied', 'applied', 'rejected ALREADY_SHIPPED', 'rejected ALREADY_SHIPPED']);
  expect(t.rows.dispatch.has(dispatch_id)).toBe(false);
  expect(t.rows.pick.has(order.uuid)).toBe(false);
  expect(await here.statusOf(order.id)).toBe('shipped');
});

test.skipIf(pg)('the lines of all orders that a tablet dispatches together are read by one statement', async () => {
  const here = await floor();
  const t = here.tablet(here.picker);
  const dispatch = async (count: number) => {
    const orders = [];
    while (orders.length < count) orders.push(await createBookedOrder(here));
    await t.sync();
    const picks = orders.map(({ pick_id }) => pick_id);
    const digest = digestOf([...t.rows.pick_line.values()].filter(({ pick_id }) => picks.includes(pick_id)));
    const request = t.next({ n: 'dispatch.request', a: { orders: orders.map(({ uuid }) => requestRow(uuid)), consolidated: false, digest } });
    const { result, statements } = await recordStatements(() => t.exchange([request]));
    expect(outcomesOf(result)).toEqual(['applied']);
    // The version for pokes is read independently of this request, sometimes while it runs.
    return statements.filter(({ sql }) => !sql.startsWith('select "epoch"')).length;
  };
  await dispatch(1);
  expect(await dispatch(5)).toBe(await dispatch(2));
});

test('a pull with another scope, another epoch or an expired cursor gets all rows', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  const { cursor } = await t.sync();
  const ask = async (other: object) => (await t.send({ ...t.envelope([t.start(order.pick_id)]), pull: { cursor: other, lm: {} } })).body;
  expect(await ask({ ...cursor, scope: 'elsewhere' })).toMatchObject({ full: true, halt: null });
  expect(await ask({ ...cursor, epoch: `0-${'a'.repeat(32)}` })).toMatchObject({ full: true, results: [], halt: { why: 'retry' } });
  await here.database.unitOfWork((db) => db.update(syncClock).set({ forgotten_v: (cursor?.v ?? 0) + 1 }));
  expect(await ask({ ...cursor })).toMatchObject({ full: true });
  await here.database.unitOfWork((db) => db.update(syncClock).set({ forgotten_v: 0 }));
});

test('if a tablet is ahead of the database, a backup was restored: a new epoch begins, and no action of the request is applied', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  const before = await t.sync();
  const start = t.start(order.pick_id);
  await t.sync(start);
  // The backup does not contain the start of the pick.
  await here.database.unitOfWork(async (db) => {
    await db.delete(syncOutcomes).where(eq(syncOutcomes.c, t.c));
    await db.update(syncClients).set({ lm: 0 }).where(eq(syncClients.c, t.c));
  });
  const record = t.record(order.pick_id, polo.id, 3);
  here.setClock(1);
  const { body } = await t.send(t.envelope([record]));
  expect(body).toMatchObject({ results: [], halt: { why: 'retry' }, full: true, lm: { [t.c]: 0 } });
  expect(body.cursor.epoch).not.toBe(before.cursor?.epoch);
  const again = await t.send({ ...t.envelope([]), pull: { cursor: null, lm: { [t.c]: 1 } } });
  expect(again.body).toMatchObject({ cursor: { epoch: body.cursor.epoch }, full: true, lm: { [t.c]: 0 } });
  t.cursor = again.body.cursor;
  t.lm = {};
  expect(outcomesOf(await t.sync({ ...start, c: '00000000-0000-4000-8000-0000000000cc', s: 1 }))).toEqual(['noop']);
  here.setClock(1);
  const resync = await t.send({ ...t.envelope([]), pull: { cursor: { ...t.cursor, v: 1e12 }, lm: {} } });
  expect(resync.body).toMatchObject({ full: true });
  expect(resync.body.cursor.epoch).not.toBe(body.cursor.epoch);
});

test('a tablet proves that a backup was restored if it names a later epoch or, without a cursor, a mutation that the server lost', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const t = here.tablet(here.picker);
  await t.sync();
  await t.sync(t.start(order.pick_id));
  const ask = async (pull: object): Promise<string> => (await t.send({ ...t.envelope([]), pull })).body.cursor.epoch;
  const of = (epoch: string) => ({ cursor: { ...t.cursor, epoch }, lm: {} });
  const epochOf = (count: number) => `${count}-${randomUUID().replaceAll('-', '')}`;
  here.setClock(1);
  const first = await ask(of(epochOf(41)));
  expect(first).toMatch(/^42-/);
  expect(await ask(of(epochOf(41)))).toBe(first);
  expect(await ask(of(epochOf(7)))).toBe(first);
  here.setClock(1);
  const second = await ask(of(epochOf(42)));
  expect(second).toMatch(/^43-/);

  here.setClock(1);
  expect(await ask({ cursor: null, lm: { [t.c]: 1 }, epoch: second })).toBe(second);
  expect(await ask({ cursor: null, lm: { [t.c]: 2 }, epoch: first })).toBe(second);
  expect(await ask({ cursor: null, lm: { [randomUUID()]: 2 }, epoch: second })).toBe(second);
  expect(await ask({ cursor: null, lm: { [t.c]: 2 }, epoch: second })).toMatch(/^44-/);
});

test('an unknown sync client proves that a backup was restored only by the signature that its tablet got in this epoch', async () => {
  const here = await floor();
  const { order } = await here.polosAndCaps();
  const [t, other] = [here.tablet(here.picker), here.tablet(here.picker)];
  await t.sync();
  const { ack } = await t.sync(t.start(order.pick_id));
  expect(ack).toMatchObject({ c: t.c, s: 1 });
  expect((await t.sync()).ack).toBeUndefined();
  await other.sync();
  const { ack: others } = await other.sync(other.start(order.pick_id));
  const { epoch } = t.cursor ?? { epoch: '' };
  // The backup is older than the tablets, so it contains neither the tablets nor their sync clients.
  await here.database.unitOfWork(async (db) => {
    const tabletIds = [t.device, other.device];
    await db.delete(syncOutcomes).where(inArray(syncOutcomes.device, tabletIds));
    await db.delete(syncClients).where(inArray(syncClients.device, tabletIds));
    await db.delete(syncDeviceUsers).where(inArray(syncDeviceUsers.device, tabletIds));
    await db.delete(syncDevices).where(inArray(syncDevices.device, tabletIds));
  });
  here.setClock(1);
  const ask = async (more: object) => (await t.send({ ...t.envelope([]), pull: { cursor: t.cursor, lm: { [t.c]: 1 }, ...more } })).body;
  const forged = [undefined, { ...ack, s: 2 }, { ...ack, c: randomUUID() }, { ...ack, sig: `${ack?.sig}A` }, { ...ack, sig: '' }, others];
  for (const claim of forged) expect((await ask({ ack: claim })).cursor.epoch).toBe(epoch);
  const proved = await ask({ ack });
  expect(proved).toMatchObject({ full: true, lm: { [t.c]: 0 } });
  expect(proved.cursor.epoch).not.toBe(epoch);
  // In the new epoch the old signature proves nothing, so the epoch does not change again. The server has stored the tablet again.
  here.setClock(1);
  expect(await ask({ ack, cursor: proved.cursor })).toMatchObject({ cursor: { epoch: proved.cursor.epoch } });
  const devices = await here.database.reader.select().from(syncDevices).where(eq(syncDevices.device, t.device));
  expect(devices).toHaveLength(1);
});

test('an epoch that no server can have created is refused and changes nothing', async () => {
  const here = await floor();
  const t = here.tablet(here.picker);
  const { cursor } = await t.sync();
  const last = `999999999-${'0'.repeat(32)}`;
  for (const pull of [
    { cursor: { ...cursor, epoch: last }, lm: {} },
    { cursor: { ...cursor, epoch: '999999999-x' }, lm: {} },
    { cursor: null, lm: {}, epoch: last },
  ])
    for (const push of [[], [t.next({ n: 'pick.start', a: { pick_id: 1 } })]])
      expect(await t.send({ ...t.envelope(push), pull })).toMatchObject({ status: 422 });
  expect((await t.exchange([])).cursor?.epoch).toBe(cursor?.epoch);
});

test('claims that a backup was restored begin at most one epoch a minute; an earlier claim gets 503, and other tablets continue', async () => {
  const here = await floor();
  const [t, other] = [here.tablet(here.picker), here.tablet(here.picker)];
  here.setClock(1);
  const { cursor } = await t.sync();
  await other.sync();
  const claim = (at: object | null) => t.send({ ...t.envelope([]), pull: { cursor: at && { ...at, v: 1e12 }, lm: {} } });
  const renewed = (await claim(cursor)).body.cursor;
  expect(renewed.epoch).not.toBe(cursor?.epoch);
  const answers = await Promise.all(Array.from({ length: 5 }, () => claim(renewed)));
  for (const { status, headers } of answers) expect([status, headers.get('Retry-After')]).toEqual([503, '60']);
  expect((await other.sync()).cursor?.epoch).toBe(renewed.epoch);
  here.setClock(1);
  // If several tablets prove a restore at once, one starts the new epoch and the others get its rows.
  const again = await Promise.all(Array.from({ length: 5 }, () => claim(renewed)));
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(again.map(({ body }) => body.cursor.epoch)).size).toBe(1);
});

test('a style is pulled once, with the sizes, bins and barcodes of all its SKUs, together with its first line', async () => {
  const here = await floor();
  const tees = await here.style(['M', 'L'], { name: 'Crew T-Shirt' });
  const vests = await here.style(['S', 'M'], { name: 'Hi-Vis Vest' });
  const [medium, large] = tees.children;
  const [small, other] = vests.children;
  if (!medium || !large || !small || !other) throw new Error('no sizes');
  await here.database.unitOfWork((db) => db.update(products).set({ bin: 'A-01-2', barcode: '5012345000015' }).where(eq(products.id, large.id)));
  for (const { id } of [medium, large, small, other]) await here.office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 10 });
  const myTablet = here.tablet(here.picker);
  await myTablet.settle();
  const skus = (style: number): unknown[] => myTablet.rows.style.get(style)?.colours.flatMap((colour) => colour.skus.map(([sku]) => sku)) ?? [];

  const first = await here.released([{ product_id: medium.id, qty: 2 }]);
  await myTablet.sync();
  expect(myTablet.rows.style.get(tees.parent.id)).toMatchObject({ name: 'Crew T-Shirt', colours: [{ colour: 'Navy', hex: '#1f2c4d' }] });
  expect(skus(tees.parent.id)).toEqual([medium.sku, large.sku]);
  expect(myTablet.rows.style.get(tees.parent.id)?.colours[0]?.skus[1]).toEqual([large.sku, 'L', 'A-01-2', '5012345000015']);
  expect(myTablet.rows.style.has(vests.parent.id)).toBe(false);
  await myTablet.settle();

  // The server does not send the style again after a picker's record, or for another order of the same style.
  await here.tablet(here.picker).sync();
  const second = await here.released([{ product_id: large.id, qty: 1 }]);
  const answer = await myTablet.sync(myTablet.start(first.pick_id), myTablet.record(first.pick_id, medium.id, 2));
  expect(answer.patch.pick?.put.map(({ uuid }) => uuid)).toContain(second.uuid);
  expect(answer.patch.style).toBeUndefined();

  // The style of a line's new product is pulled, and so is a style with a SKU that is moved or added.
  const line = myTablet.line(second.pick_id, large.id);
  const substituted = await here.office.post(`/api/admin/order-lines/${line.order_line_id}/substitute`, { mode: 'substitute', product_id: small.id });
  expect(substituted.status).toBe(200);
  await myTablet.sync();
  expect(skus(vests.parent.id)).toEqual([small.sku, other.sku]);
  await myTablet.settle();
  await here.database.unitOfWork((db) => db.update(products).set({ bin: 'Z-09-9' }).where(eq(products.id, other.id)));
  const added = await here.product({ parent_id: tees.parent.id, variation_colour: 'Black', variation_size_1: 'L', position: 9 });
  await myTablet.sync();
  expect(myTablet.rows.style.get(vests.parent.id)?.colours[0]?.skus[1]).toEqual([other.sku, 'M', 'Z-09-9', other.barcode]);
  expect(skus(tees.parent.id)).toEqual([medium.sku, large.sku, added.sku]);
});

test('a shelf task shows the present bin of its SKU', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const line = myTablet.line(order.pick_id, polo.id);
  await here.database.unitOfWork((db) =>
    db.insert(shelfTasks).values({
      ...{ pick_line_id: line.id, product_id: polo.id, order_id: order.id, device: myTablet.device },
      ...{ qty: 1, reason: 'pick_closed', created_at: here.now() },
    }),
  );
  await myTablet.settle();
  await here.database.unitOfWork((db) => db.update(products).set({ bin: 'Z-01-1' }).where(eq(products.id, polo.id)));
  await myTablet.sync();
  expect([...myTablet.rows.shelf_task.values()]).toMatchObject([{ product_id: polo.id, bin: 'Z-01-1' }]);
});
