import { createStore } from './store.ts';

/**
 * The kind of step that loses unsaved changes: to another screen, or only to another view of this screen, which changes only the part after the `#`.
 */
export type Step = 'screen' | 'view';

interface Guard {
  isDirty: () => boolean;
  step: Step;
}

const guards = new Set<Guard>();

/** The open question whether to leave unsaved changes, with the function that answers it; null if no question is open. */
export const leaving = createStore<{ answer: (leave: boolean) => void } | null>(null);

/** Guards unsaved changes while `isDirty` returns true. `step` is the kind of step that loses them. Returns a function that removes the guard. */
export function guardLeaving(isDirty: () => boolean, step: Step = 'screen'): () => void {
  const guard = { isDirty, step };
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether this step would lose unsaved changes. */
export const wouldLose = (step: Step = 'screen'): boolean =>
  [...guards].some((guard) => (step === 'screen' || guard.step === 'view') && guard.isDirty());

/** Asks whether to leave unsaved changes; resolves with true at once if nothing would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!wouldLose()) return true;
  const leave = await new Promise<boolean>((answer) => leaving.set({ answer }));
  leaving.set(null);
  return leave;
}
