import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { SkusFollow } from '../../shared/catalogue/product.ts';
import { limits } from '../../shared/limits.ts';
import { type CellChange, CellEdits, type CellField, type EditedRow } from '../api/cell-edits.ts';
import { nextPaint } from '../ui/after-paint.ts';
import { countText } from '../ui/count-text.ts';
import type { PageOf } from '../ui/page-of.ts';
import { toast, toasts } from '../ui/toast.ts';

/** The message about the effect of a choice. */
const choiceTexts: Readonly<Partial<Record<SkusFollow, string>>> = {
  all: 'The style and its SKUs have the new amount',
  difference: 'The SKUs have changed, with their differences',
  none: 'Only the style’s default has changed',
};

/** The edits of a list's cells, and the function that stores them. */
export interface EditedCells<Row extends EditedRow> {
  edits: CellEdits<Row>;
  write: RefObject<(sent: Sent<Row>) => Promise<unknown>>;
}

/**
 * The edits of the cells of a list of products. `queryKey` is the list's key, `pageKey` the key of the page on the screen. `rowsUnder` returns the
 * edited rows that are shown under a row, such as the SKUs of a style.
 */
export function useCellEdits<Row extends EditedRow>(
  fields: readonly CellField<Row>[],
  queryKey: QueryKey,
  pageKey: QueryKey,
  rowsUnder: (row: Row) => readonly Row[] = () => [],
): EditedCells<Row> {
  const queries = useQueryClient();
  // The cache finds the page by the hash of its key. Without this ref, each key press would compute the hash several times.
  const page = useRef('');
  /** The page whose rows stay on the screen until the present page has loaded. */
  const earlier = useRef('');
  const itemsOf = (hash: string): readonly Row[] | undefined => queries.getQueryCache().get<PageOf<Row>>(hash)?.state.data?.items;
  const pageHash = hashKey(pageKey);
  if (pageHash !== page.current) {
    if (itemsOf(page.current)) earlier.current = page.current;
    page.current = pageHash;
  }
  const under = useRef(rowsUnder);
  under.current = rowsUnder;
  const write = useRef((_: Sent<Row>): Promise<unknown> => Promise.resolve());
  const [edits] = useState(() => {
    let messageAt = 0;
    const made: CellEdits<Row> = new CellEdits(fields, {
      rows: () => {
        const items = itemsOf(page.current) ?? itemsOf(earlier.current) ?? [];
        return items.flatMap((row) => [row, ...under.current(row)]);
      },
      // The first change of a batch is sent after the next cell is painted. Further changes of a paste do not wait.
      write: async (change, version) => {
        if (change.batch.done.length === 0) await nextPaint();
        return write.current({ change, version });
      },
      keep: (row) =>
        queries.setQueriesData<PageOf<Row>>(
          { queryKey },
          (before) => before?.items && { ...before, items: before.items.map((one) => (one.id === row.id && one.version <= row.version ? row : one)) },
        ),
      tell: (count, isUndo, choice) => {
        const text = choiceTexts[choice as SkusFollow] ?? (count === 1 ? 'Product Updated' : `${countText(count, 'change')} saved`);
        if (isUndo) return toast('Undone');
        // A message that is still on the screen is not repeated for each cell of a column, because that would delay the next cell. It is renewed
        // in the second half of its time, because it may otherwise disappear before it is read.
        const isShown = toasts.get().some((one) => one.text === text && one.action?.run === undo);
        if (isShown && Date.now() - messageAt < limits.toast / 2) return;
        messageAt = Date.now();
        toast(text, { action: { label: 'Undo', run: undo } });
      },
      tellLeftOut: (count) => toast(`The page ends here: ${countText(count, 'line')} of what was pasted left out.`, { tone: 'wrong' }),
    });
    const undo = (): void => made.undo();
    return made;
  });
  edits.setFields(fields);
  return { edits, write };
}

/** A change that is being sent, with the version of the row on which it is based. */
export interface Sent<Row> {
  change: CellChange<Row>;
  version: number;
}
