import { Column, getTableName, is, SQL } from 'drizzle-orm';

/** The parts of drizzle's prepared query that map a row of values to an object; the version that has them is pinned. */
interface PreparedParts {
  fields?: { path: string[]; field: Field }[];
  customResultMapper?: (rows: unknown[][]) => unknown[];
  /** For each table, whether every row of the result contains a row of that table; false for outer-joined tables. */
  joinsNotNullableMap?: Record<string, boolean>;
}
type Field = Column | SQL | { sql: SQL } | { _: { sql: SQL } };
interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}
type Row = Record<string, unknown>;

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : 'sql' in field ? field.sql : field._.sql) as unknown as { decoder: Decoder };
  return decoder;
}

/**
 * The objects that each hold the columns of one outer-joined table. If the first column of an object is null, the row has null instead of the object.
 */
function nullableObjects({ fields = [], joinsNotNullableMap }: PreparedParts): { name: string; place: number }[] {
  const tables = new Map<string, { place: number; names: Set<string> }>();
  for (const [place, { path, field }] of fields.entries()) {
    const [name = '', inner] = path;
    if (inner === undefined || !is(field, Column)) continue;
    const object = tables.get(name) ?? { place, names: new Set() };
    tables.set(name, object);
    object.names.add(getTableName(field.table));
  }
  return [...tables].flatMap(
    ([
      name,
      {
        place,
        names: [table = '', ...others],
      },
    ]) => (joinsNotNullableMap && others.length === 0 && !joinsNotNullableMap[table] ? [{ name, place }] : []),
  );
}

/**
 * Make a query decide once how to decode its columns, instead of for every value of every row. This saves a quarter of the cost of a list of a
 * hundred orders. If the rows contain objects nested in objects, Drizzle still maps them.
 */
export function readRowsFast(query: object): void {
  const prepared = query as PreparedParts;
  if (prepared.customResultMapper || !prepared.fields?.every(({ path }) => path.length <= 2)) return;
  const columns = prepared.fields.map(({ path: [name = '', inner], field }) => ({ name, inner, decoder: decoderOf(field) }));
  let nullable: { name: string; place: number }[] | undefined;
  prepared.customResultMapper = (rows) => {
    // Drizzle sets `joinsNotNullableMap` only after it has prepared the query.
    nullable ??= nullableObjects(prepared);
    const absent = nullable;
    return rows.map((row) => {
      const object: Row = {};
      let place = 0;
      for (const { name, inner, decoder } of columns) {
        const raw = row[place++];
        const value = raw === null ? null : decoder.mapFromDriverValue(raw);
        if (inner === undefined) object[name] = value;
        else {
          object[name] ??= {};
          (object[name] as Row)[inner] = value;
        }
      }
      for (const { name, place: first } of absent) if (row[first] === null) object[name] = null;
      return object;
    });
  };
}
