import { type Floor, touchKey } from '../../shared/sync/floor.ts';
import type { ShelfTaskRow } from '../../shared/sync/rows.ts';
import { shelfTaskName } from '../../shared/sync/task-name.ts';
import { rootsOf, undecidedLines } from './open-roots.ts';
import { useSyncState, useTablet, useView } from './use-floor.ts';

const all = (floor: Floor): Floor => floor;

/**
 * What a person at this tablet has to do after refusals: `items` is the number of choices to make, `tasks` the number of returns to the shelf, and
 * `pieces` the number of garments in all these returns.
 */
export function useToDecide(): { items: number; tasks: number; pieces: number } {
  const engine = useTablet();
  const { open } = useSyncState();
  const floor = useView(all);
  const isDecided = (m: string): boolean => floor?.waiting.has(touchKey('outcome', m)) ?? false;
  const items = rootsOf(open).filter(({ m }) => !isDecided(m));
  const undecided = undecidedLines(open);
  const isToReturn = ({ id, device, pick_line_id }: ShelfTaskRow): boolean =>
    device === engine?.device && !undecided.has(pick_line_id) && !isDecided(shelfTaskName(id));
  const tasks = [...(floor?.rows.shelf_task.values() ?? [])].filter(isToReturn);
  return { items: items.length, tasks: tasks.length, pieces: tasks.reduce((sum, { qty }) => sum + qty, 0) };
}
