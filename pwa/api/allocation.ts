import { hc } from 'hono/client';
import type { allocationRoutes } from '../../server/allocation/routes.ts';
import { overTheWire } from './transport.ts';

/** The API of the office's acts on orders: allocate, release, hold, and their reverse. */
export const allocation = hc<typeof allocationRoutes>('/api/admin/orders', overTheWire);
