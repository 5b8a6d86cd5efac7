import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { messages } from '../../shared/messages.ts';
import type { Env } from './context.ts';
import { invalid } from './problem.ts';

/** The names that a route's check of its query knows, by that check. */
const knownNames = new WeakMap<object, ReadonlySet<string>>();

/** Remember which names of a query a check knows. */
export const registerQuery = (check: object, schema: object): void => {
  const shape = 'shape' in schema && typeof schema.shape === 'object' ? schema.shape : null;
  knownNames.set(check, new Set(Object.keys(shape ?? {})));
};

/** A route that answers this address itself, unlike the app's page for every address and what is done with every request. */
const isOwn = ({ method, path }: { method: string; path: string }): boolean => method !== 'ALL' && !path.endsWith('*');

/**
 * A query parameter that begins with `filter` and that the route does not know is 422: to leave it out in silence would answer more than was
 * asked for.
 */
export const onlyKnownFilters = createMiddleware<Env>((c, next) => {
  // Most requests have none, and are not looked at any further.
  if (!/[?&]filter/i.test(c.req.url)) return next();
  const routes = matchedRoutes(c).filter(isOwn);
  const names = new Set(routes.flatMap(({ handler }) => [...(knownNames.get(handler) ?? [])]));
  const unknown = Object.keys(c.req.query()).filter((name) => /^filter/i.test(name) && !names.has(name));
  if (routes.length && unknown.length) throw invalid(Object.fromEntries(unknown.map((name) => [name, messages.unknown_filter])));
  return next();
});
