import { createStore } from '../ui/store.ts';

/** Whether the server responded to the last call. `navigator.onLine` only knows about the device's own connection. */
export const reachable = createStore<boolean>(true);
