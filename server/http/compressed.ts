import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Env } from './context.ts';

const compressed = compress({ threshold: 1024 });

/** Compress what is worth it for those who ask; an answer to anybody else is not looked at again. */
export const compressedForThoseWhoAsk = createMiddleware<Env>((c, next) => (c.req.header('Accept-Encoding') ? compressed(c, next) : next()));
