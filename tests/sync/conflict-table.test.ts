import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type AttentionItem, attentionView, shelfTasks } from '../../pwa/attention/attention-view.ts';
import { run } from '../../server/db/db.ts';
import { errorCodes, pickLines, picks, stockMovements, users } from '../../server/db/tables/index.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import { Device, dropRequest, good, type Office, Tablet } from '../pwa/offline/world.ts';
import type { Caller } from '../world.ts';
import { floor, outcomesOf } from './tablet.ts';

let seed = 0;

/** Sets up an order of 3 polos and 2 caps, the office, another person's tablet, and my tablet, which has the shipped engine and can go offline. */
async function apart() {
  const here = await floor();
  const releasedOrder = await here.polosAndCaps();
  const { order, polo, cap } = releasedOrder;
  const { pick_id } = order;
  const number = String(order.id).padStart(5, '0');
  seed += 1;
  let bearer = here.picker;
  const office: Office = { sync: (body) => bearer.post('/api/sync', body) };
  const device = new Device(Date.now() + seed);
  const myTablet = await Tablet.boot(office, device, here.picker.id);
  /** Signs another person in on my tablet. That person then sends the tablet's queue. */
  const carriedBy = (who: Caller) => {
    bearer = who;
  };
  await myTablet.settle();
  const colleague = await here.as('warehouse', { forenames: 'Aisha', surname: 'Begum' });
  const otherTablet = here.tablet(colleague);
  await otherTablet.sync();

  const rowsNow = () => myTablet.engine.screens.get().floor.rows;
  const lineOf = (product: { id: number }) => {
    const line = [...rowsNow().pick_line.values()].find((row) => row.pick_id === pick_id && row.product_id === product.id);
    if (!line) throw new Error('The tablet has no such line');
    return line;
  };
  const record = (product: { id: number }, qty: number, code: string | null = null) => myTablet.recordLine(lineOf(product), qty, code);
  const offline = () => {
    myTablet.wire = dropRequest;
  };
  const online = async () => {
    myTablet.wire = good;
    await myTablet.settle();
  };
  const look = async () => {
    const at = { floor: myTablet.engine.screens.get().floor, device: myTablet.engine.device, me: here.picker.id };
    const ledger = await myTablet.engine.queue();
    return {
      ...attentionView(ledger, at),
      all: shelfTasks(at, ledger.open).filter(({ order_number }) => order_number === number),
      open: ledger.open,
    };
  };
  const inOffice = async () => {
    const { status, body } = await here.office.get('/api/admin/attention');
    expect(status).toBe(200);
    return (body.items as { m: string; kind: string; device: string | null; code: string; text: string; root_m: string | null }[]).filter(
      ({ device }) => device === myTablet.engine.device,
    );
  };
  /** Checks that the tablet and the office show the same open items and shelf tasks. Returns the tablet's open items. */
  const items = async (): Promise<AttentionItem[]> => {
    const officeItem = await look();
    const officeItems = await inOffice();
    const idsOf = (kind: string) => officeItems.filter((item) => item.kind === kind).map(({ m }) => m);
    expect(idsOf('outcome').sort()).toEqual(officeItem.open.map(({ m }) => m).sort());
    expect(idsOf('shelf_task').sort()).toEqual(
      officeItem.all
        .filter(({ is_ours }) => is_ours)
        .map(({ m }) => m)
        .sort(),
    );
    for (const { text } of officeItems.filter(({ kind }) => kind === 'outcome')) expect(text).toMatch(/\w/);
    return officeItem.items;
  };
  const only = async (): Promise<AttentionItem> => {
    const [item, ...more] = await items();
    expect(more.map(({ words }) => words.title)).toEqual([]);
    if (!item) throw new Error('Nothing needs attention');
    return item;
  };
  /** Decides an open item in the office, or on the tablet while it is offline; the tablet then goes online and sends the decision. */
  const decide = async (side: 'tablet' | 'office', m: string, choice: Choice) => {
    if (side === 'tablet') {
      offline();
      expect(await myTablet.engine.mutate('outcome.resolve', { m, choice })).toEqual({ ok: true });
      expect((await look()).items.find((item) => item.m === m)?.decided ?? choice).toBe(choice);
      await online();
    } else {
      expect(await here.office.post(`/api/admin/attention/${m}/resolve`, { choice })).toMatchObject({ status: 200, body: { outcome: 'applied' } });
      await myTablet.sync();
    }
  };
  const lineNow = async (product: { id: number }) => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === product.id);
  };
  const pickNow = async () => (await here.database.reader.select().from(picks).where(eq(picks.id, pick_id)))[0];
  const countRequests = async () => {
    const { body } = await here.office.get('/api/admin/attention?kind=count_request');
    return (body.items as { m: string; sku: string; qty: number | null; device: string | null }[]).filter(
      ({ device }) => device === myTablet.engine.device,
    );
  };
  const change = (values: Partial<typeof pickLines.$inferInsert>, product: { id: number }) =>
    here.database.unitOfWork((db) =>
      db
        .update(pickLines)
        .set(values)
        .where(eq(pickLines.id, lineOf(product).id)),
    );
  return {
    ...here,
    order,
    polo,
    cap,
    pick_id,
    mine: myTablet,
    theirs: otherTablet,
    colleague,
    record,
    offline,
    online,
    look,
    items,
    only,
    decide,
    lineNow,
    pickNow,
    countRequests,
    change,
    lineOf,
    inOffice,
    carriedBy,
    device,
  };
}

