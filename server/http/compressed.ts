import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Env } from './request.ts';

const compressed = compress({ threshold: 1024 });

/** Compress answers that gain by it, for clients that accept compression; an answer to any other client is passed on unchanged. */
export const compressedForThoseWhoAsk = createMiddleware<Env>((c, next) => (c.req.header('Accept-Encoding') ? compressed(c, next) : next()));
