import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DayBoard } from '../../server/day/day-queries.ts';
import { rows, run } from '../../server/db/db.ts';
import { countRequests, outbox, syncDevices } from '../../server/db/tables/index.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { dayLists, dayRowNames, dayRows } from '../../shared/day/day-rows.ts';
import { roles } from '../../shared/roles.ts';
import { type Caller, type World, world } from '../world.ts';

let here: World;
let office: Caller;
const DAY = 24 * 60;
const ago = (minutes: number): string => new Date(Date.parse(here.now()) - minutes * 60_000).toISOString();
const readDay = async (): Promise<DayBoard> => (await office.get<DayBoard>('/api/admin/day')).body;

/** Adds records that the demo lacks: late orders, counts to confirm, failed emails, and tablets. */
async function stageWork(): Promise<void> {
  const email = {
    to: 'ann@example.test',
    kind: 'order_confirmation',
    subject: 'Your order',
    text: '',
    html: '',
    created_at: ago(DAY),
    due_at: ago(DAY),
  };
  const tablet = { secret_hash: 'x', created_at: ago(30 * DAY), last_seen_at: ago(5) };
  await here.database.unitOfWork(async (db) => {
    await run(db, sql`update orders set required_on = null`);
    await run(db, sql`update orders set required_on = '2026-11-19' where id in (select id from orders where status = 'picking' limit 2)`);
    await run(db, sql`update orders set required_on = '2026-11-10' where id in (select id from orders where status = 'booked' limit 1)`);
    // None of these orders is late: one is required today, and the others have been shipped or cancelled.
    await run(db, sql`update orders set required_on = '2026-11-20' where id in (select id from orders where status = 'picked' limit 1)`);
    await run(db, sql`update orders set required_on = '2026-11-10' where status in ('shipped', 'cancelled')`);
    await run(
      db,
      sql`update dispatches set not_arrived_at = ${ago(200)}, not_arrived_by = (select min(id) from users)
        where id in (select id from dispatches where dispatched_at is not null limit 2)`,
    );
    const [product] = await rows<{ id: number }>(db, sql`select id from products where parent_id is not null limit 1`);
    for (const resolved_at of [null, null, ago(1)])
      await db
        .insert(countRequests)
        .values({ m: randomUUID(), product_id: product?.id ?? 0, qty: 30, difference: 25, created_at: ago(55), resolved_at });
    await db.insert(outbox).values([
      { ...email, failed_at: ago(90), error: 'No such mailbox' },
      { ...email, failed_at: ago(80), expires_at: ago(80) },
      { ...email, failed_at: ago(70), dismissed_at: ago(60) },
      { ...email, sent_at: ago(70) },
    ]);
    await db.insert(syncDevices).values([
      { ...tablet, device: randomUUID(), name: 'Packing 2', last_seen_at: ago(2 * DAY) },
      { ...tablet, device: randomUUID(), name: 'Picking 1', qty_unsent: 7, unsent_since: ago(20) },
      { ...tablet, device: randomUUID(), name: 'Picking 2', qty_unsent: 7, unsent_since: ago(5) },
      { ...tablet, device: randomUUID(), name: 'Picking 3' },
      { ...tablet, device: randomUUID(), name: 'Broken', last_seen_at: ago(90 * DAY), retired_at: ago(DAY) },
    ]);
  });
}

beforeAll(async () => {
  here = await world();
  await seedDemo(here.services);
  office = await here.as('super');
  await stageWork();
}, 240_000);

test.each(roles.filter((role) => role !== 'super'))('a person with the role %s gets 403', async (role) => {
  const person = await here.as(role);
  expect((await person.get('/api/admin/day')).status).toBe(403);
});

test('nobody who is not signed in gets the board', async () => {
  expect((await here.anyone.get('/api/admin/day')).status).toBe(401);
});

describe('each number is the total of the list to which its row leads', () => {
  test.each(dayRowNames)('%s', async (name) => {
    const { list, filter } = dayRows[name];
    const day = await readDay();
    const { status, body } = await office.get(`${dayLists[list].api}?${new URLSearchParams(filter)}`);
    expect(status).toBe(200);
    expect(day[name].total).toBe(body.total);
    expect(body.total, 'the staged data have some').toBeGreaterThan(0);
  });
});

