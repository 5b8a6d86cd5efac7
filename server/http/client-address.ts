import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Env } from './request.ts';

/** The network address of a request; behind a trusted proxy, the last address that the proxy names. */
export function clientAddress(c: Context<Env>): string {
  const { TRUST_PROXY } = c.get('services').settings;
  const forwarded = TRUST_PROXY ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return '';
  }
}
