import { isSameBin } from '../../shared/stock/judge-bin.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Countable } from './to-count.ts';

/** A SKU in the bin that is counted. `qty` is null until somebody has counted it. */
export interface BinLine {
  sku: Countable;
  qty: number | null;
}

/** The count of one bin with all that is in it. It ends when the next bin is scanned. */
export interface BinSession {
  bin: string;
  /** The SKU that was scanned last comes first. */
  lines: readonly BinLine[];
  /** The SKU that was scanned although no bin of it has this code: the next scan of it counts. */
  asked: Countable | null;
}

/** The name under which a SKU has the bin; undefined if the SKU is in other bins only. */
const nameOfBin = ({ bin, overflow_bins = [] }: Countable, code: string): string | undefined =>
  [bin, ...overflow_bins].find((one): one is string => isSameBin(one, code));

/** A new count of a bin in which these SKUs are recorded. */
export const beginBin = (code: string, skus: readonly Countable[]): BinSession => ({
  bin: code.toUpperCase().slice(0, 40),
  lines: skus.map((sku) => ({ sku, qty: null })),
  asked: null,
});

/**
 * Counts one item of a scanned SKU. An item whose SKU is recorded in other bins only is counted after a second scan, because it may have been taken
 * from the next bin by mistake.
 */
export function scanItem(session: BinSession, sku: Countable): { session: BinSession; is: 'counted' | 'asked' } {
  const line = session.lines.find((one) => one.sku.id === sku.id);
  const isKnown = line !== undefined || session.asked?.id === sku.id || nameOfBin(sku, session.bin) !== undefined;
  if (!isKnown) return { session: { ...session, asked: sku }, is: 'asked' };
  const others = session.lines.filter((one) => one !== line);
  return { session: { ...session, lines: [{ sku: line?.sku ?? sku, qty: (line?.qty ?? 0) + 1 }, ...others], asked: null }, is: 'counted' };
}

/** Sets the counted quantity of a SKU in the bin; null if it is not counted. */
export const setLine = (session: BinSession, id: number, qty: number | null): BinSession => ({
  ...session,
  lines: session.lines.map((line) => (line.sku.id === id ? { ...line, qty } : line)),
});

/** The lines that somebody has counted. */
export const countedLines = ({ lines }: BinSession): { sku: Countable; qty: number }[] =>
  lines.flatMap(({ sku, qty }) => (qty === null ? [] : [{ sku, qty }]));

/** How many items were counted in the bin. */
export const qtyCounted = (session: BinSession): number => countedLines(session).reduce((sum, { qty }) => sum + qty, 0);

/** The counts to record when the bin is finished: each SKU that was counted, in this bin alone. */
export const countsOfBin = (session: BinSession, counted_at: string): ArgsOf<'stock.count'>[] =>
  countedLines(session).map(({ sku, qty }) => ({
    product_id: sku.id,
    qty,
    counted_at,
    pick_bin: sku.bin,
    bins: [{ bin: nameOfBin(sku, session.bin) ?? session.bin, qty }],
  }));
