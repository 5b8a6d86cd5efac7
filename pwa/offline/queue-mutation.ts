import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { REPEAT_WINDOW } from '../ui/repeat-window.ts';
import type { Engine } from './engine.ts';
import { openTablet } from './this-tablet.ts';

/** What was queued last, with the answer to it. */
let last: { key: string; at: number; verdict: Promise<Verdict> } | null = null;

/** Queues something unless it is the same as the last at once again: a double click gets the answer to the first press, because the screen may not show it yet. */
function queueOnce(key: string, queue: (tablet: Engine) => Promise<Verdict>): Promise<Verdict> {
  const at = performance.now();
  if (last?.key === key && at - last.at < REPEAT_WINDOW) return last.verdict;
  const verdict = openTablet().then(queue);
  last = { key, at, verdict };
  return verdict;
}

/**
 * Checks a mutation with the shared rules and puts it into this tablet's queue. Resolves with the rule's refusal, or with allow once
 * the mutation is stored on this tablet; nothing waits for the network.
 */
export const queueMutation = <N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> =>
  queueOnce(JSON.stringify([n, a]), (tablet) => tablet.mutate(n, a));

/** Queues the same mutation for several things in one step: all of them or none. */
export const queueMutations = <N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> =>
  queueOnce(JSON.stringify([n, each]), (tablet) => tablet.mutateEach(n, each));
