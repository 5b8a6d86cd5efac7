import { useQueryClient } from '@tanstack/react-query';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { type Answer, useScan } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { stock } from './client.ts';

/** The product to count, and its bin. */
export interface Countable {
  id: number;
  sku: string;
  name: string;
  colour: string | null;
  size: string | null;
  bin: string | null;
}

interface CountScan {
  /** The SKU whose count is open. */
  open: Countable | null;
  /** Its count is entered and not recorded. */
  isDraft: boolean;
  show: (code: string, matches: Countable[]) => void;
}

/** A scanned SKU, barcode or bin opens its count; an order's label is left to the rest of the floor. A count that is not recorded stays open. */
export function useCountScan({ open, isDraft, show }: CountScan): void {
  const queries = useQueryClient();
  useScan(
    async ({ text }): Promise<Answer> => {
      const refuse = (title: string, words: string, as: 'wrong' | 'unknown' = 'wrong'): Answer => {
        toast(words, { title, tone: 'wrong' });
        return as;
      };
      if (!['product', 'bin', 'unknown'].includes(resolveScanHere(text).is) && !open) return 'pass';
      if (!reachable.get()) return refuse('No network', 'A scan cannot be looked up now. Scan again when the network is back.');
      const matches = await queries
        .fetchQuery({
          queryKey: ['stock', 'code', text],
          queryFn: ({ signal }) =>
            answer(stock.skus.$get({ query: { code: text.slice(0, 80), orderBy: 'sku', per_page: '100' } }, { init: { signal } })),
          retry: false,
        })
        .then(
          ({ items }) => items,
          () => null,
        );
      if (!matches) return refuse('Not looked up', 'The server did not answer. Scan again.');
      if (matches.length === 0) return refuse(`Not known: ${text}`, 'It is no SKU, barcode or bin.', 'unknown');
      const isSame = matches.some(({ id }) => id === open?.id);
      if (open && isDraft && !isSame) return refuse('Not recorded yet', `Record or close the count of ${open.sku} first.`);
      if (!isSame)
        show(
          text,
          matches.map(({ id, sku, name, size, bin, variation_colour }) => ({ id, sku, name, size, bin, colour: variation_colour })),
        );
      return 'right';
    },
    { inDialog: true },
  );
}
