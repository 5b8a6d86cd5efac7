import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { AllocationRunRoutes } from '../../server/allocation/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const runs = hc<AllocationRunRoutes>('/api/admin/allocation-runs', overTheWire);

export type Run = InferResponseType<(typeof runs)[':id']['$get'], 200>;
export type RunOrder = InferResponseType<(typeof runs)[':id']['orders']['$get'], 200>['items'][number];
export type RunLine = RunOrder['lines'][number];
