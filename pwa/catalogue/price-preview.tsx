import type { ReactNode } from 'react';
import { listText } from '../../shared/list-text.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import type { PriceChangePreview } from './client.ts';
import { SameDay, StyleTable } from './style-table.tsx';

/** How many clothing sets are named; further sets are only counted. */
const SHOWN_SETS = 6;
const setText = (account: string, set: string, products: number, isFirst: boolean): string =>
  `${account}, ${set} (${isFirst ? countText(products, 'product') : formatCount(products)})`;

/** How many sizes are named; further sizes are only counted. */
const NAMED = 4;
/** Names sizes: "3XL and 4XL". If there are many, names the first sizes and counts the remaining ones. */
const sizesText = (sizes: readonly string[]): string =>
  listText(sizes.length > NAMED + 1 ? [...sizes.slice(0, NAMED), `${sizes.length - NAMED} others`] : sizes);

interface PricePreviewProps {
  preview: PriceChangePreview;
  /** What changes, and by how much: per cent, or pence. */
  rule: { field: 'price' | 'cost'; isPercent: boolean; change: number; text: string };
  /** The day from which the change applies; null for today. */
  day: string | null;
  /** What happens to sets with their own prices. */
  children: ReactNode;
}

/** Shows the effect of a price change before it is saved. */
export function PricePreview({ preview, rule, day, children }: PricePreviewProps) {
  const ownPrices = preview.own_prices ?? [];
  const skus = preview.by_style?.skus_count ?? 0;
  const what = skus ? countText(skus, 'SKU') : countText(preview.count, rule.field);
  return (
    <>
      <p className="strong" role="status">
        {rule.text} on {what}, from {day ?? 'today'}
        {ownPrices.length > 0 && `; ${countText(ownPrices.length, 'set has its own price', 'sets have their own price')}`}
      </p>
      <SameDay field={rule.field} changes={preview.same_day} />
      {preview.by_style && <StyleTable byStyle={preview.by_style} />}
      {preview.by_style && preview.by_style.dearer_sizes.length > 0 && (
        <p className="note">
          Larger sizes keep their extra: {sizesText(preview.by_style.dearer_sizes)}{' '}
          {rule.isPercent ? `${rule.change > 0 ? 'rise' : 'fall'} by ${Math.abs(rule.change)}% of what they cost today` : 'change by the same amount'}
          .
        </p>
      )}
      {children}
      <p className="note">Orders that are submitted before {day ?? 'the change'} keep their prices.</p>
    </>
  );
}

interface OwnPricesProps {
  prices: NonNullable<PriceChangePreview['own_prices']>;
  /** Whether the sets' own prices change in the same way. */
  follow: boolean;
  children: ReactNode;
}

/** The sets with their own prices, and the choice whether these prices also change. */
export const OwnPrices = ({ prices, follow, children }: OwnPricesProps) => (
  <div className="banner price-sets">
    <div className="grow">
      <p className="strong">{follow ? 'Own prices change alike' : 'Own prices stay as they are'}</p>
      <p className="sub">
        {prices
          .slice(0, SHOWN_SETS)
          .map(({ account, clothing_set, products: some }, place) => setText(account, clothing_set, some, place === 0))
          .join(' · ')}
        {prices.length > SHOWN_SETS && ` and ${prices.length - SHOWN_SETS} more`}
      </p>
      {children}
    </div>
  </div>
);
