import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { useKeydown } from '../ui/use-keydown.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import type { CellEdits, EditedRow } from './cell-edits.ts';

/**
 * Warns before unsaved edits of cells are lost, and undoes the last saved changes by a button or by `Ctrl Z`. In a dialog, in a search field and while
 * a cell has unsaved text, the browser handles `Ctrl Z`.
 */
export function CellUndo<Row extends EditedRow>({ edits }: { edits: CellEdits<Row> }) {
  useUnsavedGuard(useSyncExternalStore(edits.subscribe, edits.isDirty), 'view');
  // Opening another view of the list does not stop changes that are being sent, so the guard asks only when the screen is left.
  useUnsavedGuard(useSyncExternalStore(edits.subscribe, edits.isSending));

  useKeydown((event) => {
    const { target } = event;
    const isElsewhere = target instanceof HTMLElement && target.closest('[role=dialog], [type=search]') !== null;
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
    if (isElsewhere || edits.isTyping() || !edits.undoable()) return;
    event.preventDefault();
    edits.undo();
  });

  const undoable = useSyncExternalStore(edits.subscribe, edits.undoable);
  if (!undoable) return null;
  return (
    <Button size="sm" look="quiet" onClick={() => edits.undo()}>
      {undoable === 1 ? 'Undo' : `Undo ${undoable} changes`}
    </Button>
  );
}
