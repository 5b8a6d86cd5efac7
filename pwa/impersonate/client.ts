import { hc } from 'hono/client';
import type { impersonateRoutes } from '../../server/auth/routes.ts';
import type { AnyUserRoutes } from '../../server/people/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const impersonate = hc<typeof impersonateRoutes>('/api/impersonate', overTheWire);
/** The API of all people whom a super may impersonate: clients’ people and the provider’s own. */
export const users = hc<AnyUserRoutes>('/api/users', overTheWire);
