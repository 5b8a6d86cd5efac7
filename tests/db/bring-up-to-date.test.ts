import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bringUpToDate } from '../../server/db/bring-up-to-date.ts';
import { migrations, rows } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { clientFixture } from '../ordering/fixture.ts';

test('the planner has statistics of a new index as soon as its migration is applied', async () => {
  const { database, submitted } = await clientFixture();
  await submitted();
  expect(await bringUpToDate(database)).toBe(0);
  const index = { name: '9999_an_index', statements: ['create index orders_tried on orders (account_id, requester_id, uuid)'] };
  expect(await bringUpToDate(database, [...migrations(), index])).toBe(1);
  const tables = pg
    ? await rows(database.reader, sql`select 1 from pg_class where relname = 'orders_tried' and reltuples > 0`)
    : await rows(database.reader, sql`select 1 from sqlite_stat1 where idx = 'orders_tried'`);
  expect(tables).toHaveLength(1);
});
