import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import { jsonObject } from '../db/json-object.ts';
import type { LastEdit, orderLines, orders } from '../db/tables/index.ts';

interface Versioned {
  version: number;
  last_edit: LastEdit | null;
}
/** Who sends the request, and from which tab; a job has no tab. */
export interface Caller {
  actor: Pick<Ctx['actor'], 'id' | 'impersonator_id'>;
  tab?: string | undefined;
}

/**
 * One person in one tab, in the form of `last_edit`. A super who acts as somebody is a different person from them; a request that
 * names no tab has none.
 */
export const byOf = ({ actor, tab }: Caller): string | null => (tab ? `${personOf(actor)} ${tab}` : null);
const personOf = (actor: Caller['actor']): number => actor.impersonator_id ?? actor.id;

/** The stored last edit, where the caller made the latest version. */
const runOf = ({ version, last_edit }: Versioned, by: string | null): LastEdit | null =>
  last_edit && last_edit.by === by && last_edit.until === version ? last_edit : null;

/** The version since which only the caller has changed the record; null where the latest change is not theirs, or not from this tab. */
export const ownSince = (ctx: Caller, stored: Versioned): number | null => runOf(stored, byOf(ctx))?.since ?? null;

/**
 * The value of `last_edit` for the next version of a record. It stands in the UPDATE that raises the version, whether the record was
 * read before or not.
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

/** Whether a record has changed since the version that the caller sends, other than from the same tab: that tab knows its own changes. */
function isStale(ctx: Caller, sent: number | undefined, stored: Versioned): sent is number {
  if (sent === undefined || sent >= stored.version) return false;
  const run = runOf(stored, byOf(ctx));
  return !(run && sent >= run.since);
}

/**
 * Refuse a caller who has not seen the current state of a record, and answer with that state: somebody else changed it, or they did
 * in another tab.
 */
export async function enforceSeen(ctx: Caller, sent: number | undefined, stored: Versioned, current: () => Promise<unknown>): Promise<void> {
  if (!isStale(ctx, sent, stored)) return;
  const { last_edit, version } = stored;
  const isOwn = last_edit !== null && last_edit.until === version && last_edit.since <= sent && last_edit.by.startsWith(`${personOf(ctx.actor)} `);
  const message = isOwn ? messages.stale_own : messages.stale_version;
  throw new Problem(409, { message, code: 'stale_version', current: await current(), ...(isOwn && { by_you: true }) });
}
