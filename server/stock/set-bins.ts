import { and, eq } from 'drizzle-orm';
import { binsAfterCount, type CountedBin, countsEachBin } from '../../shared/stock/count-bins.ts';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { productBins, products } from '../db/tables/index.ts';
import { overflowBins } from './overflow-bins.ts';

/** The pick bin of a SKU whose level is locked, and its overflow bins. */
export async function binsOf({ db }: Pick<Ctx, 'db'>, product_id: number): Promise<{ pick_bin: string | null; overflow: OverflowBin[] }> {
  const [product] = await db
    .select({ pick_bin: products.bin, overflow: overflowBins(products.id) })
    .from(products)
    .where(eq(products.id, product_id));
  const { pick_bin, overflow } = requireFound(product);
  return { pick_bin, overflow: overflow ?? [] };
}

/** Set the overflow bins of a SKU, whose level is locked, to the quantities that a count found. Returns whether all bins of the SKU were counted. */
export async function setBins({ db }: Ctx, product_id: number, counted: readonly CountedBin[]): Promise<boolean> {
  const bins = await binsOf({ db }, product_id);
  const after = binsAfterCount(bins, counted);
  const ofBin = (bin: string) => and(eq(productBins.product_id, product_id), eq(productBins.bin, bin));
  for (const { bin } of bins.overflow) if (!after.some((one) => one.bin === bin)) await db.delete(productBins).where(ofBin(bin));
  for (const { bin, qty } of after) {
    const before = bins.overflow.find((one) => one.bin === bin);
    if (!before) await db.insert(productBins).values({ product_id, bin, qty });
    else if (before.qty !== qty) await db.update(productBins).set({ qty }).where(ofBin(bin));
  }
  return countsEachBin(bins, counted);
}
