import { hc } from 'hono/client';
import type { StockRoutes } from '../../server/stock/routes.ts';
import { binQuestion, judgeBin, type SkuBins } from '../../shared/stock/judge-bin.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';

const stock = hc<StockRoutes>('/api/admin', overTheWire);

/**
 * The question to ask before a bin becomes the pick bin of a SKU. Null if no question is needed or if the bins could not be read, because the
 * server accepts any bin.
 */
export async function askOfBin(sku: Pick<SkuBins, 'id' | 'sku'>, bin: string | null): Promise<string | null> {
  if (!bin) return null;
  const page = await answer(stock.stock.skus.$get({ query: { code: bin } })).catch(() => null);
  if (!page) return null;
  const skus = page.items.map(({ bins, ...one }) => ({ ...one, overflow_bins: bins.map((held) => held.bin) }));
  return binQuestion(bin, judgeBin(skus, sku, bin));
}