test('a row says how long its oldest record has waited, and what a person wants to know first', async () => {
  const day = await readDay();
  expect(day.late).toMatchObject({ total: 3, oldest_on: '2026-11-10' });
  expect(day.late.clients.reduce((sum, client) => sum + client.total, 0)).toBe(3);
  expect(day.counts).toMatchObject({ total: 2, oldest_at: ago(55), difference: 25 });
  expect(day.tablets).toMatchObject({ total: 2, oldest_at: ago(2 * DAY), name: 'Packing 2', qty_unsent: 0 });
  expect(day.mail).toEqual({ total: 2, oldest_at: ago(90), to: 'ann@example.test' });
  expect(day.drafts.drafts + day.drafts.requests).toBe(day.drafts.total);
  expect(day.arriving.overdue).toBeLessThanOrEqual(day.arriving.total);
  const oldest = async (query: string, field: string): Promise<string> => {
    const { body } = await office.get(`/api/admin/orders?${query}&per_page=100`);
    return body.items.map((order: Record<string, string>) => order[field]).sort()[0];
  };
  expect(day.short.oldest_at).toBe(await oldest('short=1', 'submitted_at'));
  expect(day.ready.oldest_at).toBe(await oldest('ready=1', 'submitted_at'));
  expect(day.courier.oldest_at).toBe(await oldest('stage=waiting_for_courier', 'status_since'));
  expect(day.drafts.oldest_at).toBe(await oldest('unsubmitted=1', 'created_at'));
});

test('the orders of the first row are fully allocated and not on hold; once they are released, none is left', async () => {
  const { body } = await office.get('/api/admin/orders?ready=1&per_page=100');
  for (const order of body.items) {
    expect(order.is_pickable, order.order_number).toBe('full');
    expect(order.is_frozen, order.order_number).toBe(false);
    expect(['submitted', 'part_shipped'], order.order_number).toContain(order.status);
  }
  const [held, ...rest] = body.items.map(({ uuid }: { uuid: string }) => uuid);
  await office.post('/api/admin/orders/actions', { action: 'hold', orders: [held], frozen_reason: 'Unpaid' });
  expect((await readDay()).ready.total).toBe(rest.length);
  if (rest.length) await office.post('/api/admin/orders/actions', { action: 'release', orders: rest });
  expect((await readDay()).ready).toEqual({ total: 0, oldest_at: null, qty_due: 0 });
});

test('an order is stuck after an hour, or as soon as its booking has failed', async () => {
  const { body } = await office.get('/api/admin/orders?stage=waiting_for_courier&per_page=100');
  await here.database.unitOfWork(async (db) => {
    await run(db, sql`update orders set status_since = ${ago(10)} where status = 'waiting_for_courier'`);
    await run(db, sql`update dispatches set booking_error = null where dispatched_at is null`);
  });
  expect((await readDay()).stuck).toEqual({ total: 0, oldest_at: null, order_number: null, booking_error: null });
  const order = body.items[0];
  const dispatch = sql`select dispatch_id from dispatch_orders where order_id = ${order.id}`;
  await here.database.unitOfWork((db) =>
    run(db, sql`update dispatches set booking_error = 'Postcode not known' where id in (${dispatch}) and dispatched_at is null`),
  );
  expect((await readDay()).stuck).toMatchObject({ total: 1, order_number: order.order_number, booking_error: 'Postcode not known' });
  here.setClock(55);
  expect((await readDay()).stuck.total).toBe(body.total);
  here.setClock(-55);
});

test('a new database has a board on which nothing waits', async () => {
  await here.database.unitOfWork(async (db) => {
    for (const status of ['submitted', 'part_shipped', 'waiting_for_courier', 'draft', 'requested'])
      await run(db, sql`update orders set deleted_at = ${here.now()} where status = ${status}`);
    await run(db, sql`update orders set required_on = null`);
    await run(db, sql`update returns set finalised_at = ${here.now()}`);
    await run(db, sql`update count_requests set resolved_at = ${here.now()}`);
    await run(db, sql`update stock_checks set closed_at = ${here.now()}`);
    await run(db, sql`update purchase_order_lines set is_open = false`);
    await run(db, sql`update dispatches set not_arrived_at = null, not_arrived_by = null`);
    await run(db, sql`delete from sync_devices`);
    await run(db, sql`update outbox set dismissed_at = ${here.now()}`);
  });
  const day = await readDay();
  for (const name of dayRowNames) {
    expect(day[name].total, name).toBe(0);
    expect('oldest_on' in day[name] ? day[name].oldest_on : day[name].oldest_at, name).toBeNull();
  }
});
