import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { attention, attentionList, attentionQuery } from './attention-queries.ts';
import { resolveBody, resolvedSchema, resolveInOffice } from './resolve-in-office.ts';

/** Items of the floor that need a decision by a person, for the office. */
export const attentionRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('All items that need a decision by a person', attentionList, 'attention'), valid('query', attentionQuery), async (c) =>
    c.json(await attention(reading(c), c.req.valid('query'))),
  )
  .post(
    '/:m/resolve',
    describe('Resolve one item that needs a decision', resolvedSchema, 'attention'),
    valid('param', z.object({ m: z.uuid() })),
    valid('json', resolveBody),
    async (c) => c.json(await runCommand(c, (ctx) => resolveInOffice(ctx, c.req.valid('param').m, c.req.valid('json')))),
  );
