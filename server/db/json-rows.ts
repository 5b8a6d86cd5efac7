import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

type Rows = readonly (readonly (number | string | null)[])[];

/** Rows as the single parameter that `listedRows` takes. */
export const rowList = (rows: Rows): string => JSON.stringify(rows);

/**
 * Rows of a list made by `rowList`, for a FROM: `cast(value ->> 0 as bigint)` is the first column of each row. The statement stays the
 * same for any number of rows, so that it can be prepared.
 */
export const listedRows = (list: Placeholder | string): SQL =>
  pg ? sql`jsonb_array_elements(cast(${list} as jsonb)) as each_row(value)` : sql`json_each(${list}) as each_row`;

/** Like `listedRows`, for rows that are not yet a list made by `rowList`. */
export const jsonRows = (rows: Rows): SQL => listedRows(rowList(rows));

/** The timestamp at this place in a row of `listedRows` or `jsonRows`. */
export const timeAt = (place: number): SQL => sql.raw(pg ? `cast(value ->> ${place} as timestamptz)` : `value ->> ${place}`);
