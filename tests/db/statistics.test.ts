import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { gatherStatistics } from '../../server/db/gather-statistics.ts';
import { connectionOf } from '../../server/db/sqlite-queries.ts';
import { users } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

// Sampled values and bound limits would make SQLite plan a statement anew for each bound value. PostgreSQL has neither.
if (!pg) {
  test('a statement is planned once for all values: statistics have no samples of values, and a limit is not a bound value', async () => {
    const { database } = await world();
    await database.unitOfWork(gatherStatistics);
    const [statistics] = await rows<{ n: number }>(database.reader, sql`select count(*) as n from sqlite_stat1`);
    expect(statistics?.n).toBeGreaterThan(0);
    expect(await rows(database.reader, sql`select tbl from sqlite_stat4`)).toEqual([]);

    const first = database.reader.select({ id: users.id }).from(users).where(eq(users.role, 'super'));
    expect(first.limit(5).toSQL()).toMatchObject({ sql: expect.stringMatching(/ limit 5$/), params: ['super'] });
    expect(first.limit(sql.placeholder('most')).toSQL().sql).toMatch(/ limit \? \+ 0$/);
  });

  test('a query is compiled once for all its values; a statement that is written as text is compiled once too', async () => {
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

  test('open connections use new statistics, and the statistics count no index as empty', async () => {
    const { database } = await world();
    const { reader } = database;
    let explained = 0;
    // A connection checks for changes of the schema when it runs a query, but not for `explain`. The comment with a number forces a new compilation.
    const plan = async (query: string) => {
      await rows(reader, sql`select 1 from orders limit 1`);
      const steps = await rows<{ detail: string }>(reader, sql.raw(`explain query plan ${query} /* ${++explained} */`));
      return steps.map(({ detail }) => detail).join('; ');
    };
    // In one table the first index has a single value, in the other table it has many: only statistics show which index is better.
    const list = `'[${[...Array(2000).keys()]}]'`;
    const tables = [
      ['few_many', 'few', 'many'],
      ['many_few', 'many', 'few'],
    ];
    await database.unitOfWork(async (db) => {
      for (const [table, ...columns] of tables) {
        await run(db, sql.raw(`create table ${table} (few integer, many integer)`));
        for (const column of columns) await run(db, sql.raw(`create index ${table}_${column} on ${table} (${column})`));
        await run(db, sql.raw(`insert into ${table} select 1, value from json_each(${list})`));
      }
    });
    const plans = () => Promise.all(tables.map(([table]) => plan(`select 1 from ${table} where few = 1 and many = 1`)));
    expect((await plans()).every((text, n) => text.includes(`${tables[n]?.[0]}_many`))).toBe(false);
    await database.unitOfWork(gatherStatistics);
    expect(await plans()).toEqual([expect.stringContaining('few_many_many'), expect.stringContaining('many_few_many')]);

    expect(await rows(reader, sql`select idx from sqlite_stat1 where stat like '0 %'`)).toEqual([]);
    const ordersTwice = `with found (id) as (select id from orders where deleted_at is null) select orders.id from found cross join orders`;
    expect(await plan(`${ordersTwice} where orders.id = found.id and orders.deleted_at is null`)).toMatch(/orders USING INTEGER PRIMARY KEY/);
  });
}

test('statistics of row counts can be gathered in a unit of work', async () => {
  const { database } = await world();
  await expect(database.unitOfWork(gatherStatistics)).resolves.toBeUndefined();
});
