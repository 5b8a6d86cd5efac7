import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import type { PageOf } from '../ui/page-of.ts';
import { toast } from '../ui/toast.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { type CellChange, CellEdits, type CellField, type EditedRow } from './cell-edits.ts';
import { saveField } from './client.ts';

/**
 * Edits of the cells of a list of products. `queryKey` is that of the list, `pageKey` that of the page on the screen. `Ctrl Z` outside a
 * typed text takes back what was saved last.
 */
export function useCellEdits<Row extends EditedRow>(fields: readonly CellField<Row>[], queryKey: QueryKey, pageKey: QueryKey): CellEdits<Row> {
  const queries = useQueryClient();
  const page = useRef(pageKey);
  page.current = pageKey;
  const write = useRef((_: Sent<Row>): Promise<unknown> => Promise.resolve());
  const [edits] = useState(() => {
    const made: CellEdits<Row> = new CellEdits(fields, {
      rows: () => queries.getQueryData<PageOf<Row>>(page.current)?.items ?? [],
      write: (change, version) => write.current({ change, version }),
      keep: (row) =>
        queries.setQueriesData<PageOf<Row>>(
          { queryKey },
          (before) => before?.items && { ...before, items: before.items.map((one) => (one.id === row.id && one.version <= row.version ? row : one)) },
        ),
      tell: (count, isUndo) => {
        if (isUndo) toast('Undone');
        else toast(count === 1 ? 'Product Updated' : `${countText(count, 'change')} saved`, { action: { label: 'Undo', run: () => made.undo() } });
      },
      tellLeftOut: (count) => toast(`The page ends here: ${countText(count, 'line')} of what was pasted left out.`, { tone: 'wrong' }),
    });
    return made;
  });
  const put = useWrite({
    send: ({ change: { base, field, value }, version }: Sent<Row>, options) =>
      saveField({ id: base.id, field: field.key as never, value: value as never, version }, options),
    // The list shows the answer itself.
    refresh: [['products', 'one'], ['product'], ['stock']],
    onSaved: (product, { change }) => edits.saved(change, { ...change.base, ...(product as object) }),
    onRefused: (error, { change }) => edits.refused(change, error),
  });
  write.current = put.write;
  useUnsavedGuard(useSyncExternalStore(edits.subscribe, edits.isDirty), 'view');

  useEffect(() => {
    const undo = (event: KeyboardEvent): void => {
      const { target } = event;
      const isElsewhere = target instanceof HTMLElement && target.closest('[role=dialog], [type=search]') !== null;
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      if (isElsewhere || edits.isTyping() || !edits.undoable()) return;
      event.preventDefault();
      edits.undo();
    };
    window.addEventListener('keydown', undo);
    return () => window.removeEventListener('keydown', undo);
  }, [edits]);
  return edits;
}

interface Sent<Row> {
  change: CellChange<Row>;
  version: number;
}

/** What needs the person, by row. */
export const useCellNotes = <Row extends EditedRow>(edits: CellEdits<Row>) => useSyncExternalStore(edits.subscribe, edits.notes);
/** How many changes can be taken back at once. */
export const useUndoable = <Row extends EditedRow>(edits: CellEdits<Row>): number => useSyncExternalStore(edits.subscribe, edits.undoable);
