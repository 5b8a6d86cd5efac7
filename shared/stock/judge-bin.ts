/** A SKU and the codes of its bins. */
export interface SkuBins {
  id: number | null;
  sku: string;
  bin: string | null;
  overflow_bins?: readonly string[] | undefined;
}

/** What the stored bins of the SKUs say about a bin into which a person wants to put items of a SKU. */
export type BinJudgement =
  /** The SKU's own pick bin or overflow bin, or an overflow bin that other SKUs have. */
  | { is: 'known' }
  /** The pick bin of another SKU. */
  | { is: 'foreign'; sku: string }
  /** A bin that none of the known SKUs has. */
  | { is: 'new' };

/** Whether two codes name the same bin. Upper and lower case do not matter. */
export const isSameBin = (one: string | null, other: string): boolean => one?.toUpperCase() === other.toUpperCase();

/** Judges a scanned or typed bin for items of a SKU. If the bin is not `known`, the person is asked before they put items in the bin. */
export function judgeBin(skus: readonly SkuBins[], { id, sku }: Pick<SkuBins, 'id' | 'sku'>, bin: string): BinJudgement {
  const isOwn = (one: SkuBins): boolean => (id !== null && one.id === id) || one.sku === sku;
  const holds = ({ overflow_bins = [] }: SkuBins): boolean => overflow_bins.some((one) => isSameBin(one, bin));
  if (skus.some((one) => holds(one) || (isOwn(one) && isSameBin(one.bin, bin)))) return { is: 'known' };
  const owner = skus.find((one) => isSameBin(one.bin, bin));
  return owner ? { is: 'foreign', sku: owner.sku } : { is: 'new' };
}

const formOf = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[A-Z]+/g, 'A')
    .replace(/\d+/g, '9');

/**
 * Whether an unknown code has the format of one of these bins: groups of letters, digits and signs in the same sequence, such as `ZZ-99-9` and
 * `A-01-1`. A code of digits alone does not count, because it may be a barcode.
 */
export function hasFormOfBin(bins: Iterable<string>, code: string): boolean {
  const form = formOf(code);
  return form !== '9' && [...bins].some((bin) => formOf(bin) === form);
}

/** The question to ask before items are put into a bin or counted in it; null if none is needed. */
export function binQuestion(bin: string, judgement: BinJudgement, ask = 'Put these there too?'): string | null {
  if (judgement.is === 'known') return null;
  return judgement.is === 'new' ? `New bin ${bin}?` : `${bin} is the bin of ${judgement.sku}. ${ask}`;
}
