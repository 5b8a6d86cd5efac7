import { Hono } from 'hono';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { browseProducts, browseQuery, browseSchema } from './browse-products.ts';
import { cardQuery, cardSchema, productCard } from './product-card.ts';

export const productRoutes = new Hono<Env>()
  .get(
    '/',
    signedIn,
    describe('The styles in clothing sets', browseSchema, 'catalogue', { refusals: [404] }),
    valid('query', browseQuery),
    async (c) => c.json(await browseProducts(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:id',
    signedIn,
    describe('A product of the caller’s sets', cardSchema, 'catalogue'),
    valid('param', idParam),
    valid('query', cardQuery),
    async (c) => c.json(await productCard(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  );
export type ProductRoutes = typeof productRoutes;
