import { z } from 'zod';
import { isSameBin } from './judge-bin.ts';

/** A bin beside the pick bin of a SKU, and how many items of the SKU it holds. */
export const overflowBin = z.object({ bin: z.string(), qty: z.int() });
export type OverflowBin = z.infer<typeof overflowBin>;

/** The overflow bins of a SKU after `by` items were put into a bin, or removed from it if `by` is negative; the pick bin holds the rest. */
export function changeBin(bins: readonly OverflowBin[], pick_bin: string | null, bin: string, by: number): OverflowBin[] {
  if (by === 0 || isSameBin(pick_bin, bin)) return [...bins];
  const before = bins.find((one) => isSameBin(one.bin, bin));
  const qty = Math.max(0, (before?.qty ?? 0) + by);
  const others = bins.filter((one) => one !== before);
  return qty > 0 ? [...others, { bin: before?.bin ?? bin, qty }].sort((a, b) => (a.bin < b.bin ? -1 : 1)) : others;
}
