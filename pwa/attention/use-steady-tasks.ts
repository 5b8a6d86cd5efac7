import { useRef } from 'react';
import type { TaskView } from './attention-view.ts';

/** A task of this screen's list, which stays at its position when it is closed. */
export interface SteadyTask extends TaskView {
  /** The task is closed: it was done on this screen or settled elsewhere. */
  is_gone: boolean;
}

/**
 * Tasks in the order in which the screen first showed them. Closed tasks stay in the list until the screen is left, so that no row moves under a
 * finger.
 */
export function useSteadyTasks(tasks: readonly TaskView[]): SteadyTask[] {
  const seen = useRef(new Map<number, TaskView>());
  for (const task of tasks) seen.current.set(task.id, task);
  const here = new Set(tasks.map(({ id }) => id));
  return [...seen.current.values()].map((task) => ({ ...task, is_gone: !here.has(task.id) }));
}
