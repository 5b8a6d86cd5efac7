import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { RepeatGuard } from '../ui/repeat-guard.ts';
import type { Engine } from './engine.ts';
import { openTablet } from './this-tablet.ts';

let guard: RepeatGuard<string, Promise<Verdict>> | undefined;
/**
 * The guard of this tablet's queue. It is created on first use: in the build, the file with `RepeatGuard` and the file of the floor import each
 * other, so this module may run before `RepeatGuard` is defined.
 */
const queueGuard = (): RepeatGuard<string, Promise<Verdict>> => {
  guard ??= new RepeatGuard();
  return guard;
};

/**
 * Queues a mutation unless the same one was queued just before. The second press of a double click gets the verdict of the first, because the screen
 * may not show its effect yet.
 */
function queueOnce(key: string, queue: (tablet: Engine) => Promise<Verdict>): Promise<Verdict> {
  const repeated = queueGuard().findRepeated(key);
  if (repeated) return repeated.result;
  const verdict = openTablet().then(queue);
  queueGuard().keep(key, verdict).markShown();
  return verdict;
}

/**
 * Checks a mutation with the shared rules and adds it to this tablet's queue. Resolves with the rule's refusal, or with `ok` once
 * the mutation is stored on this tablet. It does not wait for the network.
 */
export const queueMutation = <N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> =>
  queueOnce(JSON.stringify([n, a]), (tablet) => tablet.mutate(n, a));

/** Queues the same mutation for several things in one step: all of them or none. */
export const queueMutations = <N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> =>
  queueOnce(JSON.stringify([n, each]), (tablet) => tablet.mutateEach(n, each));
