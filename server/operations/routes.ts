import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { registry } from '../core/metrics.ts';
import { notFound } from '../core/problem.ts';
import { isCurrent, rows } from '../db/db.ts';
import type { Env } from '../http/request.ts';
import { addressOf } from '../http/source.ts';

const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** For the people and machines that keep the process running. */
export const operationsRoutes = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'up' }))
  .get('/readyz', async (c) => {
    const { database, log } = c.get('services');
    try {
      await rows(database.reader, sql`select 1`);
      if (await isCurrent(database)) return c.json({ status: 'ready' });
      return c.json({ status: 'migrations are waiting' }, 503);
    } catch (error) {
      log.error({ err: error }, 'not ready');
      return c.json({ status: 'the database does not answer' }, 503);
    }
  })
  .get('/metrics', async (c) => {
    const { METRICS_TOKEN } = c.get('services').settings;
    const token = c.req.header('Authorization')?.replace(/^Bearer /, '') ?? '';
    if (!(METRICS_TOKEN ? same(token, METRICS_TOKEN) : isLoopback(addressOf(c)))) throw notFound();
    return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
