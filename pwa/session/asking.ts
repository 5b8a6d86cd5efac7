import { createStore } from '../ui/store.ts';

/** Whether somebody on the floor wants to sign in; elsewhere an ended session asks automatically. */
export const isSignInRequested = createStore(false);
