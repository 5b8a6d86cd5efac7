import { type SQL, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/** An object as a JSON column stores it, from alternating names and values. */
export const jsonObject = (...parts: (SQL | string)[]): SQL =>
  sql`${sql.raw(pg ? 'jsonb_build_object' : 'json_object')}(${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.raw(`'${part}'`) : part)),
    sql`, `,
  )})`;
