import { Link } from 'react-router';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { poundsText } from '../../shared/money.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { CellEdits } from '../api/cell-edits.ts';
import { EditCell } from '../api/edit-cell.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices } from '../ui/money.tsx';
import type { FoundProduct } from './client.ts';
import { costField, type GridRow, nameField, rangeOf, salesPriceField } from './product-fields.ts';
import { waitsText } from './waits-text.ts';

/** The address of a style’s page. For a SKU, the address of the page of its style. */
export const productPage = ({ id, parent }: FoundProduct): string => `/admin/products/${parent?.id ?? id}/edit`;
function margin({ price, cost, sku_margins }: FoundProduct): string {
  const own = marginOf(price, cost);
  const { from, to } = sku_margins ?? { from: own, to: own };
  if (from === null) return '';
  return from === to ? `${from}%` : `${from}–${to}%`;
}

/** The price or cost of a style: the range of its SKUs' amounts, or else the style's own amount. */
function amountText(key: 'cost' | 'price', row: FoundProduct): string {
  const range = rangeOf(key, row);
  if (range === null || range.from === range.to) return poundsText(range?.from ?? row[key]);
  return `${poundsText(range.from)}–${poundsText(range.to)}`;
}
const priceText = ({ sku_prices, price }: FoundProduct): string => formatPrices(sku_prices ? [sku_prices.from, sku_prices.to] : [price]);

/** Badges beside the name of a product that is unpublished, discontinued or about to be. */
function Marks({ product: { is_published, discontinued_at, is_discontinued, skus_ending, children_count } }: { product: FoundProduct }) {
  return (
    <>
      {!is_published && <Badge tone="line-only">Unpublished</Badge>}
      {!discontinued_at && skus_ending > 0 && (
        <Badge>
          {formatCount(skus_ending)} of {countText(children_count, 'SKU')} {skus_ending === 1 ? 'ends' : 'end'}
        </Badge>
      )}
      {discontinued_at && <Badge>{is_discontinued ? 'Discontinued' : `Ends ${formatDate(discontinued_at, 'list')}`}</Badge>}
    </>
  );
}

/** Which styles show their SKUs, and the function that shows or hides those of a style. */
export interface Unfolding {
  open: ReadonlySet<number>;
  toggle: (id: number) => void;
}

/** Shows or hides the SKUs of a style, with their prices. */
function Unfold({ row, open, toggle }: Unfolding & { row: FoundProduct }) {
  if (row.children_count === 0) return null;
  const isOpen = open.has(row.id);
  return (
    <IconButton
      icon={isOpen ? 'down' : 'next'}
      size="sm"
      look="quiet"
      label={`Prices of the SKUs of ${row.sku}`}
      aria-expanded={isOpen}
      onClick={() => toggle(row.id)}
    />
  );
}

