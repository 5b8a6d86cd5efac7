import { getTableName, is, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, rows, run } from './db.ts';
import { jsonRows } from './json-rows.ts';

type Stored = number | string | null;

const columnOf = (table: SQLiteTable, field: string): SQLiteColumn => (table as unknown as Record<string, SQLiteColumn>)[field] as SQLiteColumn;

/** The value of a column at this place in a row of `jsonRows`. */
const valueAt = (column: SQLiteColumn, place: number): SQL => sql.raw(`cast(value ->> ${place} as ${column.getSQLType()})`);

/** A value in the format of a row of `jsonRows`; the column's default if the row has no value. */
function storedIn(column: SQLiteColumn, value: unknown): Stored {
  const storedValue = value === undefined && !is(column.default, SQL) ? column.default : value;
  if (storedValue === null || storedValue === undefined) return null;
  const stored = column.mapToDriverValue(storedValue) as Stored | boolean;
  return typeof stored === 'boolean' ? String(stored) : stored;
}

const insertion = <Table extends SQLiteTable>(table: Table, rows: readonly Table['$inferInsert'][]): SQL => {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = fields.map((field) => columnOf(table, field));
  const values = rows.map((row) => columns.map((column, place) => storedIn(column, (row as Record<string, unknown>)[fields[place] ?? ''])));
  const names = columns.map(({ name }) => sql.identifier(name));
  const parts = columns.map(valueAt);
  return sql`insert into ${sql.identifier(getTableName(table))} (${sql.join(names, sql`, `)}) select ${sql.join(parts, sql`, `)}
    from ${jsonRows(values)} where true`;
};

/**
 * Insert rows in one statement, whose text does not grow with their number: it takes a quarter of the time of an INSERT with a value for each cell.
 * Pass only as many rows as one statement takes.
 */
export async function insertMany<Table extends SQLiteTable>(db: Db, table: Table, rows: readonly Table['$inferInsert'][]): Promise<void> {
  if (rows.length) await run(db, insertion(table, rows));
}

/** Insert rows in one statement and skip those that a unique index refuses. Returns the chosen fields of the rows that were inserted. */
export async function insertIgnoringConflicts<Table extends SQLiteTable, Field extends keyof Table['$inferSelect'] & string>(
  db: Db,
  table: Table,
  records: readonly Table['$inferInsert'][],
  fields: readonly Field[],
): Promise<Pick<Table['$inferSelect'], Field>[]> {
  if (!records.length) return [];
  const names = fields.map((field) => sql`${sql.identifier(columnOf(table, field).name)} as ${sql.identifier(field)}`);
  return rows(db, sql`${insertion(table, records)} on conflict do nothing returning ${sql.join(names, sql`, `)}`);
}

/**
 * Change several rows in one statement, each to its own values, and increment their versions. `fields` are names of the table's properties. Every row
 * must have all of these fields.
 */
export async function updateMany<Table extends SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }>(
  db: Db,
  table: Table,
  fields: readonly (keyof Table['$inferInsert'] & string)[],
  rows: readonly ({ id: number } & Partial<Table['$inferInsert']>)[],
): Promise<void> {
  if (!rows.length || !fields.length) return;
  const columns = fields.map((field) => columnOf(table, field));
  const values = rows.map((row) => [
    row.id,
    ...columns.map((column, place) => {
      const value = (row as Record<string, unknown>)[fields[place] ?? ''];
      return value === undefined ? null : storedIn(column, value);
    }),
  ]);
  const name = sql.identifier(getTableName(table));
  const assignments = columns.map((column, place) => sql`${sql.identifier(column.name)} = change.${sql.raw(`c${place}`)}`);
  const parts = columns.map((column, place) => sql`${valueAt(column, place + 1)} as ${sql.raw(`c${place}`)}`);
  await run(
    db,
    sql`update ${name} set ${sql.join(assignments, sql`, `)}, version = ${name}.version + 1
      from (select cast(value ->> 0 as bigint) as id, ${sql.join(parts, sql`, `)} from ${jsonRows(values)}) as change
      where ${name}.id = change.id`,
  );
}
