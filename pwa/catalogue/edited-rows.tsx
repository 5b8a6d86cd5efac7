import { type ReactNode, useSyncExternalStore } from 'react';
import type { CellEdits, EditedRow } from '../api/cell-edits.ts';
import { CellNotes } from '../api/edit-cell.tsx';

/** A list with edited cells renders all its rows if there are at most this many. With more, Enter would move to the next cell late. */
const RENDER_ALL = 50;

/** The props that every list with edited cells passes to its `DataTable`, and the notes that are shown under the rows. */
export function useEditedRows<Row extends EditedRow & { sku: string }>(edits: CellEdits<Row>) {
  const notes = useSyncExternalStore(edits.subscribe, edits.notes);
  return {
    table: {
      keys: (
        <>
          <kbd>Enter</kbd> saves <kbd>Esc</kbd> takes back
        </>
      ),
      renderAll: RENDER_ALL,
      rowId: ({ id }: Row): string => String(id),
      rowName: ({ sku }: Row): string => sku,
      rowTone: ({ id }: Row) => (notes.get(id)?.some(({ theirs }) => theirs !== undefined) ? ('stuck' as const) : undefined),
    },
    notesOf: ({ id }: Row): ReactNode => {
      const own = notes.get(id);
      return own && <CellNotes edits={edits} notes={own} />;
    },
  };
}
