import { Hono } from 'hono';
import { z } from 'zod';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { excludeSites, excludeSitesBody } from './exclude-sites.ts';
import { clothingSet, listSets, setQuery, setSchema, wholeSetSchema } from './set-queries.ts';

const setParam = idParam.extend({ setId: z.coerce.number().int().positive() });

export const clothingSetRoutes = new Hono<Env>()
  .get(
    '/:id/clothing-sets',
    signedIn,
    describe('The clothing sets of a client company', pageSchema(setSchema), 'clothing sets'),
    valid('param', idParam),
    valid('query', setQuery),
    async (c) => c.json(await listSets(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('A clothing set and its products', wholeSetSchema, 'clothing sets'),
    valid('param', setParam),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await clothingSet(reading(c), id, setId));
    },
  )
  .put(
    '/:id/clothing-sets/:setId',
    signedIn,
    describe('Exclude sites from a clothing set', setSchema, 'clothing sets'),
    valid('param', setParam),
    valid('json', excludeSitesBody),
    async (c) => {
      const { id, setId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => excludeSites(ctx, id, setId, c.req.valid('json'))));
    },
  );
export type ClothingSetRoutes = typeof clothingSetRoutes;
