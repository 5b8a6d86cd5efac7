import { useQueryClient } from '@tanstack/react-query';
import { isSameBin } from '../../shared/stock/judge-bin.ts';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { currentRows, resolveScanHere } from '../offline/current-floor.ts';
import { isBinHere, skusOfCode } from '../offline/skus-here.ts';
import { stock } from './client.ts';
import type { Countable } from './to-count.ts';

/** The SKUs of a code, or why there are none, in words. */
export type SkuLookup = { matches: Countable[] } | { title: string; text: string; as: 'wrong' | 'unknown' };

/** Whether a code is that of a bin: the tablet knows it as one, or all SKUs of the code have it as a bin and none has it as its own code. */
export const isCodeOfBin = (code: string, matches: readonly Countable[]): boolean =>
  resolveScanHere(code).is === 'bin' ||
  (matches.length === 0
    ? isBinHere(currentRows(), code)
    : matches.every(
        ({ sku, bin, overflow_bins = [] }) => sku.toUpperCase() !== code.toUpperCase() && [bin, ...overflow_bins].some((one) => isSameBin(one, code)),
      ));

/** Returns a function that finds the SKUs of a scanned SKU, barcode or bin: on this tablet, and with a network also at the office. */
export function useSkuLookup(): (text: string) => Promise<SkuLookup> {
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
  return async (text) => {
    const rows = currentRows();
    const target = resolveScanHere(text);
    const here = skusOfCode(rows, text);
    // Only the office's answer has every SKU of a bin; this tablet has only the floor's SKUs.
    const isWhole = here.length > 0 && target.is !== 'bin';
    const isReachable = reachable.get();
    if (!isReachable && here.length === 0 && !isBinHere(rows, text))
      return {
        title: 'Not on this tablet',
        text: 'Without a network only SKUs of the floor are known. Scan it again when the network is back.',
        as: 'wrong',
      };
    const matches = isWhole || !isReachable ? here : await skusOfOffice(text).catch(() => (here.length > 0 ? here : null));
    if (!matches) return { title: 'Not looked up', text: 'The server did not answer. Scan again.', as: 'wrong' };
    if (matches.length === 0 && !isBinHere(rows, text)) return { title: `Not known: ${text}`, text: 'It is no SKU, barcode or bin.', as: 'unknown' };
    return { matches };
  };
}
