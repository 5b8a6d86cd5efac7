import { Hono } from 'hono';
import { z } from 'zod';
import { decorationChange, sameInput, usualInput } from '../../shared/ordering/usual-input.ts';
import { uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { orderSchema } from '../order-queries/order-view.ts';
import { addedSchema, addUsual } from './add-usual.ts';
import { changeDecoration } from './change-decoration.ts';
import { copyLines } from './copy-lines.ts';
import { usualOfOrder, usualQuery, usualSchema } from './usual-queries.ts';

const employeeParam = uuidParam.extend({ employeeId: z.coerce.number().int().positive() });

/** Routes at an order that put several wearers’ lines on it at once. */
export const usualRoutes = new Hono<Env>()
  .get(
    '/:uuid/usual',
    signedIn,
    describe('What the wearers of a draft usually have: what they ordered last, or what people in their role have', usualSchema, 'ordering'),
    valid('param', uuidParam),
    valid('query', usualQuery),
    async (c) => c.json(await usualOfOrder(reading(c), c.req.valid('param').uuid, c.req.valid('query').employees)),
  )
  .post(
    '/:uuid/usual',
    signedIn,
    describe('Put the usual of wearers on a draft', addedSchema, 'ordering', { status: 201 }),
    valid('param', uuidParam),
    valid('json', usualInput),
    async (c) => c.json(await runCommand(c, (ctx) => addUsual(ctx, c.req.valid('param').uuid, c.req.valid('json')), 201), 201),
  )
  .post(
    '/:uuid/employees/:employeeId/same',
    signedIn,
    describe('Give other wearers of a draft the same as one wearer, each in their own size', addedSchema, 'ordering', { status: 201 }),
    valid('param', employeeParam),
    valid('json', sameInput),
    async (c) => {
      const { uuid, employeeId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => copyLines(ctx, uuid, employeeId, c.req.valid('json').employees), 201), 201);
    },
  )
  .put(
    '/:uuid/decoration',
    signedIn,
    describe('Give all lines of a draft with one decoration another one', orderSchema, 'ordering'),
    valid('param', uuidParam),
    valid('json', decorationChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeDecoration(ctx, c.req.valid('param').uuid, c.req.valid('json')))),
  );
export type UsualRoutes = typeof usualRoutes;
