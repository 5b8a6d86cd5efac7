import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { dispatchRoutes } from '../../server/dispatch/routes.ts';
import { overTheWire } from '../api/transport.ts';

/** The dispatches of the API. */
export const { shipping } = hc<typeof dispatchRoutes>('/api/admin', overTheWire);

/** A dispatch as lists return it. */
export type Dispatch = InferResponseType<typeof shipping.orders.dispatches.$get, 200>['items'][number];
