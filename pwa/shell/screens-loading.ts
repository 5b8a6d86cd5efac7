import { createStore } from '../ui/store.ts';

/** How many screens are loading: scans wait for them. */
export const screensLoading = createStore(0);
