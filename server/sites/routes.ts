import { Hono } from 'hono';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listSites, siteQuery, siteSchema } from './site-queries.ts';

export const siteRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Sites to choose from', pageSchema(siteSchema), 'sites'),
  valid('query', siteQuery),
  async (c) => c.json(await listSites(reading(c), c.req.valid('query'))),
);
export type SiteRoutes = typeof siteRoutes;
