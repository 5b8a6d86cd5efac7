import { createStore } from '../ui/store.ts';

/** Whether somebody on the floor wants to sign in; elsewhere a dead session asks by itself. */
export const isSignInRequested = createStore(false);
