import { hc } from 'hono/client';
import type { authRoutes } from '../../server/auth/routes.ts';
import { overTheWire } from '../api/transport.ts';

/** Signing in and out, and the signed-in person. */
export const auth = hc<typeof authRoutes>('/api/auth', overTheWire);
