import { z } from 'zod';

/** A bin beside the pick bin of a SKU, and how many items of the SKU it holds. */
export const overflowBin = z.object({ bin: z.string(), qty: z.int() });
export type OverflowBin = z.infer<typeof overflowBin>;

/** The overflow bins of a SKU after items were put into one of them, or taken out where the quantity is below 0; the pick bin holds the rest. */
export function changeBin(bins: readonly OverflowBin[], pick_bin: string | null, bin: string, by: number): OverflowBin[] {
  if (by === 0 || bin === pick_bin) return [...bins];
  const qty = Math.max(0, (bins.find((one) => one.bin === bin)?.qty ?? 0) + by);
  const others = bins.filter((one) => one.bin !== bin);
  return qty > 0 ? [...others, { bin, qty }].sort((a, b) => (a.bin < b.bin ? -1 : 1)) : others;
}
