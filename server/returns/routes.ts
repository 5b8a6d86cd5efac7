import { Hono } from 'hono';
import { z } from 'zod';
import { returnLineDecision } from '../../shared/returns/approve-line.ts';
import { newReturn } from '../../shared/returns/create-return.ts';
import { decideReturnInput } from '../../shared/returns/decide-return.ts';
import { newExchangeInput } from '../../shared/returns/exchange-input.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { approveLine } from './approve-line.ts';
import { createExchange, exchangeSchema } from './create-exchange.ts';
import { createReturn } from './create-return.ts';
import { decideReturn } from './decide-return.ts';
import { exchangeChoices, exchangeChoicesQuery, exchangeChoicesSchema } from './exchange-choices-queries.ts';
import { labelMailSchema, mailReturnLabel } from './mail-return-label.ts';
import {
  listReturns,
  officeReturn,
  officeReturns,
  returnLineSchema,
  returnListItemSchema,
  returnQuery,
  returnSchema,
  returnView,
} from './return-queries.ts';
import { returnReasonList, returnReasonsSchema } from './return-reason-queries.ts';
import { returnableOf, returnableSchema } from './returnable-queries.ts';
import { sizeSwaps, sizeSwapsQuery, sizeSwapsSchema } from './size-swaps-queries.ts';
import { withdrawalSchema, withdrawReturn } from './withdraw-return.ts';

const orderLineParam = uuidParam.extend({ lineId: z.coerce.number().int().positive() });
const lineParam = idParam.extend({ lineId: z.coerce.number().int().positive() });

export const orderReturnRoutes = new Hono<Env>()
  .get(
    '/:uuid/returnable',
    signedIn,
    describe('The quantity of each line that can still be returned', returnableSchema, 'returns'),
    valid('param', uuidParam),
    async (c) => c.json(await returnableOf(reading(c), c.req.valid('param').uuid)),
  )
  .post(
    '/:uuid/returns',
    signedIn,
    describe('Request a return', returnSchema, 'returns', { status: 201 }),
    valid('param', uuidParam),
    valid('json', newReturn),
    async (c) => c.json(await runCommand(c, (ctx) => createReturn(ctx, c.req.valid('param').uuid, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:uuid/lines/:lineId/exchange-choices',
    signedIn,
    describe('What an order line can be exchanged for', exchangeChoicesSchema, 'returns'),
    valid('param', orderLineParam),
    valid('query', exchangeChoicesQuery),
    async (c) => {
      const { uuid, lineId } = c.req.valid('param');
      return c.json(await exchangeChoices(reading(c), uuid, lineId, c.req.valid('query').quantity));
    },
  )
  .post(
    '/:uuid/exchanges',
    signedIn,
    describe('Exchange items for another size: request their return and order the other size', exchangeSchema, 'returns', { status: 201 }),
    valid('param', uuidParam),
    valid('json', newExchangeInput),
    async (c) => c.json(await runCommand(c, (ctx) => createExchange(ctx, c.req.valid('param').uuid, c.req.valid('json')), 201), 201),
  );
export type OrderReturnRoutes = typeof orderReturnRoutes;

export const returnRoutes = new Hono<Env>()
  .get(
    '/',
    signedIn,
    describe('Returns that the caller has access to', pageSchema(returnListItemSchema), 'returns'),
    valid('query', returnQuery),
    async (c) => c.json(await listReturns(reading(c), c.req.valid('query'))),
  )
  .get('/:id', signedIn, describe('One return', returnSchema, 'returns'), valid('param', idParam), async (c) =>
    c.json(await returnView(reading(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/withdraw',
    signedIn,
    describe('Withdraw a return that has not arrived, and its exchange', withdrawalSchema, 'returns'),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => withdrawReturn(ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/mail-label',
    signedIn,
    describe('Send the label of a return to the person who wears its items', labelMailSchema, 'returns'),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => mailReturnLabel(ctx, c.req.valid('param').id))),
  );
export type ReturnRoutes = typeof returnRoutes;

export const adminReturnRoutes = new Hono<Env>()
  .get('/', signedIn, describe('All clients’ returns', pageSchema(returnListItemSchema), 'returns'), valid('query', returnQuery), async (c) =>
    c.json(await officeReturns(reading(c), c.req.valid('query'))),
  )
  .get(
    '/:id',
    signedIn,
    describe('One return, with the details the office decides on', returnSchema, 'returns'),
    valid('param', idParam),
    async (c) => c.json(await officeReturn(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Decide lines of a return, and with `finalise` finalise the return', returnSchema, 'returns'),
    valid('param', idParam),
    valid('json', decideReturnInput),
    async (c) => c.json(await runCommand(c, (ctx) => decideReturn(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .put(
    '/:id/lines/:lineId',
    signedIn,
    describe('Set the approved quantity of a line', returnLineSchema, 'returns'),
    valid('param', lineParam),
    valid('json', returnLineDecision),
    async (c) => {
      const { id, lineId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => approveLine(ctx, id, lineId, c.req.valid('json'))));
    },
  );
export type AdminReturnRoutes = typeof adminReturnRoutes;

export const returnReasonRoutes = new Hono<Env>().get('/', signedIn, describe('Return reasons', returnReasonsSchema, 'returns'), async (c) =>
  c.json(await returnReasonList(reading(c))),
);
export type ReturnReasonRoutes = typeof returnReasonRoutes;

export const sizeSwapRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('The sizes of styles that others often exchanged for another size', sizeSwapsSchema, 'returns'),
  valid('query', sizeSwapsQuery),
  async (c) => c.json(await sizeSwaps(reading(c), c.req.valid('query'))),
);
export type SizeSwapRoutes = typeof sizeSwapRoutes;
