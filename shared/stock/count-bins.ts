import { isSameBin } from './judge-bin.ts';
import { changeBin, type OverflowBin } from './overflow-bin.ts';

/** The items that somebody counted in one bin of a SKU; a null `bin` is the shelf of a SKU without a pick bin. */
export interface BinCount {
  bin: string | null;
  qty: number;
}

/** A counted bin, and how many more items were counted in it than are recorded. */
export interface CountedBin extends BinCount {
  difference: number;
}

/** The bins of a SKU as they are recorded. */
interface Bins {
  pick_bin: string | null;
  overflow: readonly OverflowBin[];
}

interface CountOfBins {
  counted: readonly BinCount[];
  /** The name of the pick bin that the person who counted saw. */
  pick_bin: string | null;
}

const isBin = (one: string | null, other: string | null): boolean => (other === null ? one === null : isSameBin(one, other));

/** Whether all bins of a SKU were counted. */
export const countsEachBin = (
  { pick_bin, overflow }: { pick_bin: string | null; overflow: readonly { bin: string }[] },
  counted: readonly BinCount[],
) => [pick_bin, ...overflow.map(({ bin }) => bin)].every((bin) => counted.some((one) => isBin(one.bin, bin)));

/**
 * The counted bins under their recorded names, each with its difference. A pick bin that was renamed since the count is the same bin; a bin that the
 * SKU does not have is a new overflow bin.
 */
function countedBins({ pick_bin, overflow, on_shelf }: Bins & { on_shelf: number }, count: CountOfBins): CountedBin[] {
  const in_pick_bin = Math.max(0, on_shelf - overflow.reduce((sum, { qty }) => sum + qty, 0));
  const bins: CountedBin[] = [];
  for (const { bin, qty } of count.counted) {
    const overflowBin = bin === null ? undefined : overflow.find((one) => isSameBin(one.bin, bin));
    const isPickBin = !overflowBin && (bin === null || isBin(pick_bin, bin) || isBin(count.pick_bin, bin));
    const name = isPickBin ? pick_bin : (overflowBin?.bin ?? bin);
    const expected = isPickBin ? in_pick_bin : (overflowBin?.qty ?? 0);
    const before = bins.find((one) => isBin(one.bin, name));
    if (before) Object.assign(before, { qty: before.qty + qty, difference: before.difference + qty });
    else bins.push({ bin: name, qty, difference: qty - expected });
  }
  return bins;
}

/**
 * The result of a count of bins for a SKU with `on_shelf` items in all bins together: how many more items there are than recorded, in total and in
 * each counted bin. A bin that was not counted keeps its quantity. If the records have more items in the overflow bins than in all bins together, a
 * picker has removed the excess from an overflow bin: if items are missing from counted bins, up to that many do not count as a difference.
 */
export function judgeCountOfBins(stock: Bins & { on_shelf: number }, count: CountOfBins): { bins: CountedBin[]; difference: number } {
  const bins = countedBins(stock, count);
  const more = bins.reduce((sum, { difference }) => sum + difference, 0);
  const taken = Math.max(0, stock.overflow.reduce((sum, { qty }) => sum + qty, 0) - stock.on_shelf);
  const difference = countsEachBin(stock, bins)
    ? bins.reduce((sum, { qty }) => sum + qty, 0) - stock.on_shelf
    : more + Math.min(taken, Math.max(0, -more));
  return { bins, difference };
}

/** The overflow bins of a SKU after a count: each counted bin is changed by its difference, and other bins keep their quantities. */
export const binsAfterCount = ({ pick_bin, overflow }: Bins, counted: readonly CountedBin[]): OverflowBin[] =>
  counted.reduce<OverflowBin[]>((bins, { bin, difference }) => (bin === null ? bins : changeBin(bins, pick_bin, bin, difference)), [...overflow]);
