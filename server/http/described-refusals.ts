import type { RouterRoute } from 'hono/types';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

/** The body of every refusal and failure. */
const problemSchema = z.object({
  message: z.string(),
  code: z.string().optional().describe('Why it is not possible, for programs; always at 409'),
  errors: z.record(z.string(), z.array(z.string())).optional().describe('At 422: the messages of each field; nested fields are dotted'),
  current: z.unknown().optional().describe('The record as it is now, where an older version was sent'),
  by_you: z.literal(true).optional().describe('The caller changed the record in another tab'),
  request_id: z.string().optional(),
});

/** The schema of the body, as a component of the description. */
export const problemComponents = { Problem: z.toJSONSchema(problemSchema) as OpenAPIV3_1.SchemaObject };

const meanings = {
  400: 'The body is not JSON',
  401: 'Nobody is signed in, or the session has ended',
  403: 'The caller may not do this',
  404: 'Unknown, or outside what the caller may see',
  409: 'Not possible in the current state, or somebody else changed it meanwhile',
  413: 'The body is too large',
  415: 'The body is of another type',
  419: 'There is too much to list: search for it',
  422: 'Invalid data: the messages of each field',
  429: 'Too many attempts',
  503: 'Not available at present; try again after Retry-After',
} as const;

/** A status with which a route may refuse. */
export type RefusalStatus = keyof typeof meanings;

const refusalsOf = new WeakMap<object, readonly RefusalStatus[]>();

/** Register the statuses with which a middleware or check may refuse a request, for the description of each route that has it. */
export function registerRefusals<Handler extends object>(handler: Handler, refusals: readonly RefusalStatus[]): Handler {
  refusalsOf.set(handler, refusals);
  return handler;
}

const isOf = (path: string, pattern: string): boolean => pattern === path || (pattern.endsWith('/*') && `${path}/`.startsWith(pattern.slice(0, -1)));

/** The statuses with which each route may refuse, by method and path: those of its handlers and of the middleware before it. */
function refusalsByRoute(routes: readonly RouterRoute[]): Map<string, Set<RefusalStatus>> {
  const byRoute = new Map<string, Set<RefusalStatus>>();
  for (const { method, path } of routes) if (method !== 'ALL') byRoute.set(`${method} ${path}`, new Set());
  for (const { method, path, handler } of routes) {
    const statuses = refusalsOf.get(handler) ?? [];
    if (!statuses.length) continue;
    for (const [route, all] of byRoute) {
      const [ofMethod = '', ofPath = ''] = route.split(' ');
      if ((method === 'ALL' || method === ofMethod) && isOf(ofPath, path)) for (const status of statuses) all.add(status);
    }
  }
  return byRoute;
}

/**
 * Add to the description of the API how each route may refuse. A route that changes something may also refuse with 409, if the present state does not
 * allow the command, and with 422, if the key of the request belongs to another request.
 */
export function describeRefusals(paths: OpenAPIV3_1.PathsObject, routes: readonly RouterRoute[]): void {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  for (const [route, statuses] of refusalsByRoute(routes)) {
    const [method = '', path = ''] = route.split(' ');
    const operation = paths[path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')]?.[method.toLowerCase() as 'get'];
    if (!operation) continue;
    const ofCommand: RefusalStatus[] = method === 'GET' ? [] : [409, 422];
    for (const status of new Set<RefusalStatus>([...statuses, ...ofCommand, 503]))
      operation.responses = { ...operation.responses, [status]: { description: meanings[status], content } };
  }
}
