import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { pg } from './dialect.ts';
import type { orderLines, orders } from './tables/index.ts';

/** An object as a JSON column stores it, from alternating names and values. */
const jsonObject = (...parts: (SQL | string)[]): SQL =>
  sql`${sql.raw(pg ? 'jsonb_build_object' : 'json_object')}(${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.raw(`'${part}'`) : part)),
    sql`, `,
  )})`;

/**
 * The value of `last_edit` for the next version of a record, for the UPDATE that increments the version. The caller need not have read the record
 * before.
 */
export function lastEditAfter(
  { version, last_edit }: Pick<typeof orders | typeof orderLines, 'version' | 'last_edit'>,
  by: string | null | Placeholder,
): SQL {
  const caller = sql`cast(${by} as text)`;
  const isRun = sql`${last_edit} ->> 'by' = ${caller} and cast(${last_edit} ->> 'until' as integer) = ${version}`;
  const since = sql`case when ${isRun} then cast(${last_edit} ->> 'since' as integer) else ${version} end`;
  return sql`case when ${caller} is not null then ${jsonObject('by', caller, 'since', since, 'until', sql`${version} + 1`)} end`;
}
