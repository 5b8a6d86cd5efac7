import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation, queueMutations } from '../offline/queue-mutation.ts';

/** Records where items are: in a bin, or in the tote of an order that waits for them. */
export const putAway = (args: ArgsOf<'bin.put_away'>): Promise<Verdict> => queueMutation('bin.put_away', args);

/** Records the places of several items in one step. */
export const putAllAway = (each: readonly ArgsOf<'bin.put_away'>[]): Promise<Verdict> => queueMutations('bin.put_away', each);
