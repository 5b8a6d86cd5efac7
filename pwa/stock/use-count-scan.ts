import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { isBinHere } from '../offline/skus-here.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { type BinCounts, hasBin } from './bin-counts.ts';
import { skuName } from './stock-words.ts';
import type { Countable } from './to-count.ts';
import { isCodeOfBin, useSkuLookup } from './use-sku-lookup.ts';

/** The name of the scanned thing: the SKU's name if the code matches one SKU, otherwise the bin's code. */
function scannedName(text: string, [only, ...others]: readonly Countable[]): string {
  if (!only || others.length > 0) return `bin ${text.toUpperCase()}`;
  return skuName({ ...only, variation_colour: only.colour });
}

interface CountScan {
  /** The SKU whose count is open. */
  open: Countable | null;
  /** True if a count of the open SKU is entered and not recorded. */
  isDraft: boolean;
  /** The bins in which the SKU is counted. */
  counts: BinCounts;
  /** False while a bin is counted with all that is in it. */
  enabled: boolean;
  /** Opens the count of a SKU. */
  show: (code: string, sku: Countable) => void;
  /** Opens the count of a bin, in which these SKUs are recorded. */
  showBin: (bin: string, skus: readonly Countable[]) => void;
  /** Adds one to the open count after a scan of the SKU's own code. A scan of a bin does not add to the count. */
  countOne: () => void;
  /** Continues the count in this bin of the SKU. */
  goTo: (bin: string) => void;
  /** If a bin is not one of the SKU's bins, asks whether items lie in it. Returns true if it asks. */
  ask: (bin: string) => boolean;
}

/**
 * A scan of a SKU or barcode opens the count of its items, a scan of a bin the count of all that is in the bin. A scan of the SKU whose count is open counts one more. An order's label is handled
 * elsewhere on the floor. A count that is not recorded stays open. If the SKU lies in several bins, a scan of one of these bins chooses it for
 * counting.
 */
export function useCountScan({ open, isDraft, counts, enabled, show, showBin, countOne, goTo, ask }: CountScan): void {
  const lookUp = useSkuLookup();
  useScan(
    async ({ text }): Promise<Answer> => {
      const refuse = (title: string, words: string, as: 'wrong' | 'unknown' = 'wrong'): Answer => {
        toast(words, { title, tone: 'wrong' });
        return as;
      };
      const target = resolveScanHere(text);
      if (!['product', 'bin', 'unknown'].includes(target.is) && !open) return 'pass';
      const rows = currentRows();
      if (open && hasBin(counts, text)) {
        goTo(text);
        return 'jump';
      }
      if (open && isDraft && (target.is === 'bin' || (target.is === 'unknown' && isBinHere(rows, text)))) return ask(text) ? 'wrong' : 'right';
      const lookup = await lookUp(text);
      if (!('matches' in lookup)) return refuse(lookup.title, lookup.text, lookup.as);
      const { matches } = lookup;
      const isBin = isCodeOfBin(text, matches);
      const isSame = matches.some(({ id }) => id === open?.id);
      if (open && isDraft && !isSame) return refuse(`Not counted: ${scannedName(text, matches)}`, `Record or close the count of ${open.sku} first.`);
      if (isBin) {
        showBin(text, matches);
        return 'jump';
      }
      const [only, ...others] = matches;
      if (!only || others.length > 0) return refuse('Several SKUs have this code', 'Scan the code of the SKU itself.');
      if (isSame) {
        if (counts.at === null) return refuse('In which bin?', 'Scan the bin that it lies in, or choose it. Then scan the item again.');
        countOne();
        return 'right';
      }
      show(text, only);
      return 'jump';
    },
    { inDialog: true, enabled },
  );
}
