import { useQueryClient } from '@tanstack/react-query';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { isBinHere, skusOfCode } from '../offline/skus-here.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { type BinCounts, hasBin } from './bin-counts.ts';
import { stock } from './client.ts';
import { skuName } from './stock-words.ts';
import type { Countable } from './to-count.ts';

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
  show: (code: string, matches: Countable[]) => void;
  /** Adds one to the open count after a scan of the SKU's own code. A scan of a bin does not add to the count. */
  countOne: () => void;
  /** Continues the count in this bin of the SKU. */
  goTo: (bin: string) => void;
  /** If a bin is not one of the SKU's bins, asks whether items lie in it. Returns true if it asks. */
  ask: (bin: string) => boolean;
}

/**
 * A scan of a SKU, barcode or bin opens the count of its items. A scan of the SKU whose count is open counts one more. An order's label is handled
 * elsewhere on the floor. A count that is not recorded stays open. If the SKU lies in several bins, a scan of one of these bins chooses it for
 * counting.
 */
export function useCountScan({ open, isDraft, counts, show, countOne, goTo, ask }: CountScan): void {
  const queries = useQueryClient();
  const skusOfOffice = async (text: string): Promise<Countable[]> => {
    const { items } = await queries.fetchQuery({
      queryKey: ['stock', 'code', text],
      queryFn: ({ signal }) => answer(stock.skus.$get({ query: { code: text.slice(0, 80), orderBy: 'sku', per_page: '100' } }, { init: { signal } })),
      retry: false,
    });
    return items.map(({ id, sku, name, size, bin, bins, variation_colour }) => {
      const overflow_bins = bins.map((one) => one.bin);
      return { id, sku, name, size, bin, colour: variation_colour, ...(overflow_bins.length > 0 && { overflow_bins }) };
    });
  };
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
      const here = skusOfCode(rows, text);
      // Only the office's answer has every SKU of a bin; this tablet has only the floor's SKUs.
      const isWhole = here.length > 0 && target.is !== 'bin';
      if (!isWhole && here.length === 0 && !reachable.get())
        return refuse('Not on this tablet', 'Without a network only SKUs of the floor are known. Scan it again when the network is back.');
      const matches: Countable[] | null = isWhole || !reachable.get() ? here : await skusOfOffice(text).catch(() => (here.length > 0 ? here : null));
      if (!matches) return refuse('Not looked up', 'The server did not answer. Scan again.');
      if (matches.length === 0) return refuse(`Not known: ${text}`, 'It is no SKU, barcode or bin.', 'unknown');
      const isSame = matches.some(({ id }) => id === open?.id);
      if (open && isDraft && !isSame) return refuse(`Not counted: ${scannedName(text, matches)}`, `Record or close the count of ${open.sku} first.`);
      const isBin = target.is === 'bin' || matches.length > 1;
      if (isSame && !isBin) {
        if (counts.at === null) return refuse('In which bin?', 'Scan the bin that it lies in, or choose it. Then scan the item again.');
        countOne();
        return 'right';
      }
      if (!isSame) show(text, matches);
      return 'jump';
    },
    { inDialog: true },
  );
}
