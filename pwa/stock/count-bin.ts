import type { Verdict } from '../../shared/verdict.ts';
import { queueMutations } from '../offline/queue-mutation.ts';
import { type BinSession, countsOfBin } from './bin-session.ts';

/** Records what was counted in a bin, all SKUs in one step. */
export const countBin = (session: BinSession): Promise<Verdict> => queueMutations('stock.count', countsOfBin(session, new Date().toISOString()));
