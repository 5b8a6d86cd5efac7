import { createMiddleware } from 'hono/factory';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import type { Env } from './request.ts';

/** A body has to be declared as JSON, or as a form with files if the route reads one. */
export const requireJson = createMiddleware<Env>((c, next) => {
  const hasBody = (c.req.header('Content-Length') ?? '0') !== '0' || c.req.header('Transfer-Encoding') !== undefined;
  const carriesBody = c.req.method !== 'GET' && c.req.method !== 'HEAD' && hasBody;
  const type = c.req.header('Content-Type') ?? '';
  if (carriesBody && !/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)) throw new Problem(415, { message: messages.wrong_type });
  return next();
});
