import { createStore } from './store.ts';

/** The address of the screen that is shown, and its name. */
export interface ShownPage {
  path: string;
  name: string;
}

/** The present screen; null until the first one is named. */
export const shownPage = createStore<ShownPage | null>(null);
