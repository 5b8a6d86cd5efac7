import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { messages } from '../../shared/messages.ts';
import { Problem } from '../core/problem.ts';
import type { Env } from './request.ts';

const tooLarge = (): never => {
  throw new Problem(413, { message: messages.too_large });
};

/** Refuse a body of more than this many bytes: at once if its declared length is larger, or while it is read if it declares no length. */
export const atMost = (bytes: number) => {
  const limitBody = bodyLimit({ maxSize: bytes, onError: tooLarge });
  return createMiddleware<Env>((c, next) => {
    const declared = c.req.header('Transfer-Encoding') === undefined ? c.req.header('Content-Length') : undefined;
    if (declared === undefined) return limitBody(c, next);
    return Number(declared) <= bytes ? next() : tooLarge();
  });
};
