import { createStore } from '../ui/store.ts';

/** Whether somebody on the floor wants to sign in; elsewhere the app asks by itself when a session has expired. */
export const isSignInRequested = createStore(false);
