import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation, queueMutations } from '../offline/queue-mutation.ts';
import { isSameCode } from './goods.ts';

/** Records where items are: in a bin, or in the tote of an order that waits for them. */
export const putAway = (args: ArgsOf<'bin.put_away'>): Promise<Verdict> => queueMutation('bin.put_away', args);

/** Adds items of a receipt to a bin. The mutation contains the new total of the receipt's items in the bin. */
export function addToBin(
  receipt: string,
  product_id: number,
  { bins, bin, qty }: { bins: readonly { bin: string; qty: number }[]; bin: string; qty: number },
): Promise<Verdict> {
  const before = bins.find((one) => isSameCode(one.bin, bin));
  return putAway({ receipt, product_id, bin: before?.bin ?? bin, qty: (before?.qty ?? 0) + qty });
}

/** Records the places of several items in one step. */
export const putAllAway = (each: readonly ArgsOf<'bin.put_away'>[]): Promise<Verdict> => queueMutations('bin.put_away', each);
