import { type SQL, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/**
 * Rows as one value, to be read in a FROM: `cast(value ->> 0 as bigint)` is the first column of each. The statement stays the same
 * for any number of rows.
 */
export const jsonRows = (rows: readonly (readonly (number | string | null)[])[]): SQL => {
  const json = JSON.stringify(rows);
  return pg ? sql`jsonb_array_elements(cast(${json} as jsonb)) as each_row(value)` : sql`json_each(${json}) as each_row`;
};
