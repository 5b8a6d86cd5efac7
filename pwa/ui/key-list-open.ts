import { createStore } from './store.ts';

/** Whether the list of the screen's keys is open. */
export const isKeyListOpen = createStore(false);
