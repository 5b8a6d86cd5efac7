import type { Hand } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

interface Versioned {
  version: number;
  hand: Hand | null;
}
type Caller = Pick<Ctx, 'actor' | 'tab'>;

/** One person in one tab. A super who acts as somebody is not that person; who names no tab has none. */
const byOf = ({ actor, tab }: Caller): string | null => (tab ? `${actor.impersonator_id ?? actor.id} ${tab}` : null);

/** The caller's own hand, where the latest version is theirs. */
const runOf = ({ version, hand }: Versioned, by: string | null): Hand | null => (hand && hand.by === by && hand.until === version ? hand : null);

/** The hand to be stored with the next version of a thing that the caller changes. */
export function handOf(ctx: Caller, before: Versioned): Hand | null {
  const by = byOf(ctx);
  return by === null ? null : { by, since: runOf(before, by)?.since ?? before.version, until: before.version + 1 };
}

/** Whether a thing has changed since the version that the caller sends, other than by the same tab: what that changed meanwhile, it knows of. */
export function isStale(ctx: Caller, sent: number | undefined, stored: Versioned): sent is number {
  if (sent === undefined || sent >= stored.version) return false;
  const run = runOf(stored, byOf(ctx));
  return !(run && sent >= run.since);
}
