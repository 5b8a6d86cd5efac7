import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Records how many items with this code are set aside for this reason and not taken into stock: the total, not an increment. */
export const setAside = (args: ArgsOf<'receipt.set_aside'>): Promise<Verdict> => queueMutation('receipt.set_aside', args);
