import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, rows, run } from '../server/db/db.ts';
import { pg } from '../server/db/dialect.ts';

/**
 * Inserts rows by the thousand in one statement, and returns their ids, if they have any, in order. The keys of the first row are the columns; every row
 * has the same keys. All values travel as one JSON text in place of a parameter for each.
 */
export async function insertMany<Table extends SQLiteTable>(db: Db, into: Table, records: readonly Table['$inferInsert'][]): Promise<number[]> {
  const columns = getTableColumns(into) as Record<string, { name: string }>;
  const names = Object.keys(records[0] ?? {}).map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`${getTableName(into)} has no column ${key}`);
    return column.name;
  });
  const table = sql.identifier(getTableName(into));
  const list = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    names.map((name) => sql`value ->> ${name}`),
    sql`, `,
  );
  const source = pg
    ? sql`select ${list} from json_populate_recordset(null::${table}, ${JSON.stringify(records)})`
    : sql`select ${values} from json_each(${JSON.stringify(records)})`;
  const statement = sql`insert into ${table} (${list}) ${source}`;
  if (columns.id) return (await rows<{ id: number }>(db, sql`${statement} returning id`)).map(({ id }) => Number(id));
  await run(db, statement);
  return [];
}
