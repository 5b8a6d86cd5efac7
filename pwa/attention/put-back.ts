import type { Verdict } from '../../shared/verdict.ts';
import { openTablet } from '../offline/this-tablet.ts';
import type { TaskView } from './attention-view.ts';

/** Milliseconds for which a person can undo a task that is done. */
const UNDO_FOR = 10_000;

/** The name under which the tablet stores how many items of a task are back. */
export const countName = ({ m }: Pick<TaskView, 'm'>): string => `put_back ${m}`;

/** For an undo: each task's count before the task's last item was put back. The counts are lost when the tab closes. */
const before = new Map<string, number>();

/** Records how many items of a task are back on the shelf. Once all are back, the task ends; the person can undo the end for ten seconds. */
export async function putBack(task: TaskView, qty: number): Promise<Verdict> {
  const engine = await openTablet();
  if (qty < task.qty) return engine.keepCount(countName(task), qty);
  const count = engine.counts.get().get(countName(task)) ?? 0;
  const verdict = await engine.mutateLater('outcome.resolve', { m: task.m, choice: 'dismiss', qty: task.qty }, UNDO_FOR);
  if (!verdict.ok) return verdict;
  before.set(task.m, count);
  return engine.keepCount(countName(task), 0);
}

/** Records that one more item is back. Scans are handled one after another, so each scan reads the count that the previous scan has stored. */
export async function putBackOne(task: TaskView): Promise<Verdict> {
  const engine = await openTablet();
  return putBack(task, (engine.counts.get().get(countName(task)) ?? 0) + 1);
}

/** Undoes the end of a task. Returns false if it is too late. */
export async function undoPutBack(task: TaskView): Promise<boolean> {
  const engine = await openTablet();
  const delayed = engine.delayed.get().find(({ action }) => action.n === 'outcome.resolve' && action.a.m === task.m);
  if (!delayed || !(await engine.takeBack(delayed.action.m))) return false;
  await engine.keepCount(countName(task), before.get(task.m) ?? task.qty - 1);
  return true;
}
