import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import type { SizeOrder } from '../../shared/catalogue/size-order.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { classNames } from '../ui/class-names.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Variation } from './client.ts';
import { type ColourGroup, coloursOf } from './colours.ts';
import { fullName, sizeKey, sizesOf } from './variation-name.ts';

export const figures = [
  { value: 'free', label: 'Free' },
  { value: 'price', label: 'Price' },
  { value: 'published', label: 'Published' },
] as const;
export type Figure = (typeof figures)[number]['value'];

/** Free stock below this number is marked as low. */
const FEW = 5;

interface VariationMatrixProps {
  variations: readonly Variation[];
  /** The style’s own order of its sizes. */
  size_order: SizeOrder | null;
  figure: Figure;
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
  selected: number | null;
  onSelect: (variation: Variation) => void;
  /** Called when a size that a colour lacks is pressed. */
  onAdd: (colour: string | null, size: string) => void;
}

const stockOf = ({ qty_available, qty_free }: Variation): string =>
  qty_available === 0 ? 'None left' : `${formatCount(qty_available)} − ${formatCount(qty_available - qty_free)}`;

const wordsOf = (figure: Figure, variation: Variation): [string, string] => {
  const { qty_free, price, is_published, is_public } = variation;
  if (figure === 'price') return [price === null ? '–' : formatMoney(price), variation.sku];
  if (figure === 'published') return [is_published ? 'Yes' : 'No', is_public ? 'Public' : 'Not public'];
  return [formatCount(qty_free), stockOf(variation)];
};

const labelOf = (variation: Variation): string => {
  const { qty_free, qty_available, qty_allocated, qty_at_decorator, is_published } = variation;
  const decorator = qty_at_decorator > 0 ? `, ${qty_at_decorator} at the decorator` : '';
  return `${fullName(variation)}: ${qty_free} free, ${qty_available} on hand, ${qty_allocated} allocated${decorator}, ${qtyOnOrder(variation)} on order${is_published ? '' : ', unpublished'}`;
};

/** The variations by colour and size, each with one figure; the box of a colour chooses all its variations. */
export function VariationMatrix({ variations, size_order, figure, chosen, onChoose, selected, onSelect, onAdd }: VariationMatrixProps) {
  const sizes = sizesOf(variations, size_order);
  const colours = coloursOf(variations);
  const toggle = ({ variations: ofColour }: ColourGroup, isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const { id } of ofColour) isChosen ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a matrix that is wider than the screen is scrolled by keyboard
    <section className="card product-matrix" aria-label="Colours and sizes" tabIndex={0}>
      <table className="table matrix" style={{ minWidth: 196 + sizes.length * 80 }}>
        <colgroup>
          <col style={{ width: 196 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Colour</th>
            {sizes.map((size) => (
              <th key={size} scope="col">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colours.map((colour) => {
            const isAll = colour.variations.every(({ id }) => chosen.has(id));
            const name = colour.name ?? 'No colour';
            const ends = colour.variations.map(({ discontinued_at }) => discontinued_at).sort()[0];
            const free = colour.variations.reduce((sum, { qty_free }) => sum + qty_free, 0);
            const bySize = new Map(colour.variations.map((one) => [sizeKey(one), one]));
            return (
              <tr key={name} className={ends ? 'ending' : undefined}>
                <th scope="row">
                  <div className="line">
                    <label className="tick">
                      <input type="checkbox" aria-label={`Choose ${name}`} checked={isAll} onChange={() => toggle(colour, !isAll)} />
                    </label>
                    <GarmentTile media={colour.variations[0]?.media} alt="" colour={colour.hex} size={32} />
                    <div className="grow">
                      <span className="cut product-colour" title={name}>
                        {name}
                      </span>
                      {ends ? (
                        <span className="small t-warn">
                          {colour.variations.some((one) => one.is_discontinued) ? 'Ended' : 'Ends'} {formatDate(ends)}
                        </span>
                      ) : (
                        <span className="small note">{countText(free, 'free', 'free')}</span>
                      )}
                    </div>
                  </div>
                </th>
                {sizes.map((size) => {
                  const variation = bySize.get(size);
                  if (!variation)
                    return (
                      <td key={size} className="off">
                        <button type="button" className="cell" aria-label={`Add ${size}, ${name}`} onClick={() => onAdd(colour.name, size)}>
                          <Icon name="plus" />
                        </button>
                      </td>
                    );
                  const [main, under] = wordsOf(figure, variation);
                  const { qty_free, is_published } = variation;
                  const tone =
                    figure === 'published' ? !is_published && 'low' : figure === 'free' && (qty_free <= 0 ? 'out' : qty_free < FEW && 'low');
                  return (
                    <td key={size} className={classNames(tone)}>
                      <button
                        type="button"
                        className="cell"
                        aria-label={labelOf(variation)}
                        aria-pressed={variation.id === selected}
                        onClick={() => onSelect(variation)}
                      >
                        <b>{main}</b>
                        <small className="cut">{under}</small>
                        {figure === 'free' && <small className="cut">{formatCount(qtyOnOrder(variation))} on order</small>}
                      </button>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
