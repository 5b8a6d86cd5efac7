import { Hono } from 'hono';
import { z } from 'zod';
import { editDispatch as editBody, setTracking as trackingBody } from '../../shared/dispatch/edit-dispatch.ts';
import { requestDispatch as requestBody } from '../../shared/dispatch/request-dispatch.ts';
import { policy } from '../../shared/policy.ts';
import { fulfilment } from '../allocation/fulfilment-queries.ts';
import { pageSchema, queryFlag } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { listPicks, pickRow, picksQuery } from '../picking/list-picks-queries.ts';
import { dispatchesById, dispatchesQuery, dispatchInclude, dispatchOf, dispatchRow, listDispatches } from './dispatch-queries.ts';
import { editDispatch } from './edit-dispatch.ts';
import { requestDispatch } from './request-dispatch.ts';
import { shippingChoices, shippingServices } from './services.ts';
import { setTracking } from './set-tracking.ts';
import { setAsAllocated, setAsDispatched } from './stuck-order.ts';

/** Changes to a dispatch, or the numbers with which it ships. A consignment number is accepted only with its tracking number. */
const changeBody = editBody.extend(trackingBody.partial().shape).superRefine(({ tracking_number, consignment_number }, { addIssue }) => {
  // The same message as for a tracking number that was left empty.
  if (consignment_number && tracking_number === undefined)
    addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path: ['tracking_number'] });
});

export const dispatchRoutes = new Hono<Env>()
  .get('/shipping/services', signedIn, describe('Services, default weight and boxes', shippingChoices, 'dispatch'), (c) => {
    authorize(policy.dispatch(c.get('actor')));
    return c.json(shippingServices(c.get('services').settings));
  })
  .get(
    '/shipping/orders',
    signedIn,
    describe('Orders ready for dispatch', pageSchema(pickRow), 'dispatch'),
    valid('query', picksQuery),
    async (c) => {
      authorize(policy.dispatch(c.get('actor')));
      return c.json(await listPicks(reading(c), ['booked'], c.req.valid('query')));
    },
  )
  .post(
    '/shipping/orders/dispatch',
    signedIn,
    describe('Dispatch orders, all or none of them', z.object({ items: z.array(dispatchRow) }), 'dispatch'),
    valid('json', requestBody),
    async (c) => {
      const items = await write(c, async (ctx) => ({ items: await dispatchesById(ctx, await requestDispatch(ctx, c.req.valid('json'))) }), 201);
      return c.json(items, 201);
    },
  )
  .get(
    '/shipping/orders/dispatches',
    signedIn,
    describe('Dispatches', pageSchema(dispatchRow), 'dispatch'),
    valid('query', dispatchesQuery),
    async (c) => {
      authorize(policy.dispatch(c.get('actor')));
      return c.json(await listDispatches(reading(c), c.req.valid('query')));
    },
  )
  .get(
    '/shipping/orders/dispatches/:id',
    signedIn,
    describe('A dispatch', dispatchRow, 'dispatch'),
    valid('param', idParam),
    valid('query', dispatchInclude),
    async (c) => {
      authorize(policy.dispatch(c.get('actor')));
      return c.json(await dispatchOf(reading(c), c.req.valid('param').id, c.req.valid('query').include?.includes('lines')));
    },
  )
  .put(
    '/shipping/orders/dispatches/:id',
    signedIn,
    describe('Change a dispatch, or ship it with its tracking number', dispatchRow, 'dispatch'),
    valid('param', idParam),
    valid('json', changeBody),
    async (c) => {
      const { id } = c.req.valid('param');
      const { tracking_number, consignment_number, version, ...changes } = c.req.valid('json');
      const edits = Object.values(changes).some((value) => value !== undefined);
      return c.json(
        await write(c, async (ctx) => {
          if (edits || tracking_number === undefined) await editDispatch(ctx, id, { version, ...changes });
          if (tracking_number !== undefined) await setTracking(ctx, id, { tracking_number, consignment_number });
          return dispatchOf(ctx, id);
        }),
      );
    },
  )
  .post(
    '/orders/:uuid/set-as-allocated',
    signedIn,
    describe('Take an order that waits for its courier back to picking; with dispatched, say that it has left', fulfilment, 'dispatch'),
    valid('param', uuidParam),
    valid('query', z.object({ dispatched: queryFlag.default(false) })),
    async (c) => {
      const { uuid } = c.req.valid('param');
      const { dispatched } = c.req.valid('query');
      return c.json(await write(c, (ctx) => (dispatched ? setAsDispatched(ctx, uuid) : setAsAllocated(ctx, uuid))));
    },
  );

export type DispatchRoutes = typeof dispatchRoutes;
