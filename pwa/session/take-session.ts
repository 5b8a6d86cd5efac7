import { keepSession, type Session } from './store.ts';

/** The response to signing in. */
export type SignedIn = Pick<Session, 'token' | 'expires_at' | 'who'>;

/** Starts a session. */
export const takeSession = (signedIn: SignedIn): void => keepSession(signedIn);
