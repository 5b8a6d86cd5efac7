import type { PriceRange, SkusFollow } from '../../shared/catalogue/product.ts';
import { isOnePrice } from '../../shared/catalogue/sku-prices.ts';
import { countText } from '../ui/count-text.ts';
import { formatMoney, formatPrices } from '../ui/money.tsx';

/** A question about the SKUs of a style whose price or cost changes, with its possible answers. */
export interface SkuPriceQuestion {
  text: string;
  choices: { value: SkusFollow; label: string }[];
}

/** The question before a style's price or cost changes. Null if there are no SKUs, or if all have the style’s amount: such SKUs follow the style. */
export function skuPriceQuestion(own: number | null, range: PriceRange | null, count: number): SkuPriceQuestion | null {
  if (range === null || isOnePrice(own, range)) return null;
  const isOne = range.from === range.to;
  const verb = count === 1 ? 'is' : 'are';
  const differs = isOne ? ` and the style ${formatMoney(own ?? 0)}` : '';
  const loss = isOne ? '' : ' If all get the new amount, larger sizes lose their extra.';
  return {
    text: `${countText(count, 'SKU')} ${verb} ${formatPrices([range.from, range.to])}${differs}.${loss}`,
    choices: [
      { value: 'all', label: `${countText(count, 'SKU')} too` },
      ...(isOne ? [] : [{ value: 'difference' as const, label: 'Keep the difference of larger sizes' }]),
      { value: 'none', label: 'Only the style’s default' },
    ],
  };
}
