import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, picks as pickTable, syncClients, syncOutcomes } from '../../server/db/tables/index.ts';
import { busyFloor } from './busy-floor.ts';

// The product reads this variable when it opens its database, so that a few orders take several pages.
process.env.SYNC_PAGE_ORDERS = '4';

test('rows that need several pages are pulled consistently, and no change made between two pages is missed', async () => {
  const { tablet, picker, picks, orders: floorOrders, database } = await busyFloor(6, 1);
  await tablet(picker).settle();
  const t = tablet(picker);
  const first = await t.exchange([]);
  expect(first).toMatchObject({ full: true, more: true });
  const other = tablet(picker);
  await other.sync();
  await other.sync(other.start(picks[3] ?? 0));
  const [late] = await database.unitOfWork((db) =>
    db
      .update(pickTable)
      .set({ state: 'closed', close_reason: 'unallocated', ended_at: '2026-11-20T09:00:00.000Z' })
      .where(eq(pickTable.id, picks[5] ?? 0))
      .returning(),
  );
  const second = await t.exchange([]);
  expect(second).toMatchObject({ full: true, more: true, cursor: { v: first.cursor?.v } });
  const last = await t.exchange([]);
  expect(last).toMatchObject({ full: false, more: false });
  expect(last.patch.pick?.put.map(({ id }) => id)).toEqual([picks[3]]);
  expect(last.patch.pick?.del).toHaveLength(1);
  expect(late?.order_id).toBe(floorOrders[5]);
  expect([...t.rows.pick.values()].filter(({ account_name }) => account_name === 'Northgate Facilities')).toHaveLength(5);
  await t.settle();

  await database.unitOfWork((db) => db.update(accounts).set({ name: 'Southgate' }).where(eq(accounts.name, 'Northgate Facilities')));
  const page = await t.exchange([]);
  expect(page).toMatchObject({ full: false, more: true });
  await t.sync();
  expect([...t.rows.pick.values()].filter(({ account_name }) => account_name === 'Southgate')).toHaveLength(5);
});

test('a tablet that pulls everything again starts no second epoch, even if many pages of changes are made meanwhile', async () => {
  const here = await busyFloor(6, 1);
  const { tablet, picker, picks, database } = here;
  const t = tablet(picker);
  await t.settle();
  await t.sync(t.start(picks[0] ?? 0));
  // The server loses the start of the pick, as it does when an older backup is restored. The tablet's next request reveals the loss.
  await database.unitOfWork(async (db) => {
    await db.delete(syncOutcomes).where(eq(syncOutcomes.c, t.c));
    await db.update(syncClients).set({ lm: 0 }).where(eq(syncClients.c, t.c));
  });
  here.setClock(1);
  const renewed = await t.exchange([]);
  expect(renewed).toMatchObject({ full: true, more: true, lm: { [t.c]: 0 } });
  // Every order changes while the tablet pulls the pages.
  await database.unitOfWork((db) => db.update(pickTable).set({ state: 'picking' }).where(eq(pickTable.state, 'released')));
  let changed = 0;
  for (let answer = renewed; answer.more; ) {
    answer = await t.exchange([]);
    expect(answer.cursor?.epoch).toBe(renewed.cursor?.epoch);
    if (!answer.full) changed += 1;
  }
  expect(changed).toBeGreaterThan(1);
  expect(t.lm).toMatchObject({ [t.c]: 0 });
});
