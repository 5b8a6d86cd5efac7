import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { failures, requestSeconds, underWay } from '../core/metrics.ts';
import { loggedPath } from './logged-path.ts';
import type { Env } from './request.ts';
import { setResponseHeader } from './set-response-header.ts';

/** Give each request an id, one line in the log when it is answered, and its metrics. */
export const observe = createMiddleware<Env>(async (c, next) => {
  const requestIdHeader = c.req.header('X-Request-Id');
  const request_id = requestIdHeader && /^[\w-]{8,64}$/.test(requestIdHeader) ? requestIdHeader : randomUUID();
  c.set('request_id', request_id);
  setResponseHeader(c, 'X-Request-Id', request_id);
  const started = performance.now();
  underWay.requests++;
  await next();
  underWay.requests--;
  const took_ms = performance.now() - started;
  const { status } = c.res;
  requestSeconds.observe({ method: c.req.method, route: routePath(c, -1), status }, took_ms / 1000);
  if (status >= 500) failures.inc();
  const { log } = c.get('services');
  const level = status >= 500 ? 'warn' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const { method, path } = c.req;
  log[level]({ request_id, method, path: loggedPath(path), status, took_ms: Math.round(took_ms * 10) / 10, who: c.get('actor')?.id }, 'answered');
});
