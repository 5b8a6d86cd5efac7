import { type Floor, touchKey } from '../../shared/sync/floor.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';

/**
 * How many items of each line are on a tablet's trolley without counting as picked, and so go back to the shelf. Items that were ticked off as put
 * back are left out.
 */
export function qtyToReturn({ rows, waiting }: Floor, device: string): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>();
  for (const task of rows.shelf_task.values()) {
    if (task.device !== device || waiting.has(touchKey('outcome', shelfTaskName(task.id)))) continue;
    quantities.set(task.pick_line_id, (quantities.get(task.pick_line_id) ?? 0) + task.qty);
  }
  return quantities;
}
