import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { auditRoutes } from '../../server/audit/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const audit = hc<typeof auditRoutes>('/api/admin/audit', overTheWire);

/** An audit event: a change that a person made. */
export type Audited = InferResponseType<typeof audit.index.$get, 200>['items'][number];
