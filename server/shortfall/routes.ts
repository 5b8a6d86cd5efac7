import { Hono } from 'hono';
import { z } from 'zod';
import { orderShortfallInput } from '../../shared/purchasing/order-shortfall.ts';
import { pageSchema } from '../core/paging.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { orderedShortfall, orderShortfall } from './order-shortfall.ts';
import { previewedShortfall, previewShortfall } from './preview-orders-queries.ts';
import { listReorder, reorderProduct, reorderQuery } from './reorder-list-queries.ts';
import {
  listShortAccounts,
  listShortProducts,
  listUncovered,
  shortAccounts,
  shortfallQuery,
  shortProduct,
  shortProductsQuery,
  uncoveredProducts,
  uncoveredQuery,
} from './shortfall-queries.ts';

const accountParam = z.object({ accountId: z.coerce.number().int().positive() });

export const shortfallRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Clients for which items are short', shortAccounts, 'shortfall'), valid('query', shortfallQuery), async (c) =>
    c.json(await listShortAccounts(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Put what is short of SKUs on draft purchase orders', orderedShortfall, 'shortfall', { status: 201 }),
    valid('json', orderShortfallInput),
    async (c) => c.json(await runCommand(c, (ctx) => orderShortfall(ctx, c.req.valid('json')), 201), 201),
  )
  .post(
    '/preview',
    signedIn,
    describe('Preview the draft purchase orders of SKUs without making any', previewedShortfall, 'shortfall'),
    valid('json', orderShortfallInput),
    async (c) => c.json(await previewShortfall(reading(c), c.req.valid('json'))),
  )
  .get(
    '/uncovered',
    signedIn,
    describe('SKUs that are short and that nothing covers', uncoveredProducts, 'shortfall'),
    valid('query', uncoveredQuery),
    async (c) => c.json(await listUncovered(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:accountId',
    signedIn,
    describe('SKUs that are short for one client, and what to order of each', pageSchema(shortProduct), 'shortfall'),
    valid('param', accountParam),
    valid('query', shortProductsQuery),
    async (c) => c.json(await listShortProducts(reading(c), c.req.valid('param').accountId, c.req.valid('query'))),
  );

export type ShortfallRoutes = typeof shortfallRoutes;

export const reorderRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('SKUs that will run out, and what to order of each', pageSchema(reorderProduct), 'shortfall'),
  valid('query', reorderQuery),
  async (c) => c.json(await listReorder(reading(c), c.req.valid('query'))),
);

export type ReorderRoutes = typeof reorderRoutes;