const sides = ['tablet', 'office'] as const;

test('the same line recorded again by the same person on the same tablet needs no decision', async () => {
  const { mine, pick_id, polo, record, items, offline, online } = await apart();
  await mine.start(pick_id);
  await record(polo, 3);
  await online();
  offline();
  await record(polo, 3);
  await online();
  expect(await items()).toEqual([]);
});

describe.each(sides)('conflicts decided at the %s', (side) => {
  const recordOnBoth = async (qty: number) => {
    const here = await apart();
    here.offline();
    await here.mine.start(here.pick_id);
    await here.record(here.polo, qty);
    await here.theirs.sync(here.theirs.record(here.pick_id, here.polo.id, 3));
    await here.online();
    return here;
  };

  test('a line picked twice in equal quantities shows both quantities and pickers, and the items of one picker go back', async () => {
    const { only, colleague, picker, decide, lineNow, polo, look, items } = await recordOnBoth(3);
    const item = await only();
    expect(item).toMatchObject({
      code: 'DOUBLE_PICKED',
      words: { title: 'Line picked on two tablets', text: expect.stringContaining('Two trolleys hold 6 and the order needs 3.') },
      line: { qty_picked: 3, picked_by: { id: colleague.id, name: 'Aisha Begum' }, mine: { qty_picked: 3, picked_by: { id: picker.id } } },
      offers: [
        { choice: 'theirs', label: 'Keep theirs' },
        { choice: 'mine', label: 'Use mine' },
        { choice: 'recount', label: 'Recount' },
      ],
    });
    // No shelf task is shown until somebody has decided.
    expect((await look()).tasks).toEqual([]);
    await decide(side, item.m, 'theirs');
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_by: colleague.id });
    expect(await items()).toEqual([]);
    const [task] = (await look()).tasks;
    expect(task).toMatchObject({ qty: 3, sku: polo.sku, is_ticked: false });
    await decide(side, task?.m ?? '', 'dismiss');
    expect(await look()).toMatchObject({ items: [], tasks: [], all: [] });
  });

  test('for a line picked twice in different quantities, choosing "mine" applies my quantity and sends the other picker’s items back', async () => {
    const { only, decide, lineNow, polo, picker, items, look, theirs } = await recordOnBoth(2);
    const item = await only();
    expect(item).toMatchObject({ code: 'LINE_CHANGED', words: { title: 'Line counted differently on two tablets' } });
    await decide(side, item.m, 'mine');
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 2, picked_by: picker.id });
    expect(await items()).toEqual([]);
    const { tasks, all } = await look();
    expect(tasks).toEqual([]);
    expect(all).toMatchObject([{ qty: 3, device: theirs.device, is_ours: false }]);
  });

  test('a recount leaves the line as it is, and requests a count of the product from the office', async () => {
    const { only, decide, lineNow, polo, colleague, items, countRequests } = await recordOnBoth(2);
    await decide(side, (await only()).m, 'recount');
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_by: colleague.id });
    expect(await items()).toEqual([]);
    expect(await countRequests()).toMatchObject([{ sku: polo.sku, qty: null }]);
  });

  test('if an order is started on two tablets, choosing "mine" applies the refused start and the completion that depends on it', async () => {
    const { mine, theirs, pick_id, polo, cap, record, offline, online, only, decide, pickNow, colleague, picker } = await apart();
    offline();
    await mine.start(pick_id);
    await record(polo, 3);
    await record(cap, 2);
    await mine.complete(pick_id);
    await theirs.sync(theirs.start(pick_id));
    await online();
    const item = await only();
    expect(item).toMatchObject({
      code: 'CLAIMED',
      words: { title: 'Aisha Begum had started this pick already' },
      heldActions: [{ shown: { text: 'Completed the pick' } }],
      offers: [{ choice: 'theirs', label: 'Leave it with Aisha Begum' }, { choice: 'mine' }],
    });
    expect(await pickNow()).toMatchObject({ state: 'picking', picker_id: colleague.id });
    await theirs.sync(theirs.next({ n: 'pick.handover', a: { pick_id } }));
    await decide(side, item.m, 'mine');
    // The start was applied, and then the completion that depended on it.
    expect(await pickNow()).toMatchObject({ state: 'booked', picker_id: picker.id });
  });

  test('if an order is started on two tablets, choosing "theirs" closes the refused start and the completion that depends on it', async () => {
    const { mine, theirs, pick_id, polo, cap, record, offline, online, only, decide, items, lineNow } = await apart();
    offline();
    await mine.start(pick_id);
    await record(polo, 3);
    await record(cap, 2);
    await mine.complete(pick_id);
    await theirs.sync(theirs.start(pick_id));
    await online();
    await decide(side, (await only()).m, 'theirs');
    expect(await items()).toEqual([]);
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3 });
  });

  test.each([
    ['the office took it back', 'unallocated', 'PICK_CLOSED', 'The office took back the pick of order'],
    ['the order was cancelled', 'cancelled', 'ORDER_CANCELLED', 'was cancelled while you picked it'],
  ] as const)('a pick closed because %s is one open item, which stays until the garments are put back', async (_why, close_reason, code, title) => {
    const { mine, pick_id, polo, cap, order, record, offline, online, only, decide, items, look, office } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 3);
    await record(cap, 1, 'NOT_IN_BIN');
    await mine.complete(pick_id);
    const response =
      close_reason === 'cancelled' ? await office.post(`/api/orders/${order.uuid}/cancel`) : await office.put(order.path, { unallocate: true });
    expect(response.status).toBe(200);
    await online();
    const item = await only();
    expect(item).toMatchObject({
      code,
      tasks: [{ qty: 3 }, { qty: 1 }],
      heldActions: [{}, {}],
      offers: [{ choice: 'dismiss', label: 'All returned, close this' }],
    });
    expect(item.words.title).toContain(title);
    for (const task of item.tasks) await decide(side, task.m, 'dismiss');
    expect((await only()).tasks).toEqual([]);
    await decide(side, item.m, 'dismiss');
    expect(await items()).toEqual([]);
    expect((await look()).all).toEqual([]);
  });

  test('an order that is sent back and released again has a new pick, which late actions for the first pick do not change', async () => {
    const { mine, pick_id, polo, order, record, offline, online, only, office, decide, items } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 2);
    expect((await office.put(order.path, { sendBack: true })).status).toBe(200);
    const again = await office.post(`${order.path}/allocate`);
    expect(again).toMatchObject({ status: 200 });
    expect(again.body.pick_id).not.toBe(pick_id);
    await online();
    const item = await only();
    expect(item).toMatchObject({ code: 'PICK_CLOSED', tasks: [{ qty: 2 }] });
    const second = [...mine.engine.screens.get().floor.rows.pick_line.values()].filter((line) => line.pick_id === again.body.pick_id);
    expect(second.map(({ qty_picked }) => qty_picked)).toEqual([0, 0]);
    await decide(side, item.tasks[0]?.m ?? '', 'dismiss');
    await decide(side, item.m, 'dismiss');
    expect(await items()).toEqual([]);
  });

  test('if an order is on hold, the items already picked still count and the tablet tells the picker to stop; releasing the hold lets work continue', async () => {
    const { mine, pick_id, polo, cap, order, record, offline, online, only, office, decide, items, lineNow, pickNow } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 3);
    await record(cap, 2);
    await mine.complete(pick_id);
    expect((await office.put(order.path, { is_frozen: true, frozen_reason: 'Credit stop' })).status).toBe(200);
    await online();
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3 });
    const item = await only();
    expect(item).toMatchObject({
      code: 'ORDER_FROZEN',
      words: { title: expect.stringMatching(/^Stop: order \d+ is on hold$/), text: expect.stringContaining('The office says: Credit stop.') },
    });
    if (side === 'office') {
      expect(await office.post(`/api/admin/attention/${item.m}/resolve`, { choice: 'mine' })).toMatchObject({
        status: 409,
        body: { code: 'still_refused', current: { code: 'ORDER_FROZEN' } },
      });
    } else {
      await decide('tablet', item.m, 'mine');
      expect(await only()).toMatchObject({ m: item.m, decided: null, failed: expect.stringMatching(/^Stop: order/) });
    }
    expect((await office.put(order.path, { is_frozen: false })).status).toBe(200);
    await decide(side, item.m, 'mine');
    expect(await items()).toEqual([]);
    expect(await pickNow()).toMatchObject({ state: 'booked' });
  });

  test('after a handover, lines that the former picker recorded offline are kept, but the former picker cannot pause the pick', async () => {
    const { mine, theirs, order, pick_id, polo, record, offline, online, only, decide, items, lineNow, pickNow, office, colleague, picker } =
      await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 3);
    expect(await mine.engine.mutate('pick.pause', { pick_id })).toEqual({ ok: true });
    expect((await office.post(`${order.floor_path}/handover`)).status).toBe(200);
    await theirs.sync(theirs.start(pick_id));
    await online();
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_by: picker.id });
    const item = await only();
    expect(item).toMatchObject({
      code: 'NOT_PICKER',
      words: { title: 'Aisha Begum is picking this order now', text: 'The lines that you recorded are kept. Aisha Begum pauses or completes it.' },
      offers: [{ choice: 'theirs', label: 'Leave it with Aisha Begum' }, { choice: 'mine' }],
    });
    await decide(side, item.m, 'theirs');
    expect(await items()).toEqual([]);
    expect(await pickNow()).toMatchObject({ state: 'picking', picker_id: colleague.id });
  });

  test('if the product of a line changes before a record of the line is sent, the record counts for no product, and the items go back', async () => {
    const { mine, pick_id, polo, record, offline, online, only, decide, items, stocked, change, lineNow, office, countRequests } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 3);
    const shirt = await stocked(0);
    await change({ product_id: shirt.id }, polo);
    await online();
    const item = await only();
    expect(item).toMatchObject({
      code: 'PRODUCT_CHANGED',
      line: { product_id: shirt.id, mine: { product_id: polo.id, sku: polo.sku } },
      tasks: [{ qty: 3, sku: polo.sku }],
      offers: [{ choice: 'theirs', label: 'All returned, close this' }, { choice: 'recount' }],
    });
    expect(await office.post(`/api/admin/attention/${item.m}/resolve`, { choice: 'mine' })).toMatchObject({ status: 409 });
    await decide(side, item.tasks[0]?.m ?? '', 'dismiss');
    await decide(side, item.m, side === 'tablet' ? 'theirs' : 'recount');
    expect(await items()).toEqual([]);
    expect(await lineNow(shirt)).toMatchObject({ qty_picked: 0 });
    expect(await countRequests()).toMatchObject(side === 'tablet' ? [] : [{ sku: polo.sku, qty: null }]);
  });

  test('a record of more than is now allocated leaves the line as it is, and the line can be recorded again', async () => {
    const { mine, pick_id, polo, record, offline, online, only, decide, items, look, change, lineNow } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 3);
    await change({ qty_allocated: 2 }, polo);
    await online();
    const item = await only();
    expect(item).toMatchObject({ code: 'OVER_ALLOCATED', line: { qty_allocated: 2, qty_picked: 0, mine: { qty_picked: 3 } } });
    expect(item.offers).toMatchObject([{ choice: 'theirs' }, { choice: 'mine', label: 'Count 2' }, { choice: 'recount' }]);
    await decide(side, item.m, 'theirs');
    expect(await items()).toEqual([]);
    // All items of the refused record go back to the shelf.
    expect((await look()).tasks).toMatchObject([{ qty: 3 }]);
    await record(polo, 2);
    await online();
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 2 });
  });

  test('actions based on a refused record belong to the open item of that record; the decision about the item applies to all of them', async () => {
    const { mine, theirs, pick_id, polo, cap, record, offline, online, only, items, decide, lineNow, pickNow } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 1);
    await record(polo, 2);
    await record(polo, 3);
    await record(cap, 2);
    await mine.complete(pick_id);
    await theirs.sync(theirs.record(pick_id, polo.id, 3));
    await online();
    const item = await only();
    expect(item).toMatchObject({ code: 'LINE_CHANGED', heldActions: [{}, {}, { shown: { text: 'Completed the pick' } }] });
    await decide(side, item.m, 'mine');
    expect(await items()).toEqual([]);
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3 });
    expect(await pickNow()).toMatchObject({ state: 'booked' });
  });

  test('if lines change before a pick is completed, the open item shows each difference, and the picker can complete the pick again', async () => {
    const { mine, theirs, pick_id, polo, cap, record, offline, online, only, decide, items, pickNow } = await apart();
    await mine.start(pick_id);
    await record(polo, 3);
    await record(cap, 2);
    await online();
    offline();
    await mine.complete(pick_id);
    await theirs.sync();
    await theirs.sync(theirs.record(pick_id, cap.id, 1, { code: 'NOT_IN_BIN' }));
    await online();
    const item = await only();
    expect(item).toMatchObject({
      code: 'DIGEST',
      words: { title: 'The lines changed before the pick was completed' },
      server: { differences: [{ garment: { sku: cap.sku }, seen: { qty_picked: 2, code: null }, now: { qty_picked: 1, code: 'NOT_IN_BIN' } }] },
      place: { label: 'Open the pick' },
    });
    await decide(side, item.m, 'dismiss');
    expect(await items()).toEqual([]);
    await mine.complete(pick_id);
    await online();
    expect(await pickNow()).toMatchObject({ state: 'booked' });
  });

  test('editing a dispatch that has left is refused as shipped', async () => {
    const { mine, theirs, pick_id, polo, cap, order, record, offline, online, only, decide, items } = await apart();
    await mine.start(pick_id);
    await record(polo, 3);
    await record(cap, 2);
    await mine.complete(pick_id);
    const orders = [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1 }];
    await mine.engine.mutate('dispatch.request', {
      orders,
      consolidated: false,
      digest: digestOf([...mine.engine.screens.get().floor.rows.pick_line.values()].filter((line) => line.pick_id === pick_id)),
    });
    await online();
    const [dispatch] = mine.engine.screens.get().floor.rows.dispatch.values();
    if (!dispatch) throw new Error('No dispatch waits');
    expect(dispatch.state).not.toBe('shipped');
    offline();
    expect(await mine.engine.mutate('dispatch.edit', { dispatch_id: dispatch.id, total_items: 2 })).toEqual({ ok: true });
    const tracked = theirs.next({ n: 'dispatch.set_tracking', a: { dispatch_id: dispatch.id, tracking_number: 'TR1', consignment_number: null } });
    expect(outcomesOf(await theirs.sync(tracked))).toEqual(['applied']);
    await online();
    const item = await only();
    expect(item).toMatchObject({ code: 'ALREADY_SHIPPED', words: { title: 'This dispatch has left already' }, offers: [{ choice: 'dismiss' }] });
    await decide(side, item.m, 'dismiss');
    expect(await items()).toEqual([]);
  });

  test('if a person can no longer sign in, whoever decides the open item can carry out that person’s action in their own name', async () => {
    const { mine, pick_id, polo, record, offline, online, items, decide, lineNow, pickNow, database, office, picker, colleague, carriedBy } =
      await apart();
    offline();
    await mine.start(pick_id);
    await record(polo, 3);
    await database.unitOfWork((db) => db.update(users).set({ is_disabled: true }).where(eq(users.id, picker.id)));
    carriedBy(colleague);
    await online();
    const open = await items();
    expect(open.map(({ code }) => code)).toEqual(['ACTOR_DISABLED', 'ACTOR_DISABLED']);
    expect(open[0]).toMatchObject({
      words: { title: 'Done by somebody who cannot sign in any more' },
      offers: [{ choice: 'mine', label: 'Do it in my name' }, { choice: 'dismiss' }],
    });
    mine.engine.signIn({ token: 'token-1', actor: { id: colleague.id, name: 'Aisha Begum', role: 'warehouse' } });
    for (const { m } of [...open].reverse()) await decide(side, m, 'mine');
    expect(await items()).toEqual([]);
    const taker = side === 'tablet' ? colleague.id : office.id;
    expect(await pickNow()).toMatchObject({ state: 'picking', picker_id: taker });
    expect(await lineNow(polo)).toMatchObject({ qty_picked: 3, picked_by: taker });
  });

  test('an action that failed because of a server error is tried again if the person who decides chooses this', async () => {
    const { mine, pick_id, offline, online, only, decide, items, pickNow, database } = await apart();
    offline();
    await mine.start(pick_id);
    const rename = (from: string, to: string) => database.unitOfWork((db) => run(db, sql.raw(`alter table ${from} rename to ${to}`)));
    await rename('audit', 'audit_away');
    try {
      await online();
    } finally {
      await rename('audit_away', 'audit');
    }
    const item = await only();
    expect(item).toMatchObject({ code: 'INTERNAL', words: { title: 'The server failed to apply this' } });
    await decide(side, item.m, 'mine');
    expect(await items()).toEqual([]);
    expect(await pickNow()).toMatchObject({ state: 'picking' });
  });

  test('the open item of an invalid action shows why the action was refused, and a person who has read the reason closes the item', async () => {
    const { mine, pick_id, polo, record, offline, online, only, decide, items, database } = await apart();
    await mine.start(pick_id);
    await online();
    offline();
    await record(polo, 1, 'NOT_IN_BIN');
    await database.unitOfWork((db) => db.delete(errorCodes).where(eq(errorCodes.code, 'NOT_IN_BIN')));
    try {
      await online();
      const item = await only();
      expect(item).toMatchObject({
        code: 'INVALID',
        words: { text: 'Select reason for picking anomaly' },
        offers: [{ choice: 'dismiss', label: 'Understood' }],
      });
      await decide(side, item.m, 'dismiss');
      expect(await items()).toEqual([]);
    } finally {
      await database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'NOT_IN_BIN', description: 'Not in the bin', requires_input: false }));
    }
  });
});

