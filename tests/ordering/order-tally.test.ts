import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { compactOrderTally } from '../../server/db/order-tally.ts';
import { orders, orderTally } from '../../server/db/tables/index.ts';
import type { StatusName } from '../../shared/ordering/order-status.ts';
import { world } from '../world.ts';

test('the tally has the number of each client’s orders by status, also after changes, deletions and its compaction', async () => {
  const { database, account, user, now } = await world();
  const client = await account();
  const requester = await user('client_admin', { account_id: client.id });
  const countByStatus = async (): Promise<Record<string, number>> => {
    const rows = await database.reader
      .select({ status: orderTally.status, n: sql<number>`sum(${orderTally.n})`.mapWith(Number) })
      .from(orderTally)
      .where(eq(orderTally.account_id, client.id))
      .groupBy(orderTally.status);
    return Object.fromEntries(rows.filter(({ n }) => n !== 0).map(({ status, n }) => [status, n]));
  };
  const make = (status: StatusName): Promise<string> =>
    database.unitOfWork(async (db) => {
      const uuid = randomUUID();
      const people = { account_id: client.id, creator_id: requester.id, requester_id: requester.id };
      await db.insert(orders).values({ uuid, ...people, status, created_at: now(), status_since: now() });
      return uuid;
    });
  const change = (uuid: string, values: Partial<typeof orders.$inferInsert>): Promise<unknown> =>
    database.unitOfWork(async (db) => await db.update(orders).set(values).where(eq(orders.uuid, uuid)));

  const [first, second] = [await make('draft'), await make('draft')];
  await make('submitted');
  expect(await countByStatus()).toEqual({ draft: 2, submitted: 1 });
  await change(first, { status: 'submitted' });
  await change(first, { client_po_reference: 'no difference' });
  expect(await countByStatus()).toEqual({ draft: 1, submitted: 2 });
  await change(second, { deleted_at: now() });
  expect(await countByStatus()).toEqual({ submitted: 2 });
  await database.unitOfWork(compactOrderTally);
  expect(await countByStatus()).toEqual({ submitted: 2 });
  await database.unitOfWork(async (db) => await db.delete(orders).where(and(eq(orders.uuid, first))));
  expect(await countByStatus()).toEqual({ submitted: 1 });
});
