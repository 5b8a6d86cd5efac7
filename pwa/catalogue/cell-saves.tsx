import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { SkusFollow } from '../../shared/catalogue/product.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import type { EditedRow } from './cell-edits.ts';
import { saveField } from './client.ts';
import type { EditedCells, Sent } from './use-cell-edits.ts';

/** What a choice has done, as it is told. */
const choiceTexts: Readonly<Partial<Record<SkusFollow, string>>> = {
  all: 'The style and its SKUs have the new amount',
  difference: 'The SKUs have changed, with their differences',
  none: 'Only the style’s default has changed',
};

/**
 * Stores the edits of a list, warns before unsaved ones are lost, and takes back what was saved last, by a button and by `Ctrl Z` outside a
 * typed text. It is an element of its own, so that a change which is sent and stored does not render the list.
 */
export function CellSaves<Row extends EditedRow>({ cells: { edits, write } }: { cells: EditedCells<Row> }) {
  const queries = useQueryClient();
  const put = useWrite({
    send: ({ change: { base, field, value, choice }, version }: Sent<Row>, options) =>
      saveField(
        { id: base.id, field: field.key as never, value: value as never, version, ...(choice !== undefined && { skus: choice as SkusFollow }) },
        options,
      ),
    // The list shows the answer itself.
    refresh: [['products', 'one'], ['product'], ['stock']],
    success: (_, { change: { choice } }) => (choice === undefined ? undefined : choiceTexts[choice as SkusFollow]),
    onSaved: (product, { change }) => {
      edits.saved(change, { ...change.base, ...(product as object) });
      // What the SKUs cost beside each other is read with the list.
      if (change.choice !== undefined) void queries.invalidateQueries({ queryKey: ['products', 'list'] });
    },
    onRefused: (error, { change }) => edits.refused(change, error),
  });
  write.current = put.write;
  useUnsavedGuard(useSyncExternalStore(edits.subscribe, edits.isDirty), 'view');
  // Another view of the list does not stop what is on its way.
  useUnsavedGuard(useSyncExternalStore(edits.subscribe, edits.isSending));

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

  const undoable = useSyncExternalStore(edits.subscribe, edits.undoable);
  if (!undoable) return null;
  return (
    <Button size="sm" look="quiet" onClick={() => edits.undo()}>
      {undoable === 1 ? 'Undo' : `Undo ${undoable} changes`}
    </Button>
  );
}
