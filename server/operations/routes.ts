import { Hono } from 'hono';
import type { Env } from '../http/request.ts';
import { addressOf } from '../http/source.ts';
import { checkReadiness } from './check-readiness.ts';
import { metricsType, readMetrics } from './read-metrics.ts';

/** For the people and machines that keep the process running. */
export const operationsRoutes = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'up' }))
  .get('/readyz', async (c) => {
    const status = await checkReadiness(c.get('services'));
    return c.json({ status }, status === 'ready' ? 200 : 503);
  })
  .get('/metrics', async (c) => {
    const token = c.req.header('Authorization')?.replace(/^Bearer /, '') ?? '';
    return c.text(await readMetrics(c.get('services'), { token, address: addressOf(c) }), 200, { 'Content-Type': metricsType });
  });
