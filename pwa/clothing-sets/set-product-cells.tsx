import type { ReactNode } from 'react';
import type { OfficeSet, SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { childrenText, decorationsIn, decorationText, differenceText, priceRange } from './set-words.ts';

const MAX_SWATCHES = 2;

/** The actions on a product of a set. */
export interface ProductActions {
  open: (id: number) => void;
  /** Shows who can order the product. */
  askWhy: (product: SetProduct) => void;
  remove: (product: SetProduct) => void;
}

/** The columns of a set's products. `price` renders the cell that edits the set's price. */
export function productColumns(
  set: OfficeSet,
  isNarrow: boolean,
  price: (product: SetProduct) => ReactNode,
  { open, askWhy, remove }: ProductActions,
): Column<SetProduct>[] {
  return [
    { key: 'product', heading: 'Product', minWidth: 190, orderBy: 'name', cell: (one) => <NameCell product={one} onOpen={() => open(one.id)} /> },
    { key: 'colours', heading: 'Colours', width: 108, wide: true, cell: (one) => <Colours product={one} /> },
    {
      key: 'children',
      heading: 'Children',
      width: 76,
      cell: (one) => <span className={one.skus_held === 0 ? 't-warn strong' : 'sub'}>{childrenText(one)}</span>,
    },
    {
      key: 'decoration',
      heading: 'Decoration',
      width: isNarrow ? 124 : 100,
      cell: (one) => <DecorationCell product={one} set={set} onOpen={() => open(one.id)} />,
    },
    {
      key: 'price',
      heading: 'Price £',
      width: 104,
      align: 'num',
      cell: (one) => <span className="sub set-price-range">{priceRange(one.price_from, one.price_to)}</span>,
    },
    { key: 'set_price', heading: 'Price here', width: 128, align: 'num', cell: price },
    {
      key: 'difference',
      heading: 'Difference',
      width: 104,
      align: 'num',
      wide: true,
      cell: (one) => <span className="sub">{differenceText(one)}</span>,
    },
    {
      key: '_why',
      heading: 'Who can order it',
      hiddenHeading: true,
      width: 40,
      cell: (one) => <IconButton icon="user" size="sm" label={`Who can order ${one.name}?`} onClick={() => askWhy(one)} />,
    },
    {
      key: '_remove',
      heading: 'Remove',
      hiddenHeading: true,
      width: 36,
      cell: (one) => <IconButton icon="x" size="sm" label={`Remove ${one.name}`} onClick={() => remove(one)} />,
    },
  ];
}

/** A product's card on a phone. */
export function ProductCard({ product, set, price, onOpen }: { product: SetProduct; set: OfficeSet; price: ReactNode; onOpen: () => void }) {
  return (
    <>
      <NameCell product={product} onOpen={onOpen} />
      <div className="line sub text-md">
        <Colours product={product} />
        <span className="push nowrap">{childrenText(product)}</span>
      </div>
      <p className="sub text-md cut">{decorationText(decorationsIn(product, set.decoration))}</p>
      <div className="line text-md">
        <span className="sub">{priceRange(product.price_from, product.price_to)}</span>
        <span className="note">{differenceText(product)}</span>
        <span className="push">{price}</span>
      </div>
    </>
  );
}

function NameCell({ product, onOpen }: { product: SetProduct; onOpen: () => void }) {
  const { name, sku, media, colours, terms, is_csp, is_published } = product;
  return (
    <div className="line set-product">
      <GarmentTile media={media} alt="" colour={colours[0]?.hex} size={32} />
      <div className="grow">
        <p className="line">
          <button type="button" className="link set-open" title={terms.name ?? name} onClick={onOpen}>
            {terms.name ?? name}
          </button>
          {is_csp && <Badge tone="accent">Custom</Badge>}
          {!is_published && <Badge tone="line-only">Not published</Badge>}
        </p>
        <p className="note small cut" title={terms.name ? name : undefined}>
          <span className="code">{sku}</span>
          {terms.name && ` · ${name}`}
        </p>
      </div>
    </div>
  );
}

function Colours({ product: { colours } }: { product: SetProduct }) {
  const names = colours.map(({ name }) => name);
  if (colours.length === 0) return <span className="sub">None</span>;
  return (
    <span className="line set-colours" title={names.join(', ')}>
      {colours.slice(0, MAX_SWATCHES).map(({ name, hex }) => (
        <Swatch key={name} colour={hex} />
      ))}
      <span className="sub cut">{names.length === 1 ? names[0] : `${names.length} colours`}</span>
    </span>
  );
}

function DecorationCell({ product, set, onOpen }: { product: SetProduct; set: OfficeSet; onOpen: () => void }) {
  const decorations = decorationsIn(product, set.decoration);
  const words = decorationText(decorations);
  return (
    <button
      type="button"
      className="link set-decoration"
      title={decorations.join('\n') || undefined}
      aria-label={`Decoration of ${product.name}: ${words}`}
      onClick={onOpen}
    >
      <span className="cut">{words}</span>
    </button>
  );
}
