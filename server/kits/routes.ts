import { Hono } from 'hono';
import { z } from 'zod';
import { kit, kitInput } from '../../shared/kits/kit.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { kitProductQuery, kitProducts, kitProductsSchema } from './kit-products.ts';
import { kitOf } from './kit-queries.ts';
import { setKit } from './set-kit.ts';

const area = 'kits';
const roleParam = z.object({ id: idParam.shape.id, roleId: idParam.shape.id });

/** What the people of an employee role get at the start. */
export const kitRoutes = new Hono<Env>()
  .get('/:id/employee-roles/:roleId/kit', signedIn, describe('The kit of an employee role', kit, area), valid('param', roleParam), async (c) =>
    c.json(await kitOf(reading(c), c.req.valid('param').id, c.req.valid('param').roleId)),
  )
  .get(
    '/:id/kit-products',
    signedIn,
    describe('The styles that a kit can have', kitProductsSchema, area),
    valid('param', idParam),
    valid('query', kitProductQuery),
    async (c) => c.json(await kitProducts(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .put(
    '/:id/employee-roles/:roleId/kit',
    signedIn,
    describe('Replace the kit of an employee role', kit, area),
    valid('param', roleParam),
    valid('json', kitInput),
    async (c) => {
      const { id, roleId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => setKit(ctx, id, roleId, c.req.valid('json'))));
    },
  );
export type KitRoutes = typeof kitRoutes;
