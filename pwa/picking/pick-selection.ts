import { createStore } from '../ui/store.ts';

const KEY = 'kitroom.pick-selection';

/** The orders that a person selects for one trolley, by the ids of their picks. */
export interface PickSelection {
  by: number | undefined;
  ids: ReadonlySet<number>;
}

/** What this tab stored before it was loaded again. */
function readStored(): PickSelection | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { by?: unknown; ids?: unknown } | null;
    const ids: unknown[] = Array.isArray(stored?.ids) ? stored.ids : [];
    return typeof stored?.by === 'number' ? { by: stored.by, ids: new Set(ids.filter((id) => typeof id === 'number')) } : null;
  } catch {
    return null;
  }
}

/** The selection; null while nobody selects. It stays while its person looks at an order and comes back to the list, and after a reload. */
export const pickSelection = createStore<PickSelection | null>(readStored());

/** Changes the selection, and stores it for this tab. */
export function setPickSelection(next: PickSelection | null): void {
  pickSelection.set(next);
  try {
    if (next === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ by: next.by, ids: [...next.ids] }));
  } catch {
    // Without storage a reload loses the selection.
  }
}
