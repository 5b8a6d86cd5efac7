import type { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import type { Env } from './request.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** Whether a route is for this address alone. The app's page is for every address, and middleware is for every request. */
const isOwn = ({ method, path }: { method: string; path: string }): boolean => method !== 'ALL' && !path.endsWith('*');

/** 405 with the allowed methods if the address exists, but not for the method of the request. */
export const refuseUnknownMethods = (app: Hono<Env>) =>
  createMiddleware<Env>((c, next) => {
    if (!matchedRoutes(c).some(isOwn)) {
      const { path } = c.req;
      const methodsHere = methods.filter((method) => app.router.match(method, path)[0].some(([[, route]]) => isOwn(route)));
      const allow = methodsHere.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      if (allow.length > 0) throw new Problem(405, { message: messages.wrong_method }, { Allow: allow.join(', ') });
    }
    return next();
  });
