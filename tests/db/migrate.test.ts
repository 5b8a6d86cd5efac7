import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { migrate, migrations, NewerDatabaseError, rows, run } from '../../server/db/db.ts';
import { accounts, sites } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

// Rebuilds a table as the migration generator does for SQLite, which cannot add a constraint to a table.
const rebuilt = (engine: 'sqlite' | 'postgres', columns: string): string[] =>
  engine === 'postgres'
    ? [
        `alter table accounts add column region text not null default 'uk'`,
        "alter table accounts add constraint accounts_region check (region in ('uk', 'ie'))",
      ]
    : [
        'PRAGMA foreign_keys=OFF;',
        `create table __new_accounts (region text not null default 'uk', ${columns}, constraint accounts_region check (region in ('uk', 'ie')))`,
        `insert into __new_accounts select 'uk', * from accounts`,
        'drop table accounts',
        'alter table __new_accounts rename to accounts',
        'PRAGMA foreign_keys=ON;',
      ];

test('a migration that rebuilds a table keeps all rows of the table and of the tables that reference it', async () => {
  const { account, site, database } = await world();
  const client = await account({ name: 'Kept' });
  await site(client.id, { name: 'Kept too' });
  const { engine } = database;
  const [accountsTable] =
    engine === 'sqlite' ? await rows<{ sql: string }>(database.reader, sql`select sql from sqlite_master where name = 'accounts'`) : [];
  const columns =
    accountsTable?.sql.slice(accountsTable.sql.indexOf('(') + 1, accountsTable.sql.lastIndexOf(')')).replaceAll('"accounts".', '') ?? '';

  const later = { name: '9998_regions', statements: rebuilt(engine, columns) };
  expect(await migrate(database, [...migrations(), later])).toBe(1);
  expect(await migrate(database, [...migrations(), later])).toBe(0);

  const [storedAccount] = await database.reader
    .select({ name: accounts.name, site: sites.name })
    .from(accounts)
    .innerJoin(sites, eq(sites.account_id, accounts.id))
    .where(eq(accounts.id, client.id));
  expect(storedAccount).toEqual({ name: 'Kept', site: 'Kept too' });
  const [added] = await rows<{ region: string }>(database.reader, sql`select region from accounts where id = ${client.id}`);
  expect(added).toEqual({ region: 'uk' });
  await expect(database.unitOfWork((db) => run(db, sql`update accounts set region = 'fr' where id = ${client.id}`))).rejects.toThrow();
  await expect(database.unitOfWork((db) => run(db, sql`delete from accounts where id = ${client.id}`))).rejects.toThrow();
});

test('a migration that fails half-way is rolled back, and can be tried again', async () => {
  const { database } = await world();
  const allMigrations = [...migrations(), { name: '9998_regions', statements: [] }];
  const brokenMigration = { name: '9999_broken', statements: ['create table half (id integer)', 'insert into no_such_table values (1)'] };
  await expect(migrate(database, [...allMigrations, brokenMigration])).rejects.toThrow();
  expect(await migrate(database, [...allMigrations, { ...brokenMigration, statements: ['create table half (id integer)'] }])).toBe(1);
});

test('a database with newer migrations than this release is refused', async () => {
  const { database } = await world();
  await expect(migrate(database)).rejects.toThrow(NewerDatabaseError);
});
