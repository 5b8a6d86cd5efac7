import { Hono } from 'hono';
import { z } from 'zod';
import { consignmentParam, deliverConsignmentInput } from '../../shared/dispatch/deliver-consignment.ts';
import { arrivalInput } from '../../shared/dispatch/delivery.ts';
import { recordDeliveriesInput } from '../../shared/dispatch/record-deliveries.ts';
import { requestDispatchInput } from '../../shared/dispatch/request-dispatch.ts';
import { allocationState } from '../allocation/allocation-state-queries.ts';
import { pageSchema, queryFlag } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { signedInOrDeliveryToken } from '../http/token-session.ts';
import { describe, valid } from '../http/valid.ts';
import { dispatchSchema } from '../order-queries/dispatch-queries.ts';
import { listPicks, pickRow, picksQuery } from '../picking/list-picks-queries.ts';
import { changeDispatch, changeDispatchBody } from './change-dispatch.ts';
import { parcelOf } from './client-parcel.ts';
import { confirmArrival } from './confirm-arrival.ts';
import { deliverConsignment } from './deliver-consignment.ts';
import { dispatchesById, dispatchesQuery, dispatchInclude, dispatchOf, dispatchRow, listDispatches } from './dispatch-queries.ts';
import { recordDeliveries, takeBackDeliveries } from './record-deliveries.ts';
import { reportNotArrived } from './report-not-arrived.ts';
import { requestDispatch } from './request-dispatch.ts';
import { shippingChoices, shippingServices } from './services.ts';
import { setAsAllocated, setAsDispatched } from './stuck-order.ts';
import { takeBackArrival } from './take-back-arrival.ts';

const parcelParam = uuidParam.extend({ dispatchId: z.coerce.number().int().positive() });

const dispatchList = z.object({ items: z.array(dispatchRow) });

/** The command for what somebody at the client says about a parcel. */
const arrivalCommand = (has_arrived: boolean | null) => (has_arrived === null ? takeBackArrival : has_arrived ? confirmArrival : reportNotArrived);

export const orderDispatchRoutes = new Hono<Env>().put(
  '/:uuid/dispatches/:dispatchId/arrival',
  signedIn,
  describe('Say that a parcel has arrived or has not, or take back what one said', dispatchSchema, 'dispatch'),
  valid('param', parcelParam),
  valid('json', arrivalInput),
  async (c) => {
    const { uuid, dispatchId } = c.req.valid('param');
    const command = arrivalCommand(c.req.valid('json').has_arrived);
    const parcel = await runCommand(c, async (ctx) => {
      await command(ctx, uuid, dispatchId);
      return parcelOf(ctx, uuid, dispatchId);
    });
    return c.json(parcel);
  },
);

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
  .post(
    '/shipping/orders/dispatches/delivered',
    signedIn,
    describe('Record that dispatches have arrived, all or none of them', dispatchList, 'dispatch', { refusals: [404] }),
    valid('json', recordDeliveriesInput),
    async (c) => {
      const input = c.req.valid('json');
      const answer = await runCommand(c, async (ctx) => {
        await recordDeliveries(ctx, input);
        return { items: await dispatchesById(ctx, input.ids) };
      });
      return c.json(answer);
    },
  )
  .put(
    '/consignments/:trackingNumber/delivered',
    signedInOrDeliveryToken,
    describe('Record that the parcel with a tracking number has arrived', dispatchRow, 'dispatch'),
    valid('param', consignmentParam),
    valid('json', deliverConsignmentInput),
    async (c) => {
      const { trackingNumber } = c.req.valid('param');
      const { delivered_on } = c.req.valid('json');
      return c.json(await runCommand(c, (ctx) => deliverConsignment(ctx, trackingNumber, delivered_on)));
    },
  )
  .post(
    '/shipping/orders/dispatches/not-delivered',
    signedIn,
    describe('Take back that dispatches have arrived', dispatchList, 'dispatch', { refusals: [404] }),
    valid('json', recordDeliveriesInput.pick({ ids: true })),
    async (c) => {
      const { ids } = c.req.valid('json');
      const answer = await runCommand(c, async (ctx) => {
        await takeBackDeliveries(ctx, ids);
        return { items: await dispatchesById(ctx, ids) };
      });
      return c.json(answer);
    },
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

export type OrderDispatchRoutes = typeof orderDispatchRoutes;
