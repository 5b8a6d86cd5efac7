import { createStore } from '../ui/store.ts';

/** True once somebody on the floor has asked to sign in. Outside the floor the app asks for the sign-in itself when a session has expired. */
export const isSignInRequested = createStore(false);
