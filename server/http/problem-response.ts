import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { messages } from '../../shared/messages.ts';
import { Problem, type ProblemStatus } from '../core/problem.ts';
import { staleVersion } from '../core/stale-version.ts';
import { isConstraintFault, isDiskFull, isUnavailable } from '../db/faults.ts';
import { loggedPath } from './logged-path.ts';
import type { Env } from './request.ts';

/** Any error as the problem that the caller gets; an error that no caller caused is logged with its request id. */
export function toProblem(error: unknown, c: Context<Env>): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException) {
    const message = error.status === 400 ? messages.malformed_json : error.status === 413 ? messages.too_large : error.message;
    return new Problem(error.status as ProblemStatus, { message });
  }
  const request_id = c.get('request_id');
  const { log } = c.get('services');
  log.error({ err: error, request_id, method: c.req.method, path: loggedPath(c.req.path) }, 'request failed');
  if (isUnavailable(error)) {
    const message = isDiskFull(error) ? messages.disk_full : messages.unavailable;
    return new Problem(503, { message, request_id }, { 'Retry-After': '5' });
  }
  if (isConstraintFault(error)) return new Problem(409, { ...staleVersion().body, request_id });
  return new Problem(500, { message: messages.unexpected, request_id });
}

/** The answer that reports a problem. */
export const problemResponse = (c: Context<Env>, problem: Problem): Response => {
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  return c.json(problem.body, problem.status as ContentfulStatusCode);
};
