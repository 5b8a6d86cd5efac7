import { Hono } from 'hono';
import { type Env, reading } from '../http/context.ts';
import { idParam } from '../http/paging.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { cardQuery, cardSchema, productCard } from './product-card.ts';

export const productRoutes = new Hono<Env>().get(
  '/:id',
  signedIn,
  describe('A product of the caller’s sets', cardSchema, 'catalogue'),
  valid('param', idParam),
  valid('query', cardQuery),
  async (c) => c.json(await productCard(reading(c), c.req.valid('param').id)),
);
export type ProductRoutes = typeof productRoutes;
