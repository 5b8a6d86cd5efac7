import { createStore } from '../ui/store.ts';

/** Whether the server responded to the last call. `navigator.onLine` reports only the device's own connection. */
export const reachable = createStore<boolean>(true);
