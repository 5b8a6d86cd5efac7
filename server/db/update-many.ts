import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, run } from './db.ts';
import { pg } from './dialect.ts';
import { jsonRows } from './json-rows.ts';

type Driven = number | string | boolean | null;

/** The type of a column’s values in SQL. */
const castOf = (column: SQLiteColumn, place: number): SQL => {
  const text = sql.raw(`value ->> ${place}`);
  const type = pg ? column.getSQLType() : column.dataType === 'number' || column.dataType === 'boolean' ? 'integer' : 'text';
  return sql`cast(${text} as ${sql.raw(type)})`;
};

/**
 * Give each row of a table values of its own, in one statement, and raise its version. Every row has all of the columns; a column is
 * given by its property in the table.
 */
export async function updateMany<Table extends SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }>(
  db: Db,
  table: Table,
  fields: readonly (keyof Table['$inferInsert'] & string)[],
  rows: readonly ({ id: number } & Partial<Table['$inferInsert']>)[],
): Promise<void> {
  if (!rows.length || !fields.length) return;
  const columns = fields.map((field) => (table as unknown as Record<string, SQLiteColumn>)[field] as SQLiteColumn);
  const driven = (column: SQLiteColumn, value: unknown): Driven =>
    value === null || value === undefined ? null : (column.mapToDriverValue(value) as Driven);
  const values = rows.map((row) => [
    row.id,
    ...fields.map((field, place) => {
      const value = driven(columns[place] as SQLiteColumn, (row as Record<string, unknown>)[field]);
      return typeof value === 'boolean' ? String(value) : value;
    }),
  ]);
  const name = sql.identifier(getTableName(table));
  const assignments = columns.map((column, place) => sql`${sql.identifier(column.name)} = change.${sql.raw(`c${place}`)}`);
  const parts = columns.map((column, place) => sql`${castOf(column, place + 1)} as ${sql.raw(`c${place}`)}`);
  await run(
    db,
    sql`update ${name} set ${sql.join(assignments, sql`, `)}, version = ${name}.version + 1
      from (select cast(value ->> 0 as bigint) as id, ${sql.join(parts, sql`, `)} from ${jsonRows(values)}) as change
      where ${name}.id = change.id`,
  );
}
