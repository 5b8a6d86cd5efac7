import type { ConflictCode } from '../../shared/codes.ts';
import { messages } from '../../shared/messages.ts';
import type { LastEdit } from '../db/tables/index.ts';
import type { Ctx } from './context.ts';
import { Problem } from './problem.ts';

/** A stored record's version and, if recorded, who made the latest versions. */
export interface Versioned {
  version: number;
  last_edit?: LastEdit | null;
}

/** Who sends the request, and from which tab; a job has no tab. */
export interface Caller {
  actor: Pick<Ctx['actor'], 'id' | 'impersonator_id'>;
  tab?: string | undefined;
}

/**
 * One person in one tab, in the format of `last_edit`; null if the request names no tab. A super who acts as somebody counts as the super, not as
 * that person.
 */
export const byOf = ({ actor, tab }: Caller): string | null => (tab ? `${personOf(actor)} ${tab}` : null);
const personOf = (actor: Caller['actor']): number => actor.impersonator_id ?? actor.id;

/** The stored last edit if the caller made the latest version, otherwise null. */
const ownEdit = ({ version, last_edit }: Versioned, by: string | null): LastEdit | null =>
  last_edit && last_edit.by === by && last_edit.until === version ? last_edit : null;

/** The version since which only the caller has changed the record; null if the latest change is somebody else's or from another tab. */
export const ownSince = (ctx: Caller, currentRecord: Versioned): number | null => ownEdit(currentRecord, byOf(ctx))?.since ?? null;

/**
 * 409: the record is no longer as the caller has read it. `current` is its present state, `by_you` is set if the caller changed it in another tab,
 * and `by` is the name of the person who changed it. Unknown values are left out.
 */
export function staleVersion({ current, by_you = false, by }: { current?: unknown; by_you?: boolean; by?: string | null } = {}): Problem {
  const message = by_you ? messages.stale_own : by ? messages.changed_by(by) : messages.stale_version;
  const code: ConflictCode = 'stale_version';
  return new Problem(409, { message, code, ...(current !== undefined && { current }), ...(by_you && { by_you }) });
}

/**
 * Whether a caller sends a version other than the stored one. An older version is accepted if the caller's own tab made every change since: the tab
 * knows these changes. A newer version is stale, because it was read before a backup was restored, or was invented.
 */
function isStale(ctx: Caller, sentVersion: number | undefined, currentRecord: Versioned): sentVersion is number {
  const { version } = currentRecord;
  if (sentVersion === undefined || sentVersion === version) return false;
  const own = ownEdit(currentRecord, byOf(ctx));
  return !(own && sentVersion >= own.since && sentVersion < version);
}

/** Refuse a caller who sends another version than the stored one, and answer with the current state. A request without a version is accepted. */
export async function enforceVersion(ctx: Caller, sentVersion: number | undefined, currentRecord: Versioned, current: () => unknown): Promise<void> {
  if (!isStale(ctx, sentVersion, currentRecord)) return;
  const { last_edit, version } = currentRecord;
  const isOwn = !!last_edit && last_edit.until === version && last_edit.by.startsWith(`${personOf(ctx.actor)} `);
  const by_you = isOwn && last_edit.since <= sentVersion && sentVersion < version;
  throw staleVersion({ current: await current(), by_you });
}

/** Whether a request was refused because what it was based on has changed meanwhile. */
export const isStaleVersion = ({ body }: Problem): boolean => body.code === 'stale_version';
