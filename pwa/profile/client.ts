import { hc } from 'hono/client';
import type { authRoutes } from '../../server/auth/routes.ts';
import type { ProfileRoutes } from '../../server/people/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const profiles = hc<ProfileRoutes>('/api/profile', overTheWire);
export const auth = hc<typeof authRoutes>('/api/auth', overTheWire);

/** The signed-in person. */
export const readProfile = (signal: AbortSignal) => answer(profiles.index.$get({}, { init: { signal } }));
/** The person's sessions. */
export const readSessions = (signal: AbortSignal) => answer(auth.sessions.$get({}, { init: { signal } }));

export type Profile = Awaited<ReturnType<typeof readProfile>>;
export type SignedInAt = Awaited<ReturnType<typeof readSessions>>['items'][number];
