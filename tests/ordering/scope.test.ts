import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Ctx } from '../../server/core/context.ts';
import { orderEmployees, orderLines, orders, picks } from '../../server/db/tables/index.ts';
import { findOrder } from '../../server/orders/find-order.ts';
import { refreshStatus } from '../../server/orders/refresh-status.ts';
import { visibleLines, visibleOrders } from '../../server/orders/scope.ts';
import type { Actor } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { world } from '../world.ts';

const actorOf = (person: { id: number; role: Role; account_id: number | null }, site_ids: number[] = []): Actor => ({
  name: 'Somebody',
  is_supervised_orderer: false,
  can_view_restricted_products: false,
  impersonator_id: null,
  site_ids,
  ...person,
});

async function setUp() {
  const w = await world();
  const account = await w.account();
  const [north, south] = [await w.site(account.id), await w.site(account.id)];
  const person = (role: Role, sites: number[] = []) => w.user(role, { account_id: account.id, sites });
  const requester = await person('employee_with_order');
  const wearers = [await person('employee'), await person('employee')] as const;
  const { children } = await w.style(['S']);
  const product = children[0] ?? (await w.product());
  const order = await w.database.unitOfWork(async (db) => {
    const [row] = await db
      .insert(orders)
      .values({
        uuid: randomUUID(),
        account_id: account.id,
        creator_id: requester.id,
        requester_id: requester.id,
        delivery_site_id: north.id,
        created_at: w.now(),
        status_since: w.now(),
      })
      .returning();
    if (!row) throw new Error('no order');
    for (const wearer of wearers) {
      await db.insert(orderEmployees).values({ order_id: row.id, employee_id: wearer.id });
      await db.insert(orderLines).values({
        order_id: row.id,
        employee_id: wearer.id,
        product_id: product.id,
        product_name: product.name,
        qty_requested: 2,
        unit_price: 1000,
        vat_rate: 20,
        is_size_selected: true,
        created_at: w.now(),
      });
    }
    return row;
  });
  return { ...w, account, north, south, person, requester, wearers, order };
}

test('by role, people see the orders of all clients, of their client, of their sites or only their own; wearers see only their lines', async () => {
  const { database, order, north, south, person, requester, wearers, user, account } = await setUp();
  const sees = async (actor: Actor): Promise<{ order: boolean; lines: number }> => {
    const some = await database.reader.select({ id: orders.id }).from(orders).where(visibleOrders(actor));
    const lines = await database.reader
      .select({ id: orderLines.id, order_id: orderLines.order_id })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.order_id))
      .where(visibleLines(actor));
    return { order: some.some(({ id }) => id === order.id), lines: lines.filter(({ order_id }) => order_id === order.id).length };
  };
  const all = { order: true, lines: 2 };
  const none = { order: false, lines: 0 };

  expect(await sees(actorOf(await user('super')))).toEqual(all);
  expect(await sees(actorOf(await user('warehouse')))).toEqual(all);
  expect(await sees(actorOf(await user('embroiderer')))).toEqual(none);
  expect(await sees(actorOf(await person('client_admin')))).toEqual(all);
  expect(await sees(actorOf(await person('site_admin'), [north.id]))).toEqual(all);
  expect(await sees(actorOf(await person('site_admin'), [south.id]))).toEqual(none);
  expect(await sees(actorOf(await person('manager'), [north.id]))).toEqual(all);
  expect(await sees(actorOf(await person('manager')))).toEqual(none);
  expect(await sees(actorOf(requester))).toEqual(all);
  expect(await sees(actorOf(wearers[0]))).toEqual({ order: true, lines: 1 });
  expect(await sees(actorOf(await person('employee')))).toEqual(none);
  const other = await user('client_admin');
  expect(other.account_id).not.toBe(account.id);
  expect(await sees(actorOf(other, [north.id]))).toEqual(none);
  expect(await sees(actorOf({ ...(await user('site_admin')), account_id: other.account_id }, [north.id]))).toEqual(none);
});

test('a request for an order that the person may not see gets 404, and so does any request for a deleted order', async () => {
  const { services, database, order, person, user } = await setUp();
  const inside = async <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    database.unitOfWork((db) => work({ db, actor, now: services.clock().toISOString(), services, request_id: null }));
  const admin = actorOf(await person('client_admin'));
  expect(await inside(admin, (ctx) => findOrder(ctx, order.uuid, { lock: true }))).toMatchObject({ id: order.id });
  expect(await inside(admin, (ctx) => findOrder(ctx, order.id))).toMatchObject({ uuid: order.uuid });
  const stranger = actorOf(await user('client_admin'));
  await expect(inside(stranger, (ctx) => findOrder(ctx, order.uuid))).rejects.toMatchObject({ status: 404 });
  await expect(inside(admin, (ctx) => findOrder(ctx, randomUUID()))).rejects.toMatchObject({ status: 404 });
  await database.unitOfWork(
    async (db) => void (await db.update(orders).set({ deleted_at: services.clock().toISOString() }).where(eq(orders.id, order.id))),
  );
  await expect(inside(actorOf(await user('super')), (ctx) => findOrder(ctx, order.uuid))).rejects.toMatchObject({ status: 404 });
});

test('the stored status of an order is always the status that follows from the order’s facts', async () => {
  const { database, order, now } = await setUp();
  const statusAfter = async (change: Partial<typeof orders.$inferInsert>): Promise<string | undefined> =>
    database.unitOfWork(async (db) => {
      if (Object.keys(change).length) await db.update(orders).set(change).where(eq(orders.id, order.id));
      await refreshStatus({ db, now: now() }, [order.id]);
      const [row] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, order.id));
      return row?.status;
    });
  expect(await statusAfter({})).toBe('draft');
  expect(await statusAfter({ requested_at: now() })).toBe('requested');
  expect(await statusAfter({ submitted_at: now() })).toBe('submitted');
  await database.unitOfWork(async (db) => void (await db.insert(picks).values({ order_id: order.id, released_at: now(), state: 'paused' })));
  expect(await statusAfter({})).toBe('picking_paused');
  await database.unitOfWork(async (db) => {
    await db.update(picks).set({ state: 'shipped', ended_at: now() }).where(eq(picks.order_id, order.id));
    await db.update(orderLines).set({ qty_shipped: 1 }).where(eq(orderLines.order_id, order.id));
  });
  expect(await statusAfter({})).toBe('part_shipped');
  await database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_cancelled: 1 }).where(eq(orderLines.order_id, order.id))));
  expect(await statusAfter({})).toBe('shipped');
});
