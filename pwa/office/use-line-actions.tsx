import type { ReactNode } from 'react';
import { answer } from '../api/answer.ts';
import { lineName } from '../api/line-name.ts';
import { useWrite } from '../api/use-write.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { type Line, type Order, orders } from './client.ts';
import { canEditNotes, type LineTask } from './line-task-dialog.tsx';

/**
 * The actions that a line allows now, as the items of the line's menu. An action with a dialog of its own calls `onOpen`. Before a deletion, the
 * returned `dialog` asks for confirmation. `lines` are the lines on the screen.
 */
export function useLineActions(
  order: Order,
  lines: readonly Line[],
  onOpen: (task: LineTask) => void,
): { actions: (line: Line) => MenuItem[]; dialog: ReactNode } {
  const { uuid, can } = order;
  const { ask, dialog } = useConfirm();
  const remove = useWrite({
    send: (line: Line, options) => answer(orders[':uuid'].lines[':lineId'].$delete({ param: { uuid, lineId: String(line.id) } }, options)),
    success: 'Line Deleted',
    refresh: [['orders', uuid], ['admin-orders']],
    // The menu of the deleted line is gone, so the focus moves to the menu of the neighbouring line.
    onSaved: (_, { id }) => {
      const at = lines.findIndex((line) => line.id === id);
      const menuAt = (place: number) => document.querySelector<HTMLElement>(`.office-lines tr[data-row="${place}"] .row-menu`);
      (menuAt(at + 1) ?? menuAt(at - 1) ?? document.getElementById('lines'))?.focus();
    },
  });
  const askRemove = async (line: Line) => {
    const yes = await ask({
      title: 'Are you sure you want to delete this line from the order?',
      body: `${line.qty_requested} × ${lineName(line)}, for ${line.employee.name}.`,
      action: 'Delete line',
      destroys: true,
    });
    if (yes) void remove.write(line);
  };
  const actions = (line: Line): MenuItem[] => {
    const { id } = line;
    const items: (MenuItem | false)[] = [
      can.edit_lines && {
        label: can.order_more ? 'Change product, size or price' : 'Change price',
        icon: 'none',
        onSelect: () => onOpen({ what: 'line', id }),
      },
      order.is_submitted &&
        !order.cancelled_at &&
        line.is_size_selected &&
        !line.is_fully_shipped && { label: 'Substitute', icon: 'none', onSelect: () => onOpen({ what: 'substitute', id }) },
      (can.edit_lines || Boolean(line.decoration)) && { label: 'Decoration', icon: 'none', onSelect: () => onOpen({ what: 'decoration', id }) },
      (canEditNotes(order) || Boolean(line.notes)) && { label: 'Notes', icon: 'file', onSelect: () => onOpen({ what: 'notes', id }) },
      can.edit_lines && { label: 'Budget', icon: 'none', onSelect: () => onOpen({ what: 'roles', id }) },
      can.edit_lines && 'line',
      can.edit_lines && {
        label: 'Delete line',
        icon: 'trash',
        danger: true,
        disabled: line.qty_shipped > 0 ? 'Some of it has shipped' : line.qty_allocated > 0 && 'Stock is allocated to it',
        onSelect: () => void askRemove(line),
      },
    ];
    return items.filter((item) => item !== false);
  };
  return { actions, dialog };
}
