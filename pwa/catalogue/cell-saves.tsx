import { useQueryClient } from '@tanstack/react-query';
import type { Product, SkuAmount, SkusFollow } from '../../shared/catalogue/product.ts';
import type { EditedRow } from '../api/cell-edits.ts';
import { CellUndo } from '../api/cell-undo.tsx';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { toast } from '../ui/toast.ts';
import { saveField } from './client.ts';
import type { EditedCells, Sent } from './use-cell-edits.ts';

/** The stored product, or the fields of a row that a column of its own has stored. */
type Stored<Row> = Partial<Product> | Partial<Row>;

interface CellSavesProps<Row extends EditedRow> {
  cells: EditedCells<Row>;
  /** Called with a row after one of its fields was stored. */
  onStored?: (row: Row, field: string) => void;
}

/** The input that undoes a change of a style's price or cost for the SKUs that were changed with the style. */
const backTo = (amounts: readonly SkuAmount[] | undefined): SkuAmount[] | undefined =>
  amounts?.map(({ id, before, after }) => ({ id, before: after, after: before }));

/**
 * Stores the edits of a list, warns before unsaved edits are lost, and undoes the last saved changes by a button or by `Ctrl Z`. In a dialog, in a
 * search field and while a cell has unsaved text, the browser handles `Ctrl Z`. This is a separate component, so that sending and storing a change
 * does not render the list.
 */
export function CellSaves<Row extends EditedRow>({ cells: { edits, write }, onStored }: CellSavesProps<Row>) {
  const queries = useQueryClient();
  const put = useWrite({
    send: ({ change: { base, field, value, choice, revert }, version }: Sent<Row>, options): Promise<Stored<Row>> => {
      if (field.send) return field.send(edits.latest(base), value, options);
      return saveField(
        {
          id: base.id,
          field: field.key as never,
          value: value as never,
          version,
          ...(choice !== undefined && { skus: choice as SkusFollow }),
          ...(revert !== undefined && { sku_amounts: revert as SkuAmount[] }),
        },
        options,
      );
    },
    // The list itself is not read again, because it shows the row from the response.
    refresh: [['products', 'one'], ['product'], ['stock']],
    onSaved: (stored, { change }) => {
      const { sku_amounts, ...product } = stored as Partial<Product>;
      const { field, choice, revert } = change;
      const amounts = sku_amounts?.[field.key as 'price' | 'cost'];
      edits.saved(change, { ...edits.latest(change.base), ...(product as object) }, backTo(amounts));
      onStored?.(edits.latest(change.base), field.key);
      const others = revert === undefined ? 0 : (revert as SkuAmount[]).length - (amounts?.length ?? 0);
      if (others > 0) toast(`${countText(others, 'SKU')} changed since: not undone.`, { tone: 'wrong' });
      // The list is read again, because its rows contain the range of the SKUs' prices.
      if (choice !== undefined || revert !== undefined) void queries.invalidateQueries({ queryKey: ['products', 'list'] });
    },
    onRefused: (error, { change }) => {
      // A price of a set may be refused because the set has changed: its prices are read again.
      if (change.field.send) void queries.invalidateQueries({ queryKey: ['products', 'list', 'skus'] });
      return edits.refused(change, error);
    },
  });
  write.current = put.write;
  return <CellUndo edits={edits} />;
}
