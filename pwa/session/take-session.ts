import { keepSession, type Session } from './store.ts';

/** What signing in answers. */
export type SignedIn = Pick<Session, 'token' | 'expires_at' | 'who'>;

/** Starts a session. */
export const takeSession = (signedIn: SignedIn): void => keepSession(signedIn);
