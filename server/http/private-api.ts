import { createMiddleware } from 'hono/factory';
import { messages } from '../../shared/messages.ts';
import { forbidden } from '../core/problem.ts';
import { registerRefusals } from './described-refusals.ts';
import type { Env } from './request.ts';
import { setResponseHeader } from './set-response-header.ts';

/** Whether `path` is the description of the API. Other websites may link to it, because it is the same for everybody. */
const isOpenToLinks = (path: string): boolean => path === '/api/docs' || path === '/api/openapi.json';

/**
 * The API is for the product's own pages and for programs. A call that a browser makes for a page of another website, for example to show an image,
 * is refused. No answer is cached unless its route allows it.
 */
export const privateApi = registerRefusals(
  createMiddleware<Env>((c, next) => {
    setResponseHeader(c, 'Cache-Control', 'no-store');
    if (c.req.header('Sec-Fetch-Site') === 'cross-site' && !isOpenToLinks(c.req.path)) throw forbidden(messages.cross_site);
    return next();
  }),
  [403],
);
