import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { openTablet } from './this-tablet.ts';

/**
 * Checks a mutation with the shared rules and puts it into this tablet's queue. Resolves with the rule's refusal, or with allow once
 * the mutation is stored on this tablet; nothing waits for the network.
 */
export const queueMutation = async <N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> => (await openTablet()).mutate(n, a);

/** Queues the same mutation for several things in one step: all of them or none. */
export const queueMutations = async <N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> =>
  (await openTablet()).mutateEach(n, each);
