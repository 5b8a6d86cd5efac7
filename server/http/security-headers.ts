import type { MiddlewareHandler } from 'hono';
import type { Env } from './context.ts';

const policy = [
  "default-src 'self'",
  // The camera's code reader is WebAssembly; scripts are never made from text.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Radix and the virtual lists place things by style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "worker-src 'self'",
].join('; ');

const always: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', policy],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/**
 * What a browser is told about every answer. Set before the answer is made: headers added to a finished one cost a copy of it, which
 * is most of the time that a small answer takes. A route may set a stricter policy of its own.
 */
export function securityHeaders(isHttps: boolean): MiddlewareHandler<Env> {
  const headers = isHttps ? [...always, ['Strict-Transport-Security', 'max-age=31536000'] as const] : always;
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value);
    await next();
  };
}
