import { hc } from 'hono/client';
import type { impersonateRoutes } from '../../server/auth/routes.ts';
import type { AnyUserRoutes } from '../../server/people/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const impersonate = hc<typeof impersonateRoutes>('/api/impersonate', overTheWire);
/** Anybody as whom a super may act, a client’s people and the provider’s. */
export const users = hc<AnyUserRoutes>('/api/users', overTheWire);
