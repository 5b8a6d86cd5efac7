import { Hono } from 'hono';
import { replacementOrders, replacementsInput } from '../../shared/replacements/replacement.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { orderReplacements } from './order-replacements.ts';
import { listReplacements, replacementPage, replacementQuery } from './replacement-queries.ts';

const area = 'replacements';

/** What the people of a client company hold and is worn out. */
export const replacementRoutes = new Hono<Env>()
  .get(
    '/:id/replacements',
    signedIn,
    describe('The items of people whose wear life is over', replacementPage, area),
    valid('param', idParam),
    valid('query', replacementQuery),
    async (c) => c.json(await listReplacements(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/replacements',
    signedIn,
    describe('Begin drafts that replace items, one for each site', replacementOrders, area, { status: 201 }),
    valid('param', idParam),
    valid('json', replacementsInput),
    async (c) => c.json(await runCommand(c, (ctx) => orderReplacements(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  );
export type ReplacementRoutes = typeof replacementRoutes;