/** The columns of the product list or, if `isWaiting`, of the list of products that wait to be removed. */
export function productColumns(edits: CellEdits<GridRow>, isWaiting: boolean, unfolding: Unfolding): Column<FoundProduct>[] {
  const sku: Column<FoundProduct> = {
    key: 'sku',
    heading: 'SKU',
    width: isWaiting ? 176 : 104,
    orderBy: 'sku',
    cell: (row) => (
      <Link className="code" to={productPage(row)}>
        {row.sku}
      </Link>
    ),
    title: (row) => row.sku,
  };
  const picture: Column<FoundProduct> = {
    key: 'picture',
    heading: 'Picture',
    hiddenHeading: true,
    width: 44,
    fits: true,
    cell: (row) => <GarmentTile media={row.media} alt="" colour={row.colours[0]?.hex ?? row.colour_hex} />,
  };
  if (isWaiting)
    return [
      picture,
      sku,
      { key: 'name', heading: 'Name', minWidth: 160, orderBy: 'name', title: (row) => row.name, cell: (row) => row.name },
      { key: 'ended', heading: 'Discontinued', width: 104, fits: true, cell: (row) => <DateText value={row.discontinued_at} form="list" /> },
      { key: 'waits', heading: 'Waits for', minWidth: 240, cell: (row) => <span className="sub">{waitsText(row)}</span>, title: waitsText },
    ];
  return [
    {
      key: 'skus',
      heading: 'Prices of the SKUs',
      hiddenHeading: true,
      width: 44,
      fits: true,
      cell: (row) => <Unfold row={row} {...unfolding} />,
    },
    picture,
    sku,
    {
      key: 'name',
      heading: 'Name',
      minWidth: 200,
      orderBy: 'name',
      fits: true,
      cell: (row) => (
        <span className="line catalogue-name">
          <EditCell edits={edits} field={nameField} row={row} name={row.sku}>
            <span className="strong">{row.name}</span>
          </EditCell>
          <Marks product={row} />
        </span>
      ),
    },
    {
      key: 'children',
      heading: 'Children',
      width: 76,
      align: 'num',
      fits: true,
      cell: (row) => (
        <Link to={`${productPage(row)}#tab=variations`} aria-label={`${countText(row.children_count, 'child', 'children')} of ${row.name}`}>
          {formatCount(row.children_count)}
        </Link>
      ),
    },
    {
      key: 'category',
      heading: 'Category',
      onCard: true,
      minWidth: 140,
      wide: true,
      cell: (row) => <span className="sub">{row.categories.at(-1)?.name}</span>,
    },
    {
      key: 'supplier',
      heading: 'Supplier',
      onCard: true,
      minWidth: 120,
      wide: true,
      cell: (row) => <span className="sub">{row.supplier?.name}</span>,
    },
    {
      key: 'cost',
      heading: 'Cost £',
      onCard: true,
      width: 112,
      align: 'num',
      orderBy: 'cost',
      fits: true,
      cell: (row) => (
        <EditCell edits={edits} field={costField} row={row} name={row.sku}>
          <span className="sub">{amountText('cost', row)}</span>
        </EditCell>
      ),
    },
    {
      key: 'price',
      heading: 'Price £',
      width: 112,
      align: 'num',
      orderBy: 'price',
      fits: true,
      cell: (row) => (
        <EditCell edits={edits} field={salesPriceField} row={row} name={row.sku}>
          <span className="strong">{amountText('price', row)}</span>
        </EditCell>
      ),
    },
    {
      key: 'margin',
      heading: 'Margin',
      onCard: true,
      width: 68,
      align: 'num',
      fits: true,
      wide: 'first',
      cell: (row) => <span className="sub">{margin(row)}</span>,
    },
    { key: 'free', heading: 'Free', onCard: true, width: 64, align: 'num', fits: true, wide: 'first', cell: (row) => formatCount(row.qty_free) },
    {
      key: 'created_at',
      heading: 'Created',
      onCard: true,
      width: 84,
      wide: true,
      orderBy: 'created_at',
      firstOrder: 'desc',
      fits: true,
      cell: (row) => <DateText value={row.created_at} form="list" />,
    },
  ];
}

interface ProductCardProps {
  row: FoundProduct;
  edits: CellEdits<GridRow>;
  isWaiting: boolean;
  unfolding: Unfolding;
}

/** A product as a phone shows it. */
export const ProductCard = ({ row, edits, isWaiting, unfolding }: ProductCardProps) => (
  <>
    <div className="line">
      <GarmentTile media={row.media} alt="" colour={row.colours[0]?.hex} size={40} />
      <div className="grow catalogue-name">
        <div className="line">
          <Link className="strong cut" to={productPage(row)}>
            {row.name}
          </Link>
        </div>
        <p className={classNames('sub text-md', !isWaiting && 'cut')}>
          <span className="code">{row.sku}</span> · {isWaiting ? waitsText(row) : countText(row.children_count, 'SKU')}
        </p>
      </div>
      {isWaiting && <span className="strong nowrap">{priceText(row)}</span>}
    </div>
    <div className="line">
      {!isWaiting && (
        <span className="product-card-price">
          <EditCell edits={edits} field={salesPriceField} row={row} name={row.sku}>
            <span className="strong nowrap">{priceText(row)}</span>
          </EditCell>
        </span>
      )}
      <Marks product={row} />
      {!isWaiting && (
        <span className="push">
          <Unfold row={row} {...unfolding} />
        </span>
      )}
    </div>
  </>
);