test('the clock of a tablet decides nothing: only the sequence of its actions counts', async () => {
  const { mine, pick_id, polo, record, offline, online, items, lineNow, device } = await apart();
  offline();
  device.clock.set(Date.parse('2031-01-01T00:00:00.000Z'));
  await mine.start(pick_id);
  await record(polo, 1);
  device.clock.set(Date.parse('1999-01-01T00:00:00.000Z'));
  await record(polo, 2);
  await online();
  expect(await items()).toEqual([]);
  expect(await lineNow(polo)).toMatchObject({ qty_picked: 2 });
});

test('if two people decide the same open item at the same time, only one choice is carried out', async () => {
  const { mine, theirs, pick_id, polo, record, offline, online, only, office, lineNow, picker } = await apart();
  offline();
  await mine.start(pick_id);
  await record(polo, 2);
  await theirs.sync(theirs.record(pick_id, polo.id, 3));
  await online();
  const { m } = await only();
  expect(await mine.engine.mutate('outcome.resolve', { m, choice: 'mine' })).toEqual({ ok: true });
  const [answer] = await Promise.all([office.post(`/api/admin/attention/${m}/resolve`, { choice: 'theirs' }), mine.settle()]);
  const { results } = { results: (await mine.ledger.sent()).filter(({ n }) => n === 'outcome.resolve').map(({ outcome }) => outcome) };
  expect([answer.body.outcome, ...results].sort()).toEqual(['applied', 'noop']);
  expect(await lineNow(polo)).toMatchObject(answer.body.outcome === 'applied' ? { qty_picked: 3 } : { qty_picked: 2, picked_by: picker.id });
});

test('a count from the pick screen waits for a super, and becomes one stock adjustment when it is confirmed', async () => {
  const { mine, polo, lineOf, online, countRequests, office, picker, stockOf, database } = await apart();
  expect(await mine.engine.mutate('stock.request_count', { product_id: polo.id, pick_line_id: lineOf(polo).id, qty: 8 })).toEqual({ ok: true });
  await online();
  const [request] = await countRequests();
  expect(request).toMatchObject({ sku: polo.sku, qty: 8, garment: expect.any(String), order: {}, server: { qty_available: 10, qty_allocated: 3 } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 10 });
  const path = `/api/admin/attention/${request?.m}/resolve`;
  expect((await picker.post(path, { choice: 'mine' })).status).toBe(403);
  expect(await office.post(path, { choice: 'mine' })).toMatchObject({ status: 200, body: { outcome: 'applied' } });
  expect(await office.post(path, { choice: 'mine' })).toMatchObject({ status: 200, body: { outcome: 'noop' } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 8 });
  const moves = await database.reader.select().from(stockMovements).where(eq(stockMovements.product_id, polo.id));
  expect(moves.filter(({ qty }) => qty === -2)).toMatchObject([{ type: 'ADJUSTMENT' }]);
});
