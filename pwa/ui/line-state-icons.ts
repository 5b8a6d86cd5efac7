import type { LineState } from '../../shared/ordering/line-status.ts';
import type { IconName } from './icon-paths.ts';

/** The icon of each state of a line's items. */
export const lineStateIcons: Record<LineState, IconName> = {
  needs_size: 'alert',
  needs_approval: 'clock',
  in_stock: 'box',
  expected: 'calendar',
  overdue: 'hourglass',
  no_date: 'hourglass',
  being_packed: 'box',
  packed: 'box',
  to_collect: 'box',
  on_its_way: 'truck',
  sent: 'truck',
  delivered: 'check',
  cancelled: 'x',
};
/** The tone of the states that need somebody or are done. */
export const lineStateTones: Partial<Record<LineState, 'warn' | 'done'>> = {
  needs_size: 'warn',
  overdue: 'warn',
  no_date: 'warn',
  sent: 'done',
  delivered: 'done',
};
