import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ImportWarning } from '../../shared/imports/import.ts';
import { limits } from '../../shared/limits.ts';
import { binQuestion, judgeBin, type SkuBins } from '../../shared/stock/judge-bin.ts';
import { amongTexts, textList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { productBins, products } from '../db/tables/index.ts';

/** A row of a file that gives a SKU another pick bin. */
export interface BinMove {
  row: number;
  sku: string;
  bin: string;
}

/** The SKUs that use these bins, as pick bin or as overflow bin. */
function skusOfBins(db: Db, bins: readonly string[]) {
  const list = textList(bins);
  return db
    .select({ id: products.id, sku: products.sku, bin: products.bin, overflow_bin: productBins.bin })
    .from(products)
    .leftJoin(productBins, and(eq(productBins.product_id, products.id), amongTexts(sql`upper(${productBins.bin})`, list)))
    .where(and(isNull(products.deleted_at), or(isNotNull(productBins.bin), amongTexts(sql`upper(${products.bin})`, list))));
}

/**
 * Warns about each row of a file that gives a SKU a bin which no SKU uses yet, or which another SKU still uses after the earlier rows are written.
 * Returns the first `import_faults` warnings. A SKU that the file moves does not count in its former bin.
 */
export async function binWarnings(db: Db, moves: readonly BinMove[]): Promise<ImportWarning[]> {
  if (!moves.length) return [];
  const moved = new Map(moves.map(({ sku, bin }) => [sku, bin.toUpperCase()]));
  const byBin = new Map<string, SkuBins[]>(moves.map(({ bin }) => [bin.toUpperCase(), []]));
  for (const { overflow_bin, ...one } of await skusOfBins(db, [...byBin.keys()])) {
    if (overflow_bin !== null) byBin.get(overflow_bin.toUpperCase())?.push({ ...one, bin: null, overflow_bins: [overflow_bin] });
    const bin = one.bin?.toUpperCase();
    if (bin !== undefined && (moved.get(one.sku) ?? bin) === bin) byBin.get(bin)?.push(one);
  }
  const warnings: ImportWarning[] = [];
  for (const { row, sku, bin } of moves) {
    const skus = byBin.get(bin.toUpperCase()) ?? [];
    const message = binQuestion(bin, judgeBin(skus, { id: null, sku }, bin));
    if (message !== null) warnings.push({ row, key: sku, message });
    if (warnings.length === limits.import_faults) break;
    skus.push({ id: null, sku, bin });
  }
  return warnings;
}
