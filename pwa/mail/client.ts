import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { mailRoutes } from '../../server/outbox/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const mail = hc<typeof mailRoutes>('/api/admin/mail', overTheWire);

/** An email that Kitroom wrote. */
export type Mail = InferResponseType<typeof mail.index.$get, 200>['items'][number];
