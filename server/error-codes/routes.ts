import { Hono } from 'hono';
import { errorCode, errorCodeChange, newErrorCode } from '../../shared/error-codes/error-code.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { errorCodeOf, errorCodeQuery, listErrorCodes } from './error-code-queries.ts';
import { changeErrorCode, createErrorCode } from './save-error-code.ts';

export const errorCodeRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Reasons for picking anomalies', pageSchema(errorCode), 'picking'), valid('query', errorCodeQuery), async (c) =>
    c.json(await listErrorCodes(reading(c), c.req.valid('query'))),
  )
  .get('/:id', signedIn, describe('One reason for picking anomalies', errorCode, 'picking'), valid('param', idParam), async (c) =>
    c.json(await errorCodeOf(reading(c), c.req.valid('param').id)),
  )
  .post('/', signedIn, describe('Add a reason', errorCode, 'picking', { status: 201 }), valid('json', newErrorCode), async (c) =>
    c.json(await runCommand(c, (ctx) => createErrorCode(ctx, c.req.valid('json')), 201), 201),
  )
  .put('/:id', signedIn, describe('Change a reason', errorCode, 'picking'), valid('param', idParam), valid('json', errorCodeChange), async (c) =>
    c.json(await runCommand(c, (ctx) => changeErrorCode(ctx, c.req.valid('param').id, c.req.valid('json')))),
  );

export type ErrorCodeRoutes = typeof errorCodeRoutes;
