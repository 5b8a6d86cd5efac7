import { poundsText } from '../../shared/money.ts';
import { Banner } from '../ui/banner.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import type { PriceChangePreview } from './client.ts';

const rangeText = ({ from, to }: { from: number; to: number }, textOf: (value: number) => string): string =>
  from === to ? textOf(from) : `${textOf(from)} to\u00a0${textOf(to)}`;

/** Each style’s prices before and after the change. */
export function StyleTable({ byStyle: { styles, styles_count } }: { byStyle: NonNullable<PriceChangePreview['by_style']> }) {
  if (!styles.length) return null;
  const hasMargin = styles.some(({ margin }) => margin !== null);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
      <section className="price-preview" aria-label="Prices before and after" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th>Product</th>
              <th className="num skus">SKUs</th>
              <th className="num">Now £</th>
              <th className="num">Then £</th>
              {hasMargin && <th className="num margin">Margin</th>}
            </tr>
          </thead>
          <tbody>
            {styles.map(({ id, sku, name, media, colour_hex, skus, before, after, margin }) => (
              <tr key={id}>
                <td title={`${name}, ${sku}`}>
                  <span className="line">
                    <GarmentTile media={media} alt="" colour={colour_hex} />
                    <span className="cut">{name}</span>
                  </span>
                </td>
                <td className="num skus">{formatCount(skus)}</td>
                <td className="num sub">{rangeText(before, poundsText)}</td>
                <td className="num strong">{rangeText(after, poundsText)}</td>
                {hasMargin && <td className="num sub margin">{margin && `${rangeText(margin, String)}%`}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {styles_count > styles.length && (
        <p className="note">
          The first {formatCount(styles.length)} of {countText(styles_count, 'product')}, by SKU. The CSV lists all of them.
        </p>
      )}
    </>
  );
}

/** Warns of other changes of the same prices on the same day, because all of them are carried out. */
export function SameDay({ field, changes = [] }: { field: PriceChangePreview['field']; changes: PriceChangePreview['same_day'] }) {
  if (changes.length === 0) return null;
  const most = changes.reduce((count, { products }) => Math.max(count, products), 0);
  return (
    <Banner tone="warn" live={false}>
      <p>
        {countText(changes.length, 'other price change')} on the same day {changes.length === 1 ? 'changes' : 'change'} {countText(most, field)} of
        these too. {changes.length === 1 ? 'Both are' : 'All are'} carried out, one after the other.
      </p>
    </Banner>
  );
}
