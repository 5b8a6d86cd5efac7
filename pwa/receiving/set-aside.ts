import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Sets items aside that are not taken into stock: all of them with this code and reason. */
export const setAside = (args: ArgsOf<'receipt.set_aside'>): Promise<Verdict> => queueMutation('receipt.set_aside', args);
