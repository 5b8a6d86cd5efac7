import { Hono } from 'hono';
import { z } from 'zod';
import { requestDispatchInput } from '../../shared/dispatch/request-dispatch.ts';
import { allocationState } from '../allocation/allocation-state-queries.ts';
import { pageSchema, queryFlag } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listPicks, pickRow, picksQuery } from '../picking/list-picks-queries.ts';
import { changeDispatch, changeDispatchBody } from './change-dispatch.ts';
import { dispatchesById, dispatchesQuery, dispatchInclude, dispatchOf, dispatchRow, listDispatches } from './dispatch-queries.ts';
import { requestDispatch } from './request-dispatch.ts';
import { shippingChoices, shippingServices } from './services.ts';
import { setAsAllocated, setAsDispatched } from './stuck-order.ts';

export const dispatchRoutes = new Hono<Env>()
  .get('/shipping/services', signedIn, describe('Services, default weight and boxes', shippingChoices, 'dispatch'), (c) =>
    c.json(shippingServices(reading(c))),
  )
  .get('/shipping/orders', signedIn, describe('Orders ready for dispatch', pageSchema(pickRow), 'dispatch'), valid('query', picksQuery), async (c) =>
    c.json(await listPicks(reading(c), 'ready_for_dispatch', c.req.valid('query'))),
  )
  .post(
    '/shipping/orders/dispatch',
    signedIn,
    describe('Dispatch orders, all or none of them', z.object({ items: z.array(dispatchRow) }), 'dispatch', { status: 201, refusals: [404] }),
    valid('json', requestDispatchInput),
    async (c) => {
      const items = await runCommand(
        c,
        async (ctx) => ({ items: await dispatchesById(ctx, (await requestDispatch(ctx, c.req.valid('json'))).ids) }),
        201,
      );
      return c.json(items, 201);
    },
  )
  .get(
    '/shipping/orders/dispatches',
    signedIn,
    describe('Dispatches', pageSchema(dispatchRow), 'dispatch'),
    valid('query', dispatchesQuery),
    async (c) => c.json(await listDispatches(reading(c), c.req.valid('query'))),
  )
  .get(
    '/shipping/orders/dispatches/:id',
    signedIn,
    describe('A dispatch', dispatchRow, 'dispatch'),
    valid('param', idParam),
    valid('query', dispatchInclude),
    async (c) => c.json(await dispatchOf(reading(c), c.req.valid('param').id, c.req.valid('query').include?.includes('lines'))),
  )
  .put(
    '/shipping/orders/dispatches/:id',
    signedIn,
    describe('Change a dispatch, or ship it with its tracking number', dispatchRow, 'dispatch'),
    valid('param', idParam),
    valid('json', changeDispatchBody),
    async (c) => c.json(await runCommand(c, (ctx) => changeDispatch(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/orders/:uuid/set-as-allocated',
    signedIn,
    describe('Take an order that waits for its courier back to picking, or with dispatched mark it as shipped', allocationState, 'dispatch'),
    valid('param', uuidParam),
    valid('query', z.object({ dispatched: queryFlag.default(false) })),
    async (c) => {
      const { uuid } = c.req.valid('param');
      const { dispatched } = c.req.valid('query');
      return c.json(await runCommand(c, (ctx) => (dispatched ? setAsDispatched(ctx, uuid) : setAsAllocated(ctx, uuid))));
    },
  );
