import { Hono } from 'hono';
import { z } from 'zod';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listShortAccounts, listShortProducts, shortAccounts, shortfallQuery, shortProduct, shortProductsQuery } from './shortfall-queries.ts';

const accountParam = z.object({ accountId: z.coerce.number().int().positive() });

export const shortfallRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Clients for which items are short', shortAccounts, 'shortfall'), valid('query', shortfallQuery), async (c) =>
    c.json(await listShortAccounts(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:accountId',
    signedIn,
    describe('SKUs that are short for one client, and what to order of each', pageSchema(shortProduct), 'shortfall'),
    valid('param', accountParam),
    valid('query', shortProductsQuery),
    async (c) => c.json(await listShortProducts(reading(c), c.req.valid('param').accountId, c.req.valid('query'))),
  );
