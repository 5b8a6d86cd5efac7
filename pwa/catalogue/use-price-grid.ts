import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { figuresOfSkus } from '../../shared/catalogue/sku-prices.ts';
import { type SetStylePrices, setStylePrices } from '../../shared/clothing-sets/style-prices.ts';
import type { CellField } from '../api/cell-edits.ts';
import type { Once } from '../api/transport.ts';
import { storeColumns, storedColumns } from '../ui/column-choice.ts';
import type { PageOf } from '../ui/page-of.ts';
import { readStylePrices, readVariations, saveSetPrice } from './client.ts';
import { costField, type GridRow, nameField, salesPriceField, setPriceField } from './product-fields.ts';

const listKey = ['products', 'list'];
/** The cache key of an unfolded style. It begins with the key of the list, so that whatever changes the list's rows also changes these rows. */
export const styleKey = (id: number) => [...listKey, 'skus', id];

/** The SKUs of an unfolded style, and the clothing sets that hold the style. */
export interface UnfoldedStyle {
  items: GridRow[];
  sets: SetStylePrices[];
}

/** The SKUs of a style as rows of the grid, with what the sets that hold them one by one charge. */
export async function readUnfolded(id: number, signal: AbortSignal): Promise<UnfoldedStyle> {
  const [skus, sets] = await Promise.all([readVariations(id, signal), readStylePrices(id, signal)]);
  const items = skus.map((sku): GridRow => {
    const setPrices = sets.flatMap((set) => set.prices.flatMap(({ product_id, price }) => (product_id === sku.id ? [[set.id, price] as const] : [])));
    return {
      ...sku,
      ...{ colours: [], sizes_1: [], sizes_2: [], cheaper_sizes: [], sku_margins: null, skus_ending: 0, is_in_set: null },
      set_prices: Object.fromEntries(setPrices),
    };
  });
  return { items, sets };
}

/** A clothing set whose prices have a column. */
export type ShownSet = Pick<SetStylePrices, 'id' | 'name' | 'account'>;

/** The name under which a device stores the sets whose prices have a column. */
const SET_COLUMNS = 'product_sets';
const shownSets = z.array(setStylePrices.pick({ id: true, name: true, account: true }));

/** The sets whose prices a person has given a column on this device. */
function storedSets(): readonly ShownSet[] {
  try {
    return shownSets.parse(JSON.parse(storedColumns(SET_COLUMNS) ?? '[]'));
  } catch {
    // Another version of the app stored them in another form.
    return [];
  }
}

/** Shows the figures of a style that follow from its SKUs, after a SKU has changed. */
function showFigures(queries: QueryClient, style_id: number): void {
  const skus = queries.getQueryData<UnfoldedStyle>(styleKey(style_id))?.items;
  if (!skus?.length) return;
  const figures = figuresOfSkus(skus.map(({ price, cost, attributes }) => ({ ...attributes, price, cost })));
  queries.setQueriesData<PageOf<GridRow>>(
    { queryKey: listKey },
    (before) => before?.items && { ...before, items: before.items.map((row) => (row.id === style_id ? { ...row, ...figures } : row)) },
  );
}

/** The unfolded styles of the list of products, and the columns in which their prices are edited. */
export function usePriceGrid() {
  const queries = useQueryClient();
  const [sets, setSets] = useState(storedSets);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const unfolded = (id: number): UnfoldedStyle | undefined => queries.getQueryData<UnfoldedStyle>(styleKey(id));
  const fields = useMemo((): CellField<GridRow>[] => {
    const send = async (row: GridRow, set_id: number, price: number | null, options: Once): Promise<void> => {
      const style_id = row.parent?.id ?? row.id;
      const version = queries.getQueryData<UnfoldedStyle>(styleKey(style_id))?.sets.find(({ id }) => id === set_id)?.version;
      const stored = await saveSetPrice({ set_id, product_id: row.id, price, ...(version !== undefined && { version }) }, options);
      queries.setQueryData<UnfoldedStyle>(
        styleKey(style_id),
        (before) => before && { ...before, sets: before.sets.map((set) => (set.id === set_id ? { ...set, version: stored.version } : set)) },
      );
    };
    return [nameOfStyle, costField, salesPriceField, ...sets.map((set) => setPriceField(set, send))];
  }, [queries, sets]);
  return {
    fields,
    /** The sets whose prices have a column. */
    sets,
    toggleSet: ({ id, name, account }: ShownSet): void => {
      const others = sets.filter((set) => set.id !== id);
      const next = others.length < sets.length ? others : [...sets, { id, name, account }];
      storeColumns(SET_COLUMNS, next.length > 0 ? JSON.stringify(next) : null);
      setSets(next);
    },
    open,
    toggle: (id: number): void =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    rowsUnder: ({ id }: GridRow): readonly GridRow[] => (open.has(id) ? (unfolded(id)?.items ?? []) : []),
    /** Called after a field of a row was stored. */
    onStored: (row: GridRow, field: string): void => {
      const style_id = row.parent?.id ?? row.id;
      if (field.startsWith('set-')) return;
      if (row.parent) showFigures(queries, style_id);
      else if (open.has(style_id)) void queries.invalidateQueries({ queryKey: styleKey(style_id) });
    },
  };
}

/** The names of SKUs are not edited in the list: their style has one name. */
const nameOfStyle: CellField<GridRow> = { ...nameField, isFor: ({ parent }) => parent === null };
export type PriceGrid = ReturnType<typeof usePriceGrid>;
