import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../../server/http/request.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { setResponseHeader } from '../../server/http/set-response-header.ts';

test('every response has each security header once; a policy that a route sets replaces the general policy', async () => {
  const app = new Hono<Env>()
    .use(securityHeaders(true))
    .use((c, next) => {
      setResponseHeader(c, 'X-Request-Id', 'abcdefgh');
      return next();
    })
    .get('/plain', (c) => c.json({ ok: true }))
    .get('/strict', (c) => {
      c.header('Content-Security-Policy', 'sandbox');
      return c.body('drawing');
    })
    .get('/broken', () => {
      throw new Error('no');
    })
    .onError((_, c) => c.json({ message: 'no' }, 500));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const plain = await fetch(`${origin}/plain`);
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-security-policy': expect.stringMatching(/^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; [^,]*$/),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'x-request-id': 'abcdefgh',
    });
    expect((await fetch(`${origin}/strict`)).headers.get('Content-Security-Policy')).toBe('sandbox');
    const errorResponse = await fetch(`${origin}/broken`);
    expect([errorResponse.status, errorResponse.headers.get('X-Frame-Options')]).toEqual([500, 'DENY']);
    const unknown = await fetch(`${origin}/nowhere`);
    expect([unknown.status, unknown.headers.get('X-Content-Type-Options')]).toEqual([404, 'nosniff']);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
