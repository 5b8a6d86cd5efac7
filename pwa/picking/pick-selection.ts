import { createStore } from '../ui/store.ts';

/** The orders that a person selects for one trolley, by the ids of their picks. */
export interface PickSelection {
  by: number | undefined;
  ids: ReadonlySet<number>;
}

/** The selection; null while nobody selects. It stays while its person looks at an order and comes back to the list. */
export const pickSelection = createStore<PickSelection | null>(null);
