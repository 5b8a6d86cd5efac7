import { Hono } from 'hono';
import { z } from 'zod';
import { codeText } from '../../shared/code-text.ts';
import { recordPickInput } from '../../shared/picking/record-pick.ts';
import type { Ctx } from '../core/context.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { assignTote } from './assign-tote.ts';
import { changeOpenPick } from './change-open-pick.ts';
import { completePickOfOrder } from './complete-pick.ts';
import type { FoundPick } from './find-pick.ts';
import { handoverPick } from './handover-pick.ts';
import { listPicks, pickRow, picksQuery } from './list-picks-queries.ts';
import { openPickView, pickLine, pickLineOf, pickOrder } from './pick-queries.ts';
import { recordPick } from './record-pick.ts';
import { pauseOrResumePick } from './resume-pick.ts';
import { startPick } from './start-pick.ts';

const pickChange = z.union([z.object({ action: z.literal('start') }), z.object({ tote: codeText(40).nullable() })]);

export const pickingRoutes = new Hono<Env>()
  .get('/orders', signedIn, describe('Orders to pick', pageSchema(pickRow), 'picking'), valid('query', picksQuery), async (c) =>
    c.json(await listPicks(reading(c), 'to_pick', c.req.valid('query'))),
  )
  .get(
    '/orders/:uuid',
    signedIn,
    describe('The open pick of an order', pickOrder, 'picking', { refusals: [409] }),
    valid('param', uuidParam),
    async (c) => c.json(await openPickView(reading(c), c.req.valid('param').uuid)),
  )
  .put(
    '/orders/:uuid',
    signedIn,
    describe('Start a pick, or set its tote', pickOrder, 'picking'),
    valid('param', uuidParam),
    valid('json', pickChange),
    async (c) => {
      const change = c.req.valid('json');
      const command = async (ctx: Ctx, pick: FoundPick): Promise<void> => {
        if ('action' in change) await startPick(ctx, pick);
        else await assignTote(ctx, pick, change.tote);
      };
      return c.json(await runCommand(c, (ctx) => changeOpenPick(ctx, c.req.valid('param').uuid, command)));
    },
  )
  .post('/orders/:uuid/pause', signedIn, describe('Pause or resume a pick', pickOrder, 'picking'), valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => changeOpenPick(ctx, c.req.valid('param').uuid, pauseOrResumePick))),
  )
  .post('/orders/:uuid/handover', signedIn, describe('Hand over a pick', pickOrder, 'picking'), valid('param', uuidParam), async (c) =>
    c.json(await runCommand(c, (ctx) => changeOpenPick(ctx, c.req.valid('param').uuid, handoverPick))),
  )
  .post(
    '/orders/:uuid/move-to-prep',
    signedIn,
    describe('Complete a pick: to prep, to dispatch, or back to allocation', pickOrder, 'picking'),
    valid('param', uuidParam),
    async (c) => c.json(await runCommand(c, (ctx) => completePickOfOrder(ctx, c.req.valid('param').uuid))),
  )
  .put(
    '/lines/:id',
    signedIn,
    describe('Record what was picked for a line', pickLine, 'picking'),
    valid('param', idParam),
    valid('json', recordPickInput),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        await runCommand(c, async (ctx) => {
          await recordPick(ctx, id, c.req.valid('json'));
          return pickLineOf(ctx, id);
        }),
      );
    },
  );
