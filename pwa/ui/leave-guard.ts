import { createStore } from './store.ts';

const guards = new Set<() => boolean>();

/** Someone who wants to leave unsaved changes and waits for the answer. */
export const leaving = createStore<{ answer: (leave: boolean) => void } | null>(null);

/** Counts as unsaved while `isDirty` says so. Answers the way to take it back. */
export function guardLeaving(isDirty: () => boolean): () => void {
  guards.add(isDirty);
  return () => guards.delete(isDirty);
}

/** Whether anything on the screen would be lost. */
export const wouldLose = (): boolean => [...guards].some((isDirty) => isDirty());

/** Asks whether to leave what is not saved; yes at once where nothing would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!wouldLose()) return true;
  const leave = await new Promise<boolean>((answer) => leaving.set({ answer }));
  leaving.set(null);
  return leave;
}
