import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig as getPgConfig, PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { among, idList } from './among.ts';
import { type Db, rows } from './db.ts';
import { pg } from './dialect.ts';
import * as tables from './tables/index.ts';

interface Reference {
  table: string;
  column: string;
  to: string;
}

/** Every foreign key of the database. */
function allReferences(): Reference[] {
  return Object.values(tables).flatMap((table) => {
    if (!is(table, pg ? PgTable : SQLiteTable)) return [];
    const { foreignKeys } = pg ? getPgConfig(table as unknown as PgTable) : getTableConfig(table as SQLiteTable);
    return foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const [column] = columns;
      return column ? [{ table: getTableName(table as SQLiteTable), column: column.name, to: getTableName(foreignTable as SQLiteTable) }] : [];
    });
  });
}

let references: Reference[] | undefined;

/** The names of the tables whose rows refer to a record of `table`, by the id of the record. Tables in `except` are left out. */
export async function referencesTo(
  db: Db,
  table: SQLiteTable,
  ids: readonly number[],
  { except = [] }: { except?: readonly string[] } = {},
): Promise<Map<number, string[]>> {
  references ??= allReferences();
  const list = idList(ids);
  const queries = references
    .filter(({ to, table: from }) => to === getTableName(table) && !except.includes(from))
    .map(({ table: from, column }): SQL => {
      const ref = sql.identifier(column);
      return sql`select ${ref} as id, ${from} as place from ${sql.identifier(from)} where ${among(sql`${ref}`, list)}`;
    });
  if (!queries.length || !ids.length) return new Map();
  const places = new Map<number, string[]>();
  const referring = await rows<{ id: number; place: string }>(db, sql.join(queries, sql` union `));
  for (const { id, place } of referring) places.set(Number(id), [...(places.get(Number(id)) ?? []), place]);
  return places;
}
