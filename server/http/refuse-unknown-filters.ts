import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { messages } from '../../shared/messages.ts';
import { invalid } from '../core/problem.ts';
import type { Env } from './request.ts';

/** The parameter names that a route's query check knows, by that check. */
const knownNames = new WeakMap<object, ReadonlySet<string>>();

/** Register the parameter names that a query check knows. */
export const registerQueryNames = (check: object, schema: object): void => {
  const shape = 'shape' in schema && typeof schema.shape === 'object' ? schema.shape : null;
  knownNames.set(check, new Set(Object.keys(shape ?? {})));
};

/** Whether a route answers this address itself; the app's page for every address and the middleware of every request do not count. */
const isOwn = ({ method, path }: { method: string; path: string }): boolean => method !== 'ALL' && !path.endsWith('*');

/**
 * An unknown query parameter that begins with `filter` is 422. If it were ignored, the answer would contain more than the caller asked for, without
 * any sign of it.
 */
export const refuseUnknownFilters = createMiddleware<Env>((c, next) => {
  // Most requests have no such parameter, and need no further check.
  if (!/[?&]filter/i.test(c.req.url)) return next();
  const routes = matchedRoutes(c).filter(isOwn);
  const names = new Set(routes.flatMap(({ handler }) => [...(knownNames.get(handler) ?? [])]));
  const unknown = Object.keys(c.req.query()).filter((name) => /^filter/i.test(name) && !names.has(name));
  if (routes.length && unknown.length) throw invalid(Object.fromEntries(unknown.map((name) => [name, messages.unknown_filter])));
  return next();
});
