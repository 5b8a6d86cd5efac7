import { Hono } from 'hono';
import { z } from 'zod';
import { include, pageSchema, queryFlag } from '../core/paging.ts';
import { idParam, uuidParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { listPicks, pickRow, picksQuery } from '../picking/list-picks-queries.ts';
import { pickLine, pickLineOf } from '../picking/pick-queries.ts';
import { completePrepOfOrder } from './complete-prep.ts';
import { bag, prepOrder, prepView } from './prep-queries.ts';
import { tickPrepLine, tickPrepLineBody } from './tick-prep-line.ts';

const prepQuery = z.object({ bagging_instructions: queryFlag.default(false), include: include(['lines', 'employees', 'lines.product']) });
const prepAnswer = z.union([prepOrder, z.object({ items: z.array(bag) })]);

export const prepRoutes = new Hono<Env>()
  .get('/orders', signedIn, describe('Orders in prep', pageSchema(pickRow), 'prep'), valid('query', picksQuery), async (c) =>
    c.json(await listPicks(reading(c), 'in_prep', c.req.valid('query'))),
  )
  .get(
    '/orders/:uuid',
    signedIn,
    describe('The decorations of an order; with bagging_instructions also the bags by wearer', prepAnswer, 'prep', { refusals: [409] }),
    valid('param', uuidParam),
    valid('query', prepQuery),
    async (c) => c.json(await prepView(reading(c), c.req.valid('param').uuid, c.req.valid('query').bagging_instructions)),
  )
  .put(
    '/orders/:uuid',
    signedIn,
    describe('Complete the prep of an order', prepOrder, 'prep'),
    valid('param', uuidParam),
    valid('json', z.object({ prep_completed: z.literal(true) })),
    async (c) => c.json(await runCommand(c, (ctx) => completePrepOfOrder(ctx, c.req.valid('param').uuid))),
  )
  .put(
    '/lines/:id',
    signedIn,
    describe('Tick a line off as decorated', pickLine, 'prep'),
    valid('param', idParam),
    valid('json', tickPrepLineBody),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        await runCommand(c, async (ctx) => {
          await tickPrepLine(ctx, id, c.req.valid('json').ticked);
          return pickLineOf(ctx, id);
        }),
      );
    },
  );
