import { Hono } from 'hono';
import { newReturn } from '../../shared/returns/create-return.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeQuery, changeSchema, changesOf } from './change-queries.ts';
import { holdingsOf, holdingsSchema } from './holdings-queries.ts';
import { heldItemsSchema, issuedQuery, issuedSchema, issuedTo, itemsHeldBy } from './issued-queries.ts';
import { startedReturnsSchema, startReturns } from './start-returns.ts';
import { wearerBudgets, wearerBudgetsSchema } from './wearer-budgets.ts';

/** The routes for the items, budgets and changes of a wearer. Their URLs begin with the URL of the person. */
export const wearerRoutes = new Hono<Env>()
  .get(
    '/:id/issued',
    signedIn,
    describe('What a person was sent and still holds, by product', pageSchema(issuedSchema), 'wearers'),
    valid('param', idParam),
    valid('query', issuedQuery),
    async (c) => c.json(await issuedTo(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get('/:id/held-items', signedIn, describe('What a person holds, by order line', heldItemsSchema, 'wearers'), valid('param', idParam), async (c) =>
    c.json(await itemsHeldBy(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/holdings',
    signedIn,
    describe('What a person holds, with its age and value', holdingsSchema, 'wearers'),
    valid('param', idParam),
    async (c) => c.json(await holdingsOf(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/budgets',
    signedIn,
    describe('The budgets of a person in their current periods', wearerBudgetsSchema, 'wearers'),
    valid('param', idParam),
    async (c) => c.json(await wearerBudgets(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/changes',
    signedIn,
    describe('What was changed about a person, newest first', pageSchema(changeSchema), 'wearers'),
    valid('param', idParam),
    valid('query', changeQuery),
    async (c) => c.json(await changesOf(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/returns',
    signedIn,
    describe('Request the return of items that a person holds, one return for each order', startedReturnsSchema, 'wearers', { status: 201 }),
    valid('param', idParam),
    valid('json', newReturn),
    async (c) => c.json(await runCommand(c, (ctx) => startReturns(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  );
export type WearerRoutes = typeof wearerRoutes;
