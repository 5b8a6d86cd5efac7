import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { REPEAT_WINDOW } from '../ui/repeat-window.ts';
import { openTablet } from './this-tablet.ts';

/** The mutation that was queued last, with the answer to it. */
let last: { key: string; at: number; verdict: Promise<Verdict> } | null = null;

/**
 * Checks a mutation with the shared rules and puts it into this tablet's queue. Resolves with the rule's refusal, or with allow once
 * the mutation is stored on this tablet; nothing waits for the network. The same mutation at once again is a double click: it gets the answer
 * to the first, because the screen may not show it yet.
 */
export function queueMutation<N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> {
  const [key, at] = [`${n} ${JSON.stringify(a)}`, performance.now()];
  if (last?.key === key && at - last.at < REPEAT_WINDOW) return last.verdict;
  const verdict = openTablet().then((tablet) => tablet.mutate(n, a));
  last = { key, at, verdict };
  return verdict;
}

/** Queues the same mutation for several things in one step: all of them or none. */
export const queueMutations = async <N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> =>
  (await openTablet()).mutateEach(n, each);
