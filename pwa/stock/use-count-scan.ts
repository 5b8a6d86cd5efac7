import { useQueryClient } from '@tanstack/react-query';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { skusOfCode } from '../offline/skus-here.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { stock } from './client.ts';
import { skuName } from './stock-words.ts';
import type { Countable } from './to-count.ts';

const isSameBin = (sku: Countable | null, text: string): boolean =>
  [sku?.bin ?? null, ...(sku?.overflow_bins ?? [])].some((bin) => bin?.toUpperCase() === text.toUpperCase());

/** What was scanned: a garment by its name, or a bin. */
function scannedName(text: string, [only, ...others]: readonly Countable[]): string {
  if (!only || others.length > 0) return `bin ${text.toUpperCase()}`;
  return skuName({ ...only, variation_colour: only.colour });
}

interface CountScan {
  /** The SKU whose count is open. */
  open: Countable | null;
  /** Its count is entered and not recorded. */
  isDraft: boolean;
  show: (code: string, matches: Countable[]) => void;
  /** One more of the SKU whose count is open: its own code was scanned, not its bin's. */
  countOne: () => void;
}

/**
 * A scanned SKU, barcode or bin opens its count, and a scan of the SKU that is open counts one more; an order's label is left to the rest of the
 * floor. A count that is not recorded stays open.
 */
export function useCountScan({ open, isDraft, show, countOne }: CountScan): void {
  const queries = useQueryClient();
  const skusOfOffice = async (text: string): Promise<Countable[]> => {
    const { items } = await queries.fetchQuery({
      queryKey: ['stock', 'code', text],
      queryFn: ({ signal }) => answer(stock.skus.$get({ query: { code: text.slice(0, 80), orderBy: 'sku', per_page: '100' } }, { init: { signal } })),
      retry: false,
    });
    return items.map(({ id, sku, name, size, bin, variation_colour }) => ({ id, sku, name, size, bin, colour: variation_colour }));
  };
  useScan(
    async ({ text }): Promise<Answer> => {
      const refuse = (title: string, words: string, as: 'wrong' | 'unknown' = 'wrong'): Answer => {
        toast(words, { title, tone: 'wrong' });
        return as;
      };
      const target = resolveScanHere(text);
      if (!['product', 'bin', 'unknown'].includes(target.is) && !open) return 'pass';
      const here = skusOfCode(currentRows(), text);
      // The office knows every SKU of a bin, this tablet those of the floor.
      const isWhole = here.length > 0 && target.is !== 'bin';
      if (!isWhole && here.length === 0 && !reachable.get())
        return refuse('Not on this tablet', 'Without a network only SKUs of the floor are known. Scan it again when the network is back.');
      const matches: Countable[] | null = isWhole || !reachable.get() ? here : await skusOfOffice(text).catch(() => (here.length > 0 ? here : null));
      if (!matches) return refuse('Not looked up', 'The server did not answer. Scan again.');
      if (matches.length === 0) return refuse(`Not known: ${text}`, 'It is no SKU, barcode or bin.', 'unknown');
      const isSame = matches.some(({ id }) => id === open?.id);
      if (open && isDraft && !isSame) return refuse(`Not counted: ${scannedName(text, matches)}`, `Record or close the count of ${open.sku} first.`);
      const isBin = target.is === 'bin' || matches.length > 1 || isSameBin(open, text);
      if (isSame && !isBin) {
        countOne();
        return 'right';
      }
      if (!isSame) show(text, matches);
      return 'jump';
    },
    { inDialog: true },
  );
}
