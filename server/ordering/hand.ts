import type { Hand } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

interface Versioned {
  version: number;
  hand: Hand | null;
}

/** A super who acts as somebody is not that person. */
const personOf = ({ actor }: Pick<Ctx, 'actor'>): number => actor.impersonator_id ?? actor.id;

/** The hand of this person, where the latest version is theirs. */
const runOf = ({ version, hand }: Versioned, by: number): Hand | null => (hand && hand.by === by && hand.until === version ? hand : null);

/** The hand to be stored with the next version of a thing that the caller changes. */
export function handOf(ctx: Pick<Ctx, 'actor'>, before: Versioned): Hand {
  const by = personOf(ctx);
  return { by, since: runOf(before, by)?.since ?? before.version, until: before.version + 1 };
}

/** Whether somebody else has changed a thing since the version that the caller sends. What they changed themselves meanwhile, they know of. */
export function isStale(ctx: Pick<Ctx, 'actor'>, sent: number | undefined, stored: Versioned): sent is number {
  if (sent === undefined || sent >= stored.version) return false;
  const run = runOf(stored, personOf(ctx));
  return !(run && sent >= run.since);
}
