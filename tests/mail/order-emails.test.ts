import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../server/core/context.ts';
import type { Db } from '../../server/db/db.ts';
import * as tables from '../../server/db/tables/index.ts';
import { mailApprovalRequest } from '../../server/mail/mail-approval-request.ts';
import { mailDispatched } from '../../server/mail/mail-dispatched.ts';
import { mailOrderConfirmation } from '../../server/mail/mail-order-confirmation.ts';
import { type World, world } from '../world.ts';

let w: World;
let fixture: Awaited<ReturnType<typeof orderOnItsWay>>;

const first = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('Nothing was inserted');
  return row;
};

/** Inserts an order for three items, two of them shipped in one dispatch. */
async function orderOnItsWay(site_email: string | null) {
  const account = await w.account();
  const site = await w.site(account.id, { delivery_notification_email: site_email });
  const ann = await w.user('client_admin', {
    account_id: account.id,
    forenames: 'Ann',
    surname: 'Able',
    email: `ann.${randomUUID().slice(0, 8)}@example.test`,
  });
  const product = await w.product({ name: 'Polo shirt', variation_colour: 'Navy', variation_size_1: 'M' });
  const now = w.now();
  const address = { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' };
  return w.database.unitOfWork(async (db) => {
    const order = first(
      await db
        .insert(tables.orders)
        .values({
          uuid: randomUUID(),
          account_id: account.id,
          creator_id: ann.id,
          requester_id: ann.id,
          delivery_site_id: site.id,
          delivery_address: address,
          client_po_reference: 'PO 7',
          submitted_at: now,
          created_at: now,
          status_since: now,
        })
        .returning(),
    );
    const about = { order_id: order.id, employee_id: ann.id, product_id: product.id, product_name: product.name, unit_price: 1000, vat_rate: 20 };
    const line = first(
      await db
        .insert(tables.orderLines)
        .values({ ...about, qty_requested: 3, qty_shipped: 2, is_size_selected: true, created_at: now })
        .returning(),
    );
    const pick = first(await db.insert(tables.picks).values({ order_id: order.id, state: 'awaiting_courier', released_at: now }).returning());
    const dispatch = first(
      await db
        .insert(tables.dispatches)
        .values({
          account_id: account.id,
          site_id: site.id,
          service_key: '220',
          total_weight: 5,
          total_items: 1,
          delivery_address: address,
          created_at: now,
        })
        .returning(),
    );
    await db.insert(tables.dispatchOrders).values({ dispatch_id: dispatch.id, order_id: order.id, pick_id: pick.id });
    await db
      .insert(tables.dispatchLines)
      .values({ dispatch_id: dispatch.id, order_id: order.id, order_line_id: line.id, product_id: product.id, quantity: 2 });
    await db
      .insert(tables.consignments)
      .values({ dispatch_id: dispatch.id, carrier: 'manual', tracking_number: 'JD1', tracking_url: 'https://track.example/JD1', created_at: now });
    return { order, dispatch, ann };
  });
}

beforeEach(async () => {
  w = await world();
  await w.database.unitOfWork(async (db) => {
    await db.delete(tables.outbox);
  });
  fixture = await orderOnItsWay('Goods.In@example.test ');
});

/** Runs a command that queues an email, as the person who requested the order. */
const promise = (command: (ctx: Ctx) => Promise<void>): Promise<void> =>
  w.database.unitOfWork((db: Db) => {
    const { id, account_id } = fixture.ann;
    const actor = {
      id,
      name: 'Ann Able',
      role: 'client_admin',
      account_id,
      site_ids: [],
      is_supervised_orderer: false,
      can_view_restricted_products: false,
      impersonator_id: null,
    } as const;
    return command({ db, actor, now: w.now(), services: w.services, request_id: null });
  });
const mails = () => w.database.reader.select().from(tables.outbox).orderBy(asc(tables.outbox.id));

test('the requester gets a confirmation with the items, the delivery address and the total', async () => {
  await promise((ctx) => mailOrderConfirmation(ctx, fixture.order.id));
  const [mail] = await mails();
  expect(mail).toMatchObject({ to: fixture.ann.email, kind: 'order_confirmation', account_id: fixture.ann.account_id });
  for (const words of [
    'Hello Ann',
    'PO 7',
    '1 Mill Lane',
    '3 x Polo shirt, Navy, size M',
    '£30.00',
    '£6.00',
    '£36.00',
    `/orders/${fixture.order.uuid}`,
  ])
    expect(mail?.text).toContain(words);
});

test('the requester and the site get an email with the dispatched items, the service and the tracking link', async () => {
  await promise((ctx) => mailDispatched(ctx, fixture.dispatch.id));
  const emails = await mails();
  expect(emails.map(({ to }) => to)).toEqual([fixture.ann.email, 'goods.in@example.test']);
  for (const { subject, text } of emails) {
    expect(subject).toMatch(/^Part of order \d{5} is on its way$/);
    expect(text).toContain('2 x Polo shirt, Navy, size M');
    expect(text).toContain('220 Parcel');
    expect(text).toContain('https://track.example/JD1');
  }
});

test('a site without an address for notifications gets no dispatch email', async () => {
  fixture = await orderOnItsWay(null);
  await promise((ctx) => mailDispatched(ctx, fixture.dispatch.id));
  expect(await mails()).toHaveLength(1);
});

test('each approver who has an email address gets an email that asks for approval', async () => {
  const approver = await w.user('client_admin', { forenames: 'Priya' });
  const silent = await w.user('manager', { email: null });
  await promise((ctx) => mailApprovalRequest(ctx, fixture.order.id, [approver.id, silent.id]));
  expect(await mails()).toMatchObject([
    { to: approver.email, kind: 'approval_request', subject: expect.stringContaining('Ann Able asks you to approve') },
  ]);
});
