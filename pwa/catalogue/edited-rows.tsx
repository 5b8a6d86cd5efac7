import { type ReactNode, useSyncExternalStore } from 'react';
import type { CellEdits, EditedRow } from './cell-edits.ts';
import { CellNotes } from './edit-cell.tsx';

/** Up to this number of rows, a list of edited cells renders all of them. With more rows, Enter would take longer to reach the next cell. */
const RENDER_ALL = 50;

/** What every list with edited cells passes to its `DataTable`, and the notes under a row that a person has to act on. */
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
