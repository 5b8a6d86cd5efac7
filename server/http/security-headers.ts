import type { MiddlewareHandler } from 'hono';
import type { Env } from './request.ts';
import { setResponseHeader } from './set-response-header.ts';

const policy = [
  "default-src 'self'",
  // The camera's code reader is WebAssembly; scripts are never evaluated from text.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Radix and the virtual lists position elements by style attributes.
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
  // The camera reads codes, and a serial port the bench's scale; no other device feature is used.
  ['Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(self), display-capture=()'],
];

/** The security headers of every answer. A route may set a stricter policy of its own. */
export function securityHeaders(isHttps: boolean): MiddlewareHandler<Env> {
  const headers = isHttps ? [...always, ['Strict-Transport-Security', 'max-age=31536000'] as const] : always;
  return (c, next) => {
    for (const [name, value] of headers) setResponseHeader(c, name, value);
    return next();
  };
}
