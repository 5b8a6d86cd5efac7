import { createStore } from './store.ts';

/** The kind of step that loses unsaved changes: to another screen, or only to another view of this one, which is a step within the page's `#`. */
export type Step = 'screen' | 'view';

interface Guard {
  isDirty: () => boolean;
  step: Step;
}

const guards = new Set<Guard>();

/** Somebody who wants to leave unsaved changes and has to answer the question. */
export const leaving = createStore<{ answer: (leave: boolean) => void } | null>(null);

/** Guards changes that are unsaved while `isDirty` is true and are lost by a step of the kind `step`. Returns a function that removes the guard. */
export function guardLeaving(isDirty: () => boolean, step: Step = 'screen'): () => void {
  const guard = { isDirty, step };
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether this step would lose anything on the screen. */
export const wouldLose = (step: Step = 'screen'): boolean =>
  [...guards].some((guard) => (step === 'screen' || guard.step === 'view') && guard.isDirty());

/** Asks whether to leave unsaved changes; resolves with yes at once where nothing would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!wouldLose()) return true;
  const leave = await new Promise<boolean>((answer) => leaving.set({ answer }));
  leaving.set(null);
  return leave;
}
