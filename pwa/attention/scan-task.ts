import type { Answer } from '../scan/use-scan.ts';
import { toast } from '../ui/toast.ts';
import { type TaskView, taskOfScan } from './attention-view.ts';
import { tickTask } from './task-list.tsx';

/** A garment that is scanned as it goes back ticks its task; any other code is left to who listens next. */
export async function scanTask(tasks: readonly TaskView[], text: string): Promise<Answer> {
  const task = taskOfScan(tasks, text);
  if (!task) return 'pass';
  if (!(await tickTask(task))) return 'wrong';
  toast(`${task.qty} × ${task.product_name}${task.size ? `, ${task.size}` : ''}`, { title: `Back in ${task.bin ?? 'the shelf'}` });
  return 'right';
}
