import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { MAX_STYLE_SETS } from '../../shared/clothing-sets/style-prices.ts';
import { poundsText } from '../../shared/money.ts';
import type { CellEdits, CellField } from '../api/cell-edits.ts';
import { EditCell } from '../api/edit-cell.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { costField, type GridRow, salesPriceField } from './product-fields.ts';
import { type PriceGrid, readUnfolded, type ShownSet, styleKey, type UnfoldedStyle } from './use-price-grid.ts';

interface StyleSkusProps {
  style: GridRow;
  edits: CellEdits<GridRow>;
  grid: PriceGrid;
  /** What is wrong with the cells of a row. */
  notesOf: (row: GridRow) => ReactNode;
  /** Whether the list shows this column: its SKUs show the same ones. */
  hasColumn: (key: string) => boolean;
}

/** The sets that hold a style, to choose which of them have a column. */
function setItems({ sets }: UnfoldedStyle, grid: PriceGrid): MenuItem[] {
  const items = sets.map((set): MenuItem => {
    const isChosen = grid.sets.some(({ id }) => id === set.id);
    return { label: `${set.account.name}, ${set.name}`, icon: isChosen ? 'check' : 'none', onSelect: () => grid.toggleSet(set) };
  });
  return [{ heading: sets.length < MAX_STYLE_SETS ? 'Prices in clothing sets' : `The first ${MAX_STYLE_SETS} clothing sets` }, ...items];
}

/** The SKUs of an unfolded style, colour by colour: each with its cost, its price, its margin and its prices in the chosen clothing sets. */
export function StyleSkus({ style, edits, grid, notesOf, hasColumn }: StyleSkusProps) {
  const unfolded = useQuery({ queryKey: styleKey(style.id), queryFn: ({ signal }) => readUnfolded(style.id, signal) });
  if (unfolded.isError && !unfolded.data) return <LoadFailed noun="SKUs" error={unfolded.error} retry={() => void unfolded.refetch()} />;
  if (!unfolded.data) return <SkeletonText />;
  const { items, sets } = unfolded.data;
  const columns = grid.sets.filter(({ id }) => sets.some((set) => set.id === id));
  const fieldOf = (set: ShownSet): CellField<GridRow> | undefined => grid.fields.find(({ key }) => key === `set-${set.id}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a grid that is wider than the screen is scrolled by keyboard
    <section className="price-grid" aria-label={`SKUs of ${style.sku}`} tabIndex={0}>
      <table className="table" style={{ minWidth: 340 + columns.length * 136 + (sets.length > 0 ? 128 : 0) }}>
        <thead>
          <tr>
            <th>Colour</th>
            <th className="price-grid-size">Size</th>
            <th className="price-grid-wide">SKU</th>
            {hasColumn('cost') && <th className="num">Cost £</th>}
            {hasColumn('price') && <th className="num">Price £</th>}
            {hasColumn('margin') && <th className="num price-grid-wide">Margin</th>}
            {hasColumn('free') && <th className="num price-grid-wide">Free</th>}
            {columns.map(({ id, name, account }) => (
              <th key={id} className="num price-grid-set" title={`${account.name}, ${name}`}>
                <span className="cut">{name} £</span>
              </th>
            ))}
            <th className="price-grid-columns">
              {sets.length > 0 && (
                <Menu items={setItems(unfolded.data, grid)}>
                  <Button size="sm" look="quiet" icon="plus">
                    Set prices
                  </Button>
                </Menu>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((sku, place) => {
            const { variation_colour: colour } = sku.attributes;
            const isSameColour = place > 0 && items[place - 1]?.attributes.variation_colour === colour;
            const margin = marginOf(sku.price, sku.cost);
            const notes = notesOf(sku);
            return [
              <tr key={sku.id}>
                <td title={colour ?? undefined}>
                  {!isSameColour && colour && (
                    <span className="line">
                      <Swatch colour={sku.colour_hex} /> <span className="cut">{colour}</span>
                    </span>
                  )}
                </td>
                <td className="strong cut price-grid-size">{sizeOf(sku.attributes)}</td>
                <td className="code sub cut price-grid-wide">{sku.sku}</td>
                {hasColumn('cost') && (
                  <td className="num">
                    <EditCell edits={edits} field={costField} row={sku} name={sku.sku} />
                  </td>
                )}
                {hasColumn('price') && (
                  <td className="num strong">
                    <EditCell edits={edits} field={salesPriceField} row={sku} name={sku.sku} />
                  </td>
                )}
                {hasColumn('margin') && <td className="num sub price-grid-wide">{margin !== null && `${margin}%`}</td>}
                {hasColumn('free') && <td className="num price-grid-wide">{formatCount(sku.qty_free)}</td>}
                {columns.map((set) => (
                  <td key={set.id} className="num price-grid-set">
                    <SetPrice set={sets.find(({ id }) => id === set.id)} field={fieldOf(set)} sku={sku} edits={edits} />
                  </td>
                ))}
                <td />
              </tr>,
              notes && (
                <tr key={`notes-${sku.id}`} className="under">
                  <td colSpan={8 + columns.length}>{notes}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </section>
  );
}

interface SetPriceProps {
  set: UnfoldedStyle['sets'][number] | undefined;
  field: CellField<GridRow> | undefined;
  sku: GridRow;
  edits: CellEdits<GridRow>;
}

/** What a set charges for a SKU: edited here if the set holds the SKU by itself; the price of the style if the set holds the whole style. */
function SetPrice({ set, field, sku, edits }: SetPriceProps) {
  const price = sku.set_prices?.[set?.id ?? 0];
  if (price !== undefined && field)
    return (
      <EditCell edits={edits} field={field} row={sku} name={sku.sku}>
        {price === null ? <span className="note">{poundsText(sku.price)}</span> : poundsText(price)}
      </EditCell>
    );
  if (!set?.holds_style) return <span className="note">Not in it</span>;
  return (
    <span className="note" title="The set holds the whole style: its price is changed in the set">
      {poundsText(set.style_price ?? sku.price)}
    </span>
  );
}
