import { rankChoices } from '../ui/rank-choices.ts';
import type { SkuOption } from '../ui/sku-combobox.tsx';
import { type FoundProduct, findSkus } from './catalogue.ts';

const optionOf = ({ id, sku, name, attributes, colour_hex, media, qty_free }: FoundProduct): SkuOption => ({
  id,
  sku,
  name,
  attributes: { ...attributes, colour_hex },
  media,
  qty_free,
});

/** How many SKUs a selector offers. */
const OFFERED = 50;

/**
 * Finds SKUs by name, by our code, by the supplier’s code or by barcode. Searches the SKUs of the supplier first. If `supplier_id` is undefined, or
 * no SKU of the supplier matches, a search text is looked up among the SKUs of all suppliers.
 */
export async function searchSkus(search: string, supplier_id: number | undefined, signal: AbortSignal): Promise<SkuOption[]> {
  const own = supplier_id === undefined ? [] : await findSkus({ search: search || undefined, supplier_id }, signal);
  const skus = own.length || !search ? own : await findSkus({ search }, signal);
  // A SKU whose own name or code matches comes before one whose category or brand matches.
  return rankChoices(skus, search, ({ sku, name, supplier_sku }) => [sku, name, supplier_sku].join(' '))
    .slice(0, OFFERED)
    .map(optionOf);
}
