import { hc } from 'hono/client';
import type { authRoutes } from '../../server/auth/routes.ts';
import { overTheWire } from '../api/transport.ts';

/** Signs people in and out, and reads the signed-in person. */
export const auth = hc<typeof authRoutes>('/api/auth', overTheWire);
