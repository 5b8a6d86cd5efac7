import { Hono } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import type { Env } from '../http/request.ts';
import { checkReadiness } from './check-readiness.ts';
import { metricsType, readMetrics } from './read-metrics.ts';

/** Health, readiness and metrics, for the people and machines that keep the process running. */
export const operationsRoutes = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'up' }))
  .get('/readyz', async (c) => {
    const status = await checkReadiness(c.get('services'));
    return c.json({ status }, status === 'ready' ? 200 : 503);
  })
  .get('/metrics', async (c) => {
    const token = c.req.header('Authorization')?.replace(/^Bearer /, '') ?? '';
    return c.text(await readMetrics(c.get('services'), { token, address: clientAddress(c) }), 200, { 'Content-Type': metricsType });
  });
