import { Hono } from 'hono';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { confirmedWeight, confirmedWeightsQuery, listConfirmedWeights } from './confirmed-weights-queries.ts';

/** The weights that the floor confirmed, for the office. */
export const weightRoutes = new Hono<Env>()
  .use(signedIn)
  .get(
    '/confirmed',
    describe('Bags and dispatches whose weight differed and was confirmed', pageSchema(confirmedWeight), 'attention'),
    valid('query', confirmedWeightsQuery),
    async (c) => c.json(await listConfirmedWeights(reading(c), c.req.valid('query'))),
  );
export type WeightRoutes = typeof weightRoutes;
