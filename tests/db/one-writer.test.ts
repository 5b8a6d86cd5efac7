import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Db, run } from '../../server/db/db.ts';
import { accounts } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

const rename = (db: Db, id: number, name: string) => db.update(accounts).set({ name }).where(eq(accounts.id, id));

async function threeAccounts() {
  const { account, database } = await world();
  const createdAccounts = [await account({ name: 'One' }), await account({ name: 'Two' }), await account({ name: 'Three' })];
  const names = async (): Promise<string[]> => {
    const all = await database.reader.select({ id: accounts.id, name: accounts.name }).from(accounts);
    return createdAccounts.map(({ id }) => all.find((one) => one.id === id)?.name ?? 'gone');
  };
  const [one, two, three] = createdAccounts.map(({ id }) => id) as [number, number, number];
  return { database, one, two, three, names };
}

test('if one of several waiting units of work fails, only the changes of that unit are rolled back', async () => {
  const { database, one, two, three, names } = await threeAccounts();
  const outcomes = await Promise.allSettled([
    database.unitOfWork((db) => rename(db, one, 'First')),
    database.unitOfWork(async (db) => {
      await rename(db, two, 'Second');
      throw new Error('on second thoughts');
    }),
    database.unitOfWork((db) => rename(db, three, 'Third')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['First', 'Two', 'Third']);
});

test('if one unit of work rolls back the shared transaction, the remaining units of work are still applied, exactly once', async () => {
  const { database, one, two, three, names } = await threeAccounts();
  const append = (id: number) => database.unitOfWork((db) => run(db, sql`update accounts set name = name || '+' where id = ${id}`));
  const outcomes = await Promise.allSettled([
    append(one),
    database.unitOfWork(async (db) => {
      await rename(db, two, 'Second');
      // SQLite itself rolls a transaction back in this way when the disk is full.
      await run(db, sql`rollback`);
      throw new Error('the transaction is gone');
    }),
    append(three),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['One+', 'Two', 'Three+']);
});

test('a unit of work sees the changes of all earlier units; once the unit returns, a reader sees the unit’s changes', async () => {
  const { database, one, names } = await threeAccounts();
  const add = (mark: string) =>
    database.unitOfWork(async (db) => {
      await run(db, sql`update accounts set name = name || ${mark} where id = ${one}`);
      return mark;
    });
  const results = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (mark) => {
      await add(mark);
      return (await names())[0]?.includes(mark);
    }),
  );
  expect(results).toEqual([true, true, true, true]);
  expect([...((await names())[0] ?? '')].sort().join('')).toBe([...'Oneabcd'].sort().join(''));
});
