import { Hono } from 'hono';
import { z } from 'zod';
import { beginRun as beginRunBody } from '../../shared/allocation/begin-run.ts';
import { setAllocation as setAllocationBody } from '../../shared/allocation/set-allocation.ts';
import { listActionBody } from '../../shared/ordering/list-actions.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { actOnOrders, orderOutcome } from './act-on-orders.ts';
import { allocateAll, allocatedOrder } from './allocate-all.ts';
import { applyPreview, beginRun, resumeRun, stopRun } from './begin-run.ts';
import { fulfilment } from './fulfilment-queries.ts';
import { releaseToPicking } from './release-order.ts';
import { reopen, reopenBody } from './reopen.ts';
import { allocationRun, listRunOrders, listRuns, runOf, runOrder, runOrdersQuery, runsQuery } from './run-queries.ts';
import { allocatedLine, setAllocation } from './set-allocation.ts';

const lineParam = uuidParam.extend({ lineId: z.coerce.number().int().positive() });

const allocateAllDescription = describe('Give every line as much as is free', allocatedOrder, 'allocation');
const releaseDescription = describe('Release an order to picking', fulfilment, 'allocation');

export const allocationRoutes = new Hono<Env>()
  .post(
    '/actions',
    signedIn,
    describe('Do the same to several orders, with what came of each', z.object({ items: z.array(orderOutcome) }), 'allocation'),
    valid('json', listActionBody),
    async (c) => c.json(await write(c, (ctx) => actOnOrders(ctx, c.req.valid('json')))),
  )
  .put(
    '/:uuid/lines/:lineId/allocation',
    signedIn,
    describe('Set how many pieces a line holds', allocatedLine, 'allocation'),
    valid('param', lineParam),
    valid('json', setAllocationBody),
    async (c) => {
      const { uuid, lineId } = c.req.valid('param');
      return c.json(await write(c, (ctx) => setAllocation(ctx, uuid, lineId, c.req.valid('json'))));
    },
  )
  .post('/:uuid/allocate-all', signedIn, allocateAllDescription, valid('param', uuidParam), async (c) =>
    c.json(await write(c, (ctx) => allocateAll(ctx, c.req.valid('param').uuid))),
  )
  .get('/:uuid/allocate-all', signedIn, allocateAllDescription, valid('param', uuidParam), async (c) =>
    c.json(await write(c, (ctx) => allocateAll(ctx, c.req.valid('param').uuid))),
  )
  .post('/:uuid/allocate', signedIn, releaseDescription, valid('param', uuidParam), async (c) =>
    c.json(await write(c, (ctx) => releaseToPicking(ctx, c.req.valid('param').uuid))),
  )
  .get('/:uuid/allocate', signedIn, releaseDescription, valid('param', uuidParam), async (c) =>
    c.json(await write(c, (ctx) => releaseToPicking(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/reopen',
    signedIn,
    describe('Take a picked order back to allocation', fulfilment, 'allocation'),
    valid('param', uuidParam),
    valid('json', reopenBody),
    async (c) => c.json(await write(c, (ctx) => reopen(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  );

export type AllocationRoutes = typeof allocationRoutes;

export const allocationRunRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Allocation runs and their previews', pageSchema(allocationRun), 'allocation'), valid('query', runsQuery), async (c) =>
    c.json(await listRuns(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Share free stock out among waiting orders by a rule, or preview that; 202, the work goes on', allocationRun, 'allocation'),
    valid('json', beginRunBody),
    async (c) => c.json(await write(c, (ctx) => beginRun(ctx, c.req.valid('json')), 202), 202),
  )
  .get('/:id', signedIn, describe('How far a run is, and what came of it', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await runOf(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/orders',
    signedIn,
    describe('What came of each order of a run', pageSchema(runOrder), 'allocation'),
    valid('param', idParam),
    valid('query', runOrdersQuery),
    async (c) => c.json(await listRunOrders(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post('/:id/apply', signedIn, describe('Carry out a preview', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await write(c, (ctx) => applyPreview(ctx, c.req.valid('param').id), 202), 202),
  )
  .post('/:id/stop', signedIn, describe('Let a run end after its batch in hand', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await write(c, (ctx) => stopRun(ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/resume',
    signedIn,
    describe('Carry on with an interrupted run at once', allocationRun, 'allocation'),
    valid('param', idParam),
    async (c) => c.json(await write(c, (ctx) => resumeRun(ctx, c.req.valid('param').id))),
  );

export type AllocationRunRoutes = typeof allocationRunRoutes;
