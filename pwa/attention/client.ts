import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { attentionRoutes } from '../../server/attention/routes.ts';
import type { WeightRoutes } from '../../server/weights/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const attention = hc<typeof attentionRoutes>('/api/admin/attention', overTheWire);

type Listed = InferResponseType<typeof attention.index.$get, 200>;
/** An item of the office's attention list, which a person has to decide. */
export type Item = Omit<Listed['items'][number], 'server'> & { server: Record<string, unknown> | null };
export type Counts = Listed['counts'];

export const weights = hc<WeightRoutes>('/api/admin/weights', overTheWire);
/** A weight of a bag or of boxes that the floor confirmed although it differed. */
export type ConfirmedWeight = InferResponseType<typeof weights.confirmed.$get, 200>['items'][number];
