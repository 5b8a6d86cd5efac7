import type { Answer } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { type TaskView, taskOfScan } from './attention-view.ts';
import { tickTask } from './task-list.tsx';

/** A scan of a garment that goes back ticks off its task; any other code is passed to the next handler. */
export async function scanTask(tasks: readonly TaskView[], text: string): Promise<Answer> {
  const task = taskOfScan(tasks, text);
  if (!task) return 'pass';
  if (!(await tickTask(task))) return 'wrong';
  toast(`${task.qty} × ${task.product_name}${task.size ? `, ${task.size}` : ''}`, { title: `Back in ${task.bin ?? 'the shelf'}` });
  return 'right';
}
