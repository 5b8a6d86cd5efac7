import { Hono } from 'hono';
import { z } from 'zod';
import { setAllocationInput } from '../../shared/allocation/allocate-line.ts';
import { beginRunInput } from '../../shared/allocation/begin-run.ts';
import { releasePlanInput } from '../../shared/allocation/release-order.ts';
import { reopenInput } from '../../shared/allocation/reopen-order.ts';
import { listActionBody } from '../../shared/ordering/list-actions.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { actOnOrders, orderOutcome } from './act-on-orders.ts';
import { allocatedLine, allocateLine } from './allocate-line.ts';
import { allocatedOrder, allocateOrder } from './allocate-order.ts';
import { allocationState } from './allocation-state-queries.ts';
import { applyPreview, beginRun, resumeRun, stopRun } from './begin-run.ts';
import { releaseOrder } from './release-order.ts';
import { planRelease, planReleaseOfRun, releasePlan } from './release-plan-queries.ts';
import { reopenOrder } from './reopen-order.ts';
import { allocationRun, listRunOrders, listRuns, runOf, runOrder, runOrdersQuery, runsQuery } from './run-queries.ts';

const lineParam = uuidParam.extend({ lineId: z.coerce.number().int().positive() });

const allocateAllDescription = describe('Allocate free stock to every line of an order', allocatedOrder, 'allocation', { refusals: [409] });
const releaseDescription = describe('Release an order to picking', allocationState, 'allocation', { refusals: [409] });

export const allocationRoutes = new Hono<Env>()
  .post(
    '/actions',
    signedIn,
    describe('Apply one action to several orders, with the result of each', z.object({ items: z.array(orderOutcome) }), 'allocation'),
    valid('json', listActionBody),
    async (c) => c.json(await runCommand(c, (ctx) => actOnOrders(ctx, c.req.valid('json')))),
  )
  .post(
    '/release-plan',
    signedIn,
    describe('How much of each of these orders Start Pick would release; changes nothing', releasePlan, 'allocation'),
    valid('json', releasePlanInput),
    async (c) => c.json(await planRelease(reading(c), c.req.valid('json').orders)),
  )
  .put(
    '/:uuid/lines/:lineId/allocation',
    signedIn,
    describe('Set the allocated quantity of a line', allocatedLine, 'allocation'),
    valid('param', lineParam),
    valid('json', setAllocationInput),
    async (c) => {
      const { uuid, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => allocateLine(ctx, uuid, lineId, c.req.valid('json'))));
    },
  )
  .post('/:uuid/allocate-all', signedIn, allocateAllDescription, valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => allocateOrder(ctx, c.req.valid('param').uuid))),
  )
  .get('/:uuid/allocate-all', signedIn, allocateAllDescription, valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => allocateOrder(ctx, c.req.valid('param').uuid))),
  )
  .post('/:uuid/allocate', signedIn, releaseDescription, valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => releaseOrder(ctx, c.req.valid('param').uuid))),
  )
  .get('/:uuid/allocate', signedIn, releaseDescription, valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => releaseOrder(ctx, c.req.valid('param').uuid))),
  )
  .post(
    '/:uuid/reopen',
    signedIn,
    describe('Take a picked order back to allocation', allocationState, 'allocation'),
    valid('param', uuidParam),
    valid('json', reopenInput),
    async (c) => c.json(await runCommand(c, (ctx) => reopenOrder(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  );

export const allocationRunRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Allocation runs and their previews', pageSchema(allocationRun), 'allocation'), valid('query', runsQuery), async (c) =>
    c.json(await listRuns(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Start an allocation run by a rule, or preview one; 202, the run continues in the background', allocationRun, 'allocation', {
      status: 202,
    }),
    valid('json', beginRunInput),
    async (c) => c.json(await runCommand(c, (ctx) => beginRun(ctx, c.req.valid('json')), 202), 202),
  )
  .get('/:id', signedIn, describe('The progress and totals of a run', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await runOf(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/orders',
    signedIn,
    describe('The result of a run for each order', pageSchema(runOrder), 'allocation'),
    valid('param', idParam),
    valid('query', runOrdersQuery),
    async (c) => c.json(await listRunOrders(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .get(
    '/:id/release-plan',
    signedIn,
    describe('How much Start Pick would release of each order to which a run allocated stock', releasePlan, 'allocation'),
    valid('param', idParam),
    async (c) => c.json(await planReleaseOfRun(reading(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/apply',
    signedIn,
    describe('Start the run of a preview', allocationRun, 'allocation', { status: 202 }),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => applyPreview(ctx, c.req.valid('param').id), 202), 202),
  )
  .post('/:id/stop', signedIn, describe('Stop a run after its current batch', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => stopRun(ctx, c.req.valid('param').id))),
  )
  .post('/:id/resume', signedIn, describe('Continue an interrupted run now', allocationRun, 'allocation'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => resumeRun(ctx, c.req.valid('param').id))),
  );

export type AllocationRunRoutes = typeof allocationRunRoutes;
