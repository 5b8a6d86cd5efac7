import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { gatherStatistics } from '../../server/db/gather-statistics.ts';
import { connectionOf } from '../../server/db/sqlite-queries.ts';
import { users } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

// Both make SQLite plan a statement anew for each value that is bound to it; PostgreSQL has neither.
if (!pg) {
  test('statements are planned once: statistics keep no samples of values, and a limit is not a bound value', async () => {
    const { database } = await world();
    await database.unitOfWork(gatherStatistics);
    const [statistics] = await rows<{ n: number }>(database.reader, sql`select count(*) as n from sqlite_stat1`);
    expect(statistics?.n).toBeGreaterThan(0);
    expect(await rows(database.reader, sql`select tbl from sqlite_stat4`)).toEqual([]);

    const first = database.reader.select({ id: users.id }).from(users).where(eq(users.role, 'super'));
    expect(first.limit(5).toSQL()).toMatchObject({ sql: expect.stringMatching(/ limit 5$/), params: ['super'] });
    expect(first.limit(sql.placeholder('most')).toSQL().sql).toMatch(/ limit \? \+ 0$/);
  });

  test('a query and a statement written as text are each compiled once, whatever their values', async () => {
    const { database } = await world();
    const connection = connectionOf(database.reader);
    const prepare = connection.prepare.bind(connection) as (text: string) => unknown;
    const compiled: string[] = [];
    connection.prepare = ((text: string) => {
      compiled.push(text);
      return prepare(text);
    }) as typeof connection.prepare;
    const queryBySurname = (surname: string) =>
      database.reader.select({ id: users.id, role: users.role }).from(users).where(eq(users.surname, surname));
    const text = queryBySurname('').toSQL().sql.replace('?', `'Nobody'`);
    expect([await queryBySurname('Nobody'), await queryBySurname('Somebody')]).toEqual([[], []]);
    expect([await rows(database.reader, sql.raw(text)), await rows(database.reader, sql.raw(text))]).toEqual([[], []]);
    expect(compiled).toEqual([queryBySurname('').toSQL().sql, text]);
  });
}

test('statistics of row counts can be gathered in a unit of work', async () => {
  const { database } = await world();
  await expect(database.unitOfWork(gatherStatistics)).resolves.toBeUndefined();
});
