import { Hono } from 'hono';
import { z } from 'zod';
import { graphNames } from '../../shared/dashboards/graphs.ts';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { graph } from './graph-queries.ts';
import { graphSchema } from './graph-view.ts';
import { shortfall, shortfallQuery, shortfallSchema } from './shortfall-queries.ts';
import { graphQuery } from './spend-scope.ts';

const which = z.object({ graph: z.enum(graphNames) });

export const dashboardRoutes = new Hono<Env>()
  .get(
    '/homepage/shortfall',
    signedIn,
    describe('Lines that have waited two weeks for their stock', pageSchema(shortfallSchema), 'dashboards', { refusals: [404] }),
    valid('query', shortfallQuery),
    async (c) => c.json(await shortfall(reading(c), c.req.valid('query'))),
  )
  .get(
    '/homepage/graphs/:graph',
    signedIn,
    describe('Spend by client, product or site, or budget use by role or of one person', graphSchema, 'dashboards', { refusals: [404] }),
    valid('param', which),
    valid('query', graphQuery),
    async (c) => c.json(await graph(reading(c), c.req.valid('param').graph, c.req.valid('query'))),
  );
export type DashboardRoutes = typeof dashboardRoutes;
