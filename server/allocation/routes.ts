import { Hono } from 'hono';
import { z } from 'zod';
import { setAllocation as setAllocationBody } from '../../shared/allocation/set-allocation.ts';
import type { Env } from '../http/context.ts';
import { uuidParam } from '../http/paging.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { allocateAll, allocatedOrder } from './allocate-all.ts';
import { fulfilment } from './fulfilment-queries.ts';
import { releaseToPicking } from './release-to-picking.ts';
import { reopen, reopenBody } from './reopen.ts';
import { allocatedLine, setAllocation } from './set-allocation.ts';

const lineParam = uuidParam.extend({ lineId: z.coerce.number().int().positive() });

const allocateAllDescription = describe('Give every line as much as is free', allocatedOrder, 'allocation');
const releaseDescription = describe('Release an order to picking', fulfilment, 'allocation');

export const allocationRoutes = new Hono<Env>()
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
