import { Hono } from 'hono';
import { z } from 'zod';
import { allowance, allowanceChange, allowanceCopies, allowancePreview, extraInput, newAllowance } from '../../shared/allowances/allowance.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { allowanceOf, allowanceQuery, listAllowances } from './allowance-queries.ts';
import { allowancePreviewSchema, previewAllowance } from './preview-allowance.ts';
import { changeAllowance, copyAllowance, createAllowance, endAllowance, endedAllowance } from './save-allowance.ts';
import { grantExtra, wearerAllowances, wearerAllowancesSchema } from './wearer-allowances.ts';

const area = 'allowances';
const id = idParam.shape.id;
const allowanceParam = z.object({ id, allowanceId: id });

/** What the people of a client company may have. */
export const allowanceRoutes = new Hono<Env>()
  .get(
    '/:id/allowances',
    signedIn,
    describe('The allowances of a client company', pageSchema(allowance), area),
    valid('param', idParam),
    valid('query', allowanceQuery),
    async (c) => c.json(await listAllowances(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/allowances',
    signedIn,
    describe('Add an allowance', allowance, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newAllowance),
    async (c) => c.json(await runCommand(c, (ctx) => createAllowance(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .post(
    '/:id/allowances/preview',
    signedIn,
    describe('For whom an allowance would be, and who has had more already', allowancePreviewSchema, area),
    valid('param', idParam),
    valid('json', allowancePreview),
    async (c) => c.json(await previewAllowance(reading(c), c.req.valid('param').id, c.req.valid('json'))),
  )
  .get('/:id/allowances/:allowanceId', signedIn, describe('One allowance', allowance, area), valid('param', allowanceParam), async (c) =>
    c.json(await allowanceOf(reading(c), c.req.valid('param').id, c.req.valid('param').allowanceId)),
  )
  .put(
    '/:id/allowances/:allowanceId',
    signedIn,
    describe('Change an allowance from a day on', allowance, area),
    valid('param', allowanceParam),
    valid('json', allowanceChange),
    async (c) => {
      const { id: account_id, allowanceId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeAllowance(ctx, account_id, allowanceId, c.req.valid('json'))));
    },
  )
  .post(
    '/:id/allowances/:allowanceId/copy',
    signedIn,
    describe('Give other roles the same allowance', z.object({ items: z.array(allowance) }), area, { status: 201 }),
    valid('param', allowanceParam),
    valid('json', allowanceCopies),
    async (c) => {
      const { id: account_id, allowanceId } = c.req.valid('param');
      return c.json(
        await runCommand(c, async (ctx) => ({ items: await copyAllowance(ctx, account_id, allowanceId, c.req.valid('json')) }), 201),
        201,
      );
    },
  )
  .delete(
    '/:id/allowances/:allowanceId',
    signedIn,
    describe('End an allowance at once', endedAllowance, area),
    valid('param', allowanceParam),
    async (c) => c.json(await runCommand(c, (ctx) => endAllowance(ctx, c.req.valid('param').id, c.req.valid('param').allowanceId))),
  );

export type AllowanceRoutes = typeof allowanceRoutes;

/** What one person may have. The URLs begin with the URL of the person. */
export const wearerAllowanceRoutes = new Hono<Env>()
  .get(
    '/:id/allowances',
    signedIn,
    describe('What a person may have, has had and gets next', wearerAllowancesSchema, area),
    valid('param', idParam),
    async (c) => c.json(await wearerAllowances(reading(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/allowances/:allowanceId/extra',
    signedIn,
    describe('Grant more of an allowance in its present period', wearerAllowancesSchema, area, { status: 201 }),
    valid('param', allowanceParam),
    valid('json', extraInput),
    async (c) => {
      const { id: employee_id, allowanceId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => grantExtra(ctx, employee_id, allowanceId, c.req.valid('json')), 201), 201);
    },
  );
export type WearerAllowanceRoutes = typeof wearerAllowanceRoutes;
