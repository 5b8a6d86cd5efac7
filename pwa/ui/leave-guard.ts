import { createStore } from './store.ts';

/** How far one has to go to lose what is unsaved: to another screen, or only to another view of this one, which is a step within the page's `#`. */
export type Step = 'screen' | 'view';

interface Guard {
  isDirty: () => boolean;
  step: Step;
}

const guards = new Set<Guard>();

/** Someone who wants to leave unsaved changes and waits for the answer. */
export const leaving = createStore<{ answer: (leave: boolean) => void } | null>(null);

/** Counts as unsaved while `isDirty` says so, and is lost by a step as far as `step`. Answers the way to take it back. */
export function guardLeaving(isDirty: () => boolean, step: Step = 'screen'): () => void {
  const guard = { isDirty, step };
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether anything on the screen would be lost by this step. */
export const wouldLose = (step: Step = 'screen'): boolean =>
  [...guards].some((guard) => (step === 'screen' || guard.step === 'view') && guard.isDirty());

/** Asks whether to leave what is not saved; yes at once where nothing would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!wouldLose()) return true;
  const leave = await new Promise<boolean>((answer) => leaving.set({ answer }));
  leaving.set(null);
  return leave;
}
