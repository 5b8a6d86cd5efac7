import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type BulkInput, bulkInput } from '../../shared/people/bulk-input.ts';
import { bulkResult } from '../core/bulk.ts';
import { idParam } from '../http/params.ts';
import type { Env } from '../http/request.ts';
import { runParts } from '../http/run-parts.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changePeople, planBulkChange } from './change-people.ts';

const answer = z.object({ results: z.array(bulkResult).describe('For each person, in the order in which they were named') });

const changeAll = async (c: Context<Env>, input: BulkInput, account_id?: number): Promise<z.infer<typeof answer>> => {
  const parts = await runParts(
    c,
    (ctx) => planBulkChange(ctx, input, account_id),
    (ctx, ids) => changePeople(ctx, ids, input, account_id),
  );
  return { results: parts.flat() };
};

/** Changing many of a client's people at once, at the client's URL. */
export const employeeBulkRoutes = new Hono<Env>().post(
  '/bulk',
  signedIn,
  describe('Change many people of the caller’s company at once', answer, 'people'),
  valid('json', bulkInput),
  async (c) => c.json(await changeAll(c, c.req.valid('json'))),
);
export type EmployeeBulkRoutes = typeof employeeBulkRoutes;

/** Changing many of a client's people at once, at the office's URL. */
export const accountEmployeeBulkRoutes = new Hono<Env>().post(
  '/:id/employees/bulk',
  signedIn,
  describe('Change many of a client’s people at once', answer, 'people'),
  valid('param', idParam),
  valid('json', bulkInput),
  async (c) => c.json(await changeAll(c, c.req.valid('json'), c.req.valid('param').id)),
);
export type AccountEmployeeBulkRoutes = typeof accountEmployeeBulkRoutes;
