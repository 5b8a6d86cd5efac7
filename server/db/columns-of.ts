import type { SelectedFields, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';

type Source = SelectedFields[string];
type ColumnOf<Table extends SQLiteTable, Field> = Field extends keyof Table['_']['columns'] ? Table['_']['columns'][Field] : never;
type Missing<Table extends SQLiteTable, Shape> = Exclude<keyof Shape, keyof Table['_']['columns']>;

/**
 * The columns of a select, named by the schema of the row that the server sends: columns that the schema does not name are not read. A field that is
 * no column of the table is a type error, unless `more` has its source.
 */
export function columnsOf<
  Table extends SQLiteTable,
  Shape extends z.ZodRawShape,
  More extends { [Field in keyof Shape]?: Source } = Record<never, never>,
>(
  table: Table,
  schema: z.ZodObject<Shape>,
  ...[more]: Missing<Table, Shape> extends never ? [more?: More] : [more: More & Record<Missing<Table, Shape>, Source>]
): { [Field in keyof Shape]: Field extends keyof More ? More[Field] : ColumnOf<Table, Field> } {
  const sources: Record<PropertyKey, unknown> = { ...table, ...more };
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, sources[field]])) as never;
}
