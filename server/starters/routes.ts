import { Hono } from 'hono';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listStarters, starterPage, starterQuery } from './starter-queries.ts';

/** The people of a client company who start, and where their kits are. */
export const starterRoutes = new Hono<Env>().get(
  '/:id/starters',
  signedIn,
  describe('The people who start, and where their kits are', starterPage, 'starters'),
  valid('param', idParam),
  valid('query', starterQuery),
  async (c) => c.json(await listStarters(reading(c), c.req.valid('param').id, c.req.valid('query'))),
);
export type StarterRoutes = typeof starterRoutes;
