import { type SQL, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/** An object as a column of JSON holds it, of names and values in turn. */
export const jsonObject = (...parts: (SQL | string)[]): SQL =>
  sql`${sql.raw(pg ? 'jsonb_build_object' : 'json_object')}(${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.raw(`'${part}'`) : part)),
    sql`, `,
  )})`;
