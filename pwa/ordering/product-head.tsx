import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatPrices } from '../ui/money.tsx';
import type { Style } from './client.ts';
import { useDatasheets } from './order-data.ts';
import type { ProductChoice } from './use-product-choice.ts';

/** The picture, price and codes of a product in the chosen colour and size. */
export function ProductHead({ style, choice, showsPrice }: { style: Style; choice: ProductChoice; showsPrice: boolean }) {
  const { colours, colour, sizes, size, prices, isOpenSize } = choice;
  const picture = size?.media.length ? size.media : sizes[0]?.media.length ? sizes[0].media : style.media;
  return (
    <div className="product-head">
      <GarmentTile
        media={picture}
        alt={[style.name, colour].filter(Boolean).join(', ')}
        colour={colours.find(({ name }) => name === colour)?.hex}
        size="fill"
      />
      <div>
        {showsPrice && (
          <p className="product-price">
            <strong>{formatPrices(prices)}</strong>{' '}
            <span className="note text-md">{isOpenSize && style.price_from !== style.price_to ? 'ex VAT, until the size is chosen' : 'ex VAT'}</span>
          </p>
        )}
        <dl className="facts text-md">
          <dt>SKU</dt>
          <dd className="code">{size?.sku ?? <span className="note">Choose a size</span>}</dd>
          <dt>Parent SKU</dt>
          <dd className="code">{style.sku}</dd>
        </dl>
        <Datasheets style={style} />
        {style.is_non_returnable && <Badge tone="line-only">Non-returnable</Badge>}
      </div>
    </div>
  );
}

/** Shows a short description of a product. A press on a button shows the rest. */
export function ProductDescription({ style }: { style: Style }) {
  const [isOpen, setIsOpen] = useState(false);
  const brief = [style.short_description_1, style.short_description_2].filter(Boolean).join('. ') || style.description;
  const more = brief === style.description ? '' : style.description;
  return (
    <>
      {brief && <p className="sub product-words">{brief}</p>}
      {more && (
        <p className="sub product-words">
          {isOpen && <span className="product-more-words">{more} </span>}
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Less' : 'More information'}
          </button>
        </p>
      )}
    </>
  );
}

/** The makers' information on wearing and washing a product. It has a separate request, so that nothing else waits for it. */
function Datasheets({ style }: { style: Style }) {
  const datasheets = useDatasheets(style.id);
  return datasheets.map(({ name, url }) => (
    <a key={url} className="line product-sheet" href={url} target="_blank" rel="noreferrer" title={name}>
      <Icon name="file" />
      <span className="cut">{datasheets.length === 1 ? 'Datasheet' : name}</span>
      <span className="sr">{name} (opens in a new tab)</span>
    </a>
  ));
}
