import { Hono } from 'hono';
import { z } from 'zod';
import { errorCodeChange, newErrorCode } from '../../shared/picking/error-code.ts';
import { policy } from '../../shared/policy.ts';
import { type Env, reading } from '../http/context.ts';
import { idParam } from '../http/paging.ts';
import { authorize } from '../http/problem.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { changeErrorCode } from './change-error-code.ts';
import { createErrorCode } from './create-error-code.ts';
import { errorCode, listErrorCodes } from './error-code-queries.ts';

export const errorCodeRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Reasons for picking anomalies', z.object({ items: z.array(errorCode) }), 'picking'), async (c) => {
    authorize(policy.pick(c.get('actor')));
    return c.json({ items: await listErrorCodes(reading(c)) });
  })
  .post('/', signedIn, describe('Add a reason', errorCode, 'picking'), valid('json', newErrorCode), async (c) =>
    c.json(await write(c, (ctx) => createErrorCode(ctx, c.req.valid('json')), 201), 201),
  )
  .put('/:id', signedIn, describe('Change a reason', errorCode, 'picking'), valid('param', idParam), valid('json', errorCodeChange), async (c) =>
    c.json(await write(c, (ctx) => changeErrorCode(ctx, c.req.valid('param').id, c.req.valid('json')))),
  );

export type ErrorCodeRoutes = typeof errorCodeRoutes;
