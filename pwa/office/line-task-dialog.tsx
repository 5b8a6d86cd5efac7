import type { Budget, Order } from './client.ts';
import type { LineDraft } from './line-choice.ts';
import { LineDialog } from './line-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { SubstituteDialog } from './substitute-dialog.tsx';
import type { Change } from './use-change.ts';

/** A task with a dialog: adding a line, or an action on an existing line. */
export type LineTask = { what: 'line' | 'notes' | 'decoration' | 'roles' | 'substitute'; id: number } | { what: 'new'; draft?: LineDraft };

interface LineTaskProps {
  order: Order;
  task: LineTask;
  budgets: readonly Budget[];
  change: Change;
  onClose: () => void;
}

/** Whether the person can change the notes of an order's lines. For a submitted order, the right to edit it in the office suffices. */
export const canEditNotes = ({ can, is_submitted }: Order): boolean => can.edit_lines || (is_submitted && can.edit_office);

/** The dialog of a task; renders nothing if its line is no longer on the order. */
export function LineTaskDialog({ order, task, budgets, change, onClose }: LineTaskProps) {
  if (task.what === 'new') return <LineDialog order={order} draft={task.draft} change={change} onClose={onClose} />;
  const line = order.lines.find(({ id }) => id === task.id);
  if (!line) return null;
  switch (task.what) {
    case 'line':
      return <LineDialog order={order} line={line} change={change} onClose={onClose} />;
    case 'substitute':
      return <SubstituteDialog order={order} line={line} onClose={onClose} />;
    case 'roles':
      return <RolesDialog uuid={order.uuid} line={line} budgets={budgets} change={change} onClose={onClose} />;
    default: {
      const canEdit = task.what === 'notes' ? canEditNotes(order) : order.can.edit_lines;
      return <NotesDialog of={task.what} line={line} change={change} canEdit={canEdit} onClose={onClose} />;
    }
  }
}
