import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { isExactCodeOf, withCode } from '../../shared/scan/is-code-of.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { TaskView } from './attention-view.ts';

/** What a scan does on a screen of items that go back to the shelf. */
export type TaskScan =
  /** One more item of this task is back. */
  | { does: 'count'; task: TaskView }
  /** All items of this garment that had to go back are back already. */
  | { does: 'enough'; task: TaskView }
  /** A person has to choose first whether these items go back. */
  | { does: 'undecided'; task: TaskView }
  /** The code belongs to none of the garments that go back. `scanned` is the name of the scanned thing, `wanted` are the garments that go back. */
  | { does: 'wrong'; scanned: string; wanted: string[] }
  | { does: 'unknown' }
  /** The code belongs to another screen. */
  | { does: 'leave' };

/** The garment of a task as people call it. */
export const taskGarment = ({ product_name, size, variation_colour }: Pick<TaskView, 'product_name' | 'size' | 'variation_colour'>): string =>
  [product_name, size, variation_colour].filter(Boolean).join(', ');

/** What a scanned code does while items go back to the shelf. If a garment has several open tasks, one item of the first task is counted. */
export function scanOnTasks(target: ScanTarget, tasks: readonly TaskView[]): TaskScan {
  const isWritten = target.is === 'bin' || (target.is === 'product' && isExactCodeOf(target.product, target.text));
  const same = isWritten ? tasks.filter((task) => isExactCodeOf(task, target.text)) : withCode(tasks, target.text);
  const open = same.filter(({ is_ticked }) => !is_ticked);
  const next = open.find(({ is_undecided }) => !is_undecided);
  if (next) return { does: 'count', task: next };
  if (open[0]) return { does: 'undecided', task: open[0] };
  if (same[0]) return { does: 'enough', task: same[0] };
  const openGarments = tasks.filter(({ is_ticked, is_undecided }) => !is_ticked && !is_undecided).map(taskGarment);
  switch (target.is) {
    case 'product': {
      const { name, variation_colour } = target.product;
      return { does: 'wrong', scanned: [name, sizeOf(target.product), variation_colour].filter(Boolean).join(', '), wanted: openGarments };
    }
    case 'bin':
      return { does: 'wrong', scanned: `Bin ${target.bin}`, wanted: openGarments };
    case 'unknown':
      return { does: 'unknown' };
    default:
      return { does: 'leave' };
  }
}
