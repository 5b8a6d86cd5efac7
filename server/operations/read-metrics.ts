import { timingSafeEqual } from 'node:crypto';
import type { Services } from '../core/context.ts';
import { registry } from '../core/metrics.ts';
import { notFound } from '../core/problem.ts';

/** The content type of the metrics. */
export const metricsType = registry.contentType;

const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The metrics of the process, for a caller with the token; if no token is configured, for callers on this machine. 404 for all others. */
export async function readMetrics({ settings }: Services, from: { token: string; address: string }): Promise<string> {
  const { METRICS_TOKEN } = settings;
  const mayRead = METRICS_TOKEN ? isSame(from.token, METRICS_TOKEN) : isLoopback(from.address);
  if (!mayRead) throw notFound();
  return registry.metrics();
}
