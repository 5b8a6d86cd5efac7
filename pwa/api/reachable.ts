import { createStore } from '../ui/store.ts';

/** Whether the server answered the last call. `navigator.onLine` knows only about the cable. */
export const reachable = createStore<boolean>(true);
