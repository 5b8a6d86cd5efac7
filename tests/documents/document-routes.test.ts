import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../server/core/context.ts';
import * as tables from '../../server/db/tables/index.ts';
import { findDeliveryNote } from '../../server/documents/find-delivery-note.ts';
import { findDispatchLabels, findLabels, findOrderLabels } from '../../server/documents/find-labels.ts';
import { findPickingList, findPickingLists } from '../../server/documents/find-picking-list.ts';
import { closePrinters } from '../../server/documents/print.ts';
import { findSession } from '../../server/sessions/live-sessions.ts';
import {
  deliveryNoteUrl,
  dispatchLabelsUrl,
  orderLabelsUrl,
  pickingListsUrl,
  pickingListUrl,
  skuLabelsUrl,
} from '../../shared/documents/document-urls.ts';
import { documentCookieHeader } from '../document-cookie-header.ts';
import { type Caller, type World, world } from '../world.ts';

let w: World;
let fixture: Awaited<ReturnType<typeof dispatchedOrder>>;

const first = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('Nothing was inserted');
  return row;
};

/** Inserts an order for two wearers whose pick is dispatched in three boxes. */
async function dispatchedOrder() {
  const account = await w.account({ name: 'Northgate Facilities' });
  const site = await w.site(account.id, { name: 'Leeds' });
  const manager = await w.user('manager', { account_id: account.id, sites: [site.id] });
  const [ann, bob] = [
    await w.user('employee', { account_id: account.id, forenames: 'Ann', surname: 'Able' }),
    await w.user('employee', { account_id: account.id, forenames: 'Bob', surname: 'Baker' }),
  ];
  const [far, near] = [await w.product({ bin: 'B-01-1' }), await w.product({ bin: 'A-02-1', variation_size_1: '34', variation_size_2: 'R' })];
  const now = w.now();
  const address = { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' };
  return w.database.unitOfWork(async (db) => {
    const order = first(
      await db
        .insert(tables.orders)
        .values({
          uuid: randomUUID(),
          account_id: account.id,
          creator_id: manager.id,
          requester_id: manager.id,
          delivery_site_id: site.id,
          client_po_reference: 'PO 7',
          submitted_at: now,
          status: 'waiting_for_courier',
          created_at: now,
          status_since: now,
        })
        .returning(),
    );
    await db.insert(tables.orderEmployees).values([ann, bob].map(({ id }) => ({ order_id: order.id, employee_id: id })));
    const pick = first(await db.insert(tables.picks).values({ order_id: order.id, state: 'awaiting_courier', released_at: now }).returning());
    const dispatch = first(
      await db
        .insert(tables.dispatches)
        .values({
          account_id: account.id,
          site_id: site.id,
          service_key: '220',
          total_weight: 7.5,
          total_items: 3,
          delivery_address: address,
          created_at: now,
        })
        .returning(),
    );
    await db.insert(tables.dispatchOrders).values({ dispatch_id: dispatch.id, order_id: order.id, pick_id: pick.id });
    for (const [wearer, product, quantity] of [
      [ann, far, 2],
      [bob, near, 3],
    ] as const) {
      const line = first(
        await db
          .insert(tables.orderLines)
          .values({
            order_id: order.id,
            employee_id: wearer.id,
            product_id: product.id,
            product_name: product.name,
            qty_requested: 5,
            unit_price: 1000,
            vat_rate: 20,
            is_size_selected: true,
            created_at: now,
          })
          .returning(),
      );
      await db
        .insert(tables.pickLines)
        .values({ pick_id: pick.id, order_line_id: line.id, product_id: product.id, qty_allocated: 5, qty_picked: quantity });
      await db
        .insert(tables.dispatchLines)
        .values({ dispatch_id: dispatch.id, order_id: order.id, order_line_id: line.id, product_id: product.id, quantity });
    }
    return { order, dispatch, pick, account, manager, ann, bob };
  });
}

beforeAll(async () => {
  w = await world();
  fixture = await dispatchedOrder();
});
afterAll(closePrinters);

/** Returns a context with the caller's rights, in which a test reads the content of a document. */
async function contextOf(caller: Caller): Promise<Ctx> {
  const session = await findSession(w.database.reader, caller.token ?? '', w.now());
  if (!session) throw new Error('not signed in');
  return { db: w.database.reader, actor: session.actor, now: w.now(), services: w.services, request_id: null };
}

const pages = async (answer: Response): Promise<number> => {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/pdf');
  return (
    Buffer.from(await answer.arrayBuffer())
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  );
};

describe('consignment labels', () => {
  test('have one page for each box, and can be printed by the floor and the office', async () => {
    for (const role of ['warehouse', 'super'] as const) {
      const answer = await (await w.as(role)).raw(dispatchLabelsUrl([fixture.dispatch.id]));
      expect(answer.headers.get('Content-Disposition')).toMatch(/^inline; filename="consignment-labels-\d{4}-\d\d-\d\d\.pdf"$/);
      expect(await pages(answer)).toBe(3);
    }
  });

  test('show the destination and the orders of the boxes, and the carrier’s number once the dispatch has one', async () => {
    const ctx = await contextOf(await w.as('warehouse'));
    const [label] = await findDispatchLabels(ctx, [fixture.dispatch.id]);
    expect(label).toMatchObject({
      service: '220 Parcel',
      client_po_references: ['PO 7'],
      consignment_number: null,
      to: { name: 'Northgate Facilities, Leeds' },
    });

    const other = await dispatchedOrder();
    await w.database.unitOfWork(async (db) => {
      await db
        .insert(tables.consignments)
        .values({ dispatch_id: other.dispatch.id, carrier: 'manual', consignment_number: 'JD1', created_at: w.now() });
    });
    const labels = await findDispatchLabels(ctx, [other.dispatch.id, fixture.dispatch.id]);
    expect(labels.map(({ consignment_number }) => consignment_number)).toEqual(['JD1', null]);
  });

  test('get 403 for clients, 401 without a session and 404 for a dispatch that does not exist', async () => {
    const url = dispatchLabelsUrl([fixture.dispatch.id]);
    expect((await (await w.as('client_admin')).raw(url)).status).toBe(403);
    expect((await w.anyone.raw(url)).status).toBe(401);
    expect((await (await w.as('warehouse')).raw(dispatchLabelsUrl([999_999]))).status).toBe(404);
  });

  test('leave out void and unknown dispatches; a request for nothing but such dispatches gets 404', async () => {
    const [other, voidOrder] = [await dispatchedOrder(), await dispatchedOrder()];
    await w.database.unitOfWork(async (db) => {
      await db.update(tables.dispatches).set({ state: 'void' }).where(eq(tables.dispatches.id, voidOrder.dispatch.id));
    });
    const picker = await w.as('warehouse');
    const ids = [other.dispatch.id, voidOrder.dispatch.id, 999_999, fixture.dispatch.id];
    expect((await findDispatchLabels(await contextOf(picker), ids)).map(({ id }) => id)).toEqual([other.dispatch.id, fixture.dispatch.id]);
    expect(await pages(await picker.raw(dispatchLabelsUrl(ids)))).toBe(6);
    expect((await picker.raw(dispatchLabelsUrl([voidOrder.dispatch.id]))).status).toBe(404);
  });

  test('open from a plain link if the request carries the document cookies', async () => {
    const { token } = await w.as('warehouse');
    const answer = await w.anyone.raw(dispatchLabelsUrl([fixture.dispatch.id]), { headers: documentCookieHeader(token) });
    expect(await pages(answer)).toBe(3);
  });

  test('are refused if a document would have more than 1,000 labels', async () => {
    const other = await dispatchedOrder();
    await w.database.unitOfWork(async (db) => {
      await db.update(tables.dispatches).set({ total_items: 1001 }).where(eq(tables.dispatches.id, other.dispatch.id));
    });
    expect((await (await w.as('warehouse')).raw(dispatchLabelsUrl([other.dispatch.id]))).status).toBe(422);
  });

  test('are refused if an id or a count is missing or invalid', async () => {
    const picker = await w.as('warehouse');
    const both = `${dispatchLabelsUrl([1])}&order=1`;
    for (const url of [
      '/admin/labels',
      '/admin/labels?dispatch_ids[]=x',
      '/admin/labels?order=0',
      both,
      orderLabelsUrl(1, { 1: 101 }),
      '/admin/labels?order=1&q[1]=x',
      '/admin/labels?order=1&q[x]=1',
      '/admin/labels?order=1&q[1]=1&q[1]=2',
    ])
      expect((await picker.get(url)).status).toBe(422);
  });
});

describe('labels of SKUs and bins', () => {
  test('are printed for the chosen SKUs, with one label for a bin of several SKUs, and are refused to clients', async () => {
    const office = await w.as('super');
    const [first, second, third] = [
      await w.product({ bin: 'S-01' }),
      await w.product({ bin: 'S-01', barcode: `99${Date.now()}` }),
      await w.product({ bin: null }),
    ];
    const ids = [first.id, second.id, third.id, 999_999];
    const skus = await office.raw(skuLabelsUrl(ids, { of: 'sku', size: '50x25', copies: 2 }));
    expect(skus.headers.get('Content-Disposition')).toContain('sku-labels-');
    expect(await pages(skus)).toBe(6);
    expect(await pages(await (await w.as('warehouse')).raw(skuLabelsUrl(ids, { of: 'bin', size: '4x6' })))).toBe(1);
    expect((await office.get(skuLabelsUrl([third.id], { of: 'bin', size: '4x6' }))).status).toBe(404);
    expect((await office.get(skuLabelsUrl([999_999], { of: 'sku', size: '4x6' }))).status).toBe(404);
    const many = Array.from({ length: 11 }, async () => (await w.product()).id);
    const tooMany = await office.get(skuLabelsUrl(await Promise.all(many), { of: 'sku', size: '4x6', copies: 100 }));
    expect(tooMany.body.errors).toHaveProperty('copies');
    for (const role of ['client_admin', 'embroiderer'] as const)
      expect((await (await w.as(role)).get(skuLabelsUrl(ids, { of: 'sku', size: '50x25' }))).status).toBe(403);
  });
});

test('labels of SKUs are sorted by style, and within a style in the order of its sizes', async () => {
  const [polo, shirt] = [await w.style(['S', 'M', 'L']), await w.style(['7', '7½'])];
  const [small, medium, large] = polo.children;
  const [whole, half] = shirt.children;
  const ids = [large, half, small, whole, medium].flatMap((one) => one?.id ?? []);
  const { job } = await findLabels(await contextOf(await w.as('warehouse')), { skus: ids, size: '4x6', copies: 1 });
  expect(job).toMatchObject({ labels: [small, medium, large, whole, half].map((one) => ({ title: one?.sku })) });
});

test('labels of bins keep the sequence of the request, which is the walking order: A-2 before A-10', async () => {
  const [ten, two] = [await w.product({ bin: 'A-10' }), await w.product({ bin: 'A-2' })];
  const { job } = await findLabels(await contextOf(await w.as('warehouse')), { bins_of: [two.id, ten.id], size: '4x6', copies: 1 });
  expect(job).toMatchObject({ labels: [{ title: 'A-2' }, { title: 'A-10' }] });
});

describe('order labels', () => {
  test('are printed once for each wearer, or in the requested number for each wearer named in the request', async () => {
    const picker = await w.as('warehouse');
    const { order, ann, bob } = fixture;
    expect(await pages(await picker.raw(orderLabelsUrl(order.id)))).toBe(2);
    expect(await pages(await picker.raw(orderLabelsUrl(order.id, { [ann.id]: 3, [bob.id]: 0 })))).toBe(3);
    expect(await pages(await picker.raw(orderLabelsUrl(order.id, { [ann.id]: 2 })))).toBe(2);
    expect(await pages(await picker.raw(`/admin/labels?order=${order.id}&q[${bob.id}]=`))).toBe(1);
    expect((await picker.raw(orderLabelsUrl(order.id, { [ann.id]: 0, [bob.id]: 0 }))).status).toBe(422);
  });

  test('are not printed for somebody without a line in the order', async () => {
    const { status, body } = await (await w.as('warehouse')).get(orderLabelsUrl(fixture.order.id, { [fixture.ann.id]: 1, [fixture.manager.id]: 1 }));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([`q.${fixture.manager.id}`]);
  });

  test('show how many items were picked for the wearer in this pick', async () => {
    const labels = await findOrderLabels(await contextOf(await w.as('warehouse')), fixture.order.id, new Map());
    expect(labels.wearers).toMatchObject([
      { name: 'Ann Able', qty_items: 2 },
      { name: 'Bob Baker', qty_items: 3 },
    ]);
  });

  test('are sorted like the cards on the tablet: by name, forenames before surname', async () => {
    const { order, ann } = fixture;
    const rename = (forenames: string) =>
      w.database.unitOfWork((db) => db.update(tables.users).set({ forenames }).where(eq(tables.users.id, ann.id)));
    await rename('Zoe');
    const { wearers } = await findOrderLabels(await contextOf(await w.as('warehouse')), order.id, new Map());
    expect(wearers.map(({ name }) => name)).toEqual(['Bob Baker', 'Zoe Able']);
    await rename('Ann');
  });

  test('get 403 for clients and 404 for an order that does not exist', async () => {
    expect((await (await w.as('client_admin')).raw(orderLabelsUrl(fixture.order.id))).status).toBe(403);
    expect((await (await w.as('warehouse')).raw(orderLabelsUrl(999_999))).status).toBe(404);
  });
});

describe('a delivery note', () => {
  const url = (): string => deliveryNoteUrl(fixture.order.uuid, fixture.dispatch.id);

  test('can be opened by the floor, by the manager of the order and by its wearer', async () => {
    expect(await pages(await (await w.as('warehouse')).raw(url()))).toBe(1);
    expect(await pages(await (await w.signIn(fixture.manager)).raw(url()))).toBe(1);
    expect(await pages(await (await w.signIn(fixture.ann)).raw(url()))).toBe(1);
  });

  test('gets 404 for people of another client, under another order and for a void dispatch', async () => {
    expect((await (await w.as('client_admin')).raw(url())).status).toBe(404);
    const other = await dispatchedOrder();
    const office = await w.as('super');
    expect((await office.raw(deliveryNoteUrl(other.order.uuid, fixture.dispatch.id))).status).toBe(404);
    await w.database.unitOfWork(async (db) => {
      await db.update(tables.dispatches).set({ state: 'void' }).where(eq(tables.dispatches.id, other.dispatch.id));
    });
    expect((await office.raw(deliveryNoteUrl(other.order.uuid, other.dispatch.id))).status).toBe(404);
    expect((await w.anyone.raw(url())).status).toBe(401);
  });

  test('lists the dispatched quantities, and shows a wearer only the wearer’s own items', async () => {
    const whole = await findDeliveryNote(await contextOf(await w.signIn(fixture.manager)), fixture.order.uuid, fixture.dispatch.id);
    expect(whole.orders[0]?.lines).toMatchObject([
      { wearer: 'Ann Able', quantity: 2, size: null },
      { wearer: 'Bob Baker', quantity: 3, size: '34R' },
    ]);
    const own = await findDeliveryNote(await contextOf(await w.signIn(fixture.bob)), fixture.order.uuid, fixture.dispatch.id);
    expect(own.orders[0]?.lines).toMatchObject([{ wearer: 'Bob Baker' }]);
    expect(own.orders[0]?.lines).toHaveLength(1);
  });
});

describe('a picking list', () => {
  test('is sorted in walking order, and a download is recorded on the client’s order', async () => {
    const picker = await w.as('warehouse');
    const list = await findPickingList(await contextOf(picker), fixture.order.uuid);
    expect(list.lines.map(({ bin, qty_allocated }) => [bin, qty_allocated])).toEqual([
      ['A-02-1', 5],
      ['B-01-1', 5],
    ]);
    const printedAt = async () => (await w.database.reader.select().from(tables.orders).where(eq(tables.orders.id, fixture.order.id)))[0]?.printed_at;
    const before = await printedAt();
    w.setClock(1);
    expect((await picker.raw(pickingListUrl(fixture.order.uuid), { method: 'HEAD' })).status).toBe(200);
    expect(await printedAt()).toBe(before);
    expect(await pages(await picker.raw(pickingListUrl(fixture.order.uuid)))).toBe(1);
    expect(await printedAt()).toBe(w.now());
  });

  test('lists the sizes of a garment in one bin from small to large, like the pick on the tablet', async () => {
    const picker = await w.as('warehouse');
    const { order, pick } = await dispatchedOrder();
    const skus = await w.database.reader.select().from(tables.pickLines).where(eq(tables.pickLines.pick_id, pick.id));
    await w.database.unitOfWork(async (db) => {
      for (const [place, size] of ['L', 'S'].entries())
        await db
          .update(tables.products)
          .set({ name: 'Polo', bin: 'C-01', variation_size_1: size, variation_size_2: null, position: 1 - place })
          .where(eq(tables.products.id, skus[place]?.product_id ?? 0));
    });
    const list = await findPickingList(await contextOf(picker), order.uuid);
    expect(list.lines.map(({ size }) => size)).toEqual(['S', 'L']);
    const { body } = await picker.get(`/api/admin/picking/orders/${order.uuid}`);
    expect(body.lines.map(({ product }: { product: { variation_size_1: string } }) => product.variation_size_1)).toEqual(['S', 'L']);
  });

  test('is refused to clients, and for an order that is not with the warehouse', async () => {
    expect((await (await w.signIn(fixture.manager)).raw(pickingListUrl(fixture.order.uuid))).status).toBe(403);
    expect((await w.anyone.raw(pickingListUrl(fixture.order.uuid))).status).toBe(401);
    const picker = await w.as('warehouse');
    expect((await picker.raw(pickingListUrl(randomUUID()))).status).toBe(404);
    const other = await dispatchedOrder();
    await w.database.unitOfWork(async (db) => {
      await db.update(tables.picks).set({ state: 'closed', ended_at: w.now() }).where(eq(tables.picks.id, other.pick.id));
    });
    expect((await picker.get(pickingListUrl(other.order.uuid))).body).toMatchObject({ code: 'pick_closed' });
  });
});

describe('picking lists of several orders', () => {
  test('are one document in the sequence of the request, and each order’s download is recorded', async () => {
    const picker = await w.as('warehouse');
    const [one, other] = [await dispatchedOrder(), await dispatchedOrder()];
    const ids = [other.order.id, one.order.id];
    const lists = await findPickingLists(await contextOf(picker), ids);
    expect(lists.map(({ order_id, lines }) => [order_id, lines.length])).toEqual(ids.map((id) => [id, 2]));
    w.setClock(2);
    expect(await pages(await picker.raw(pickingListsUrl(ids)))).toBe(2);
    const printed = await w.database.reader.select({ at: tables.orders.printed_at }).from(tables.orders).where(inArray(tables.orders.id, ids));
    expect(printed).toEqual([{ at: w.now() }, { at: w.now() }]);
  });

  test('leave out orders that are not with the warehouse; without any list the answer is 409, and clients get 403', async () => {
    const picker = await w.as('warehouse');
    const { order } = await dispatchedOrder();
    expect(await pages(await picker.raw(pickingListsUrl([999_999, order.id])))).toBe(1);
    const { status, body } = await picker.get(pickingListsUrl([999_999]));
    expect([status, body.code]).toEqual([409, 'pick_closed']);
    expect((await picker.get(pickingListsUrl(Array.from({ length: 101 }, (_, n) => n + 1)))).status).toBe(422);
    expect((await (await w.as('client_admin')).raw(pickingListsUrl([order.id]))).status).toBe(403);
  });
});
