import { Hono } from 'hono';
import { z } from 'zod';
import { findFile } from '../files/find-file.ts';
import { type Env, reading } from '../http/request.ts';
import { signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { enforceShown } from './enforce-shown.ts';

/** Makes browsers show pictures, and save all other files. */
const dispositionOf = (type: string, hash: string): string => {
  const extension = type.match(/^\w+\/(\w+)/)?.[1] ?? 'bin';
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${hash.slice(0, 16)}.${extension}"`;
};

const hashParam = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** Sends files by hash. Their content is not trusted: browsers may neither run scripts nor guess types. The content of a hash never changes. */
export const fileRoutes = new Hono<Env>().get(
  '/:hash',
  signedInForDocuments,
  describe('A stored file', undefined, 'files'),
  valid('param', hashParam),
  async (c) => {
    const { hash } = c.req.valid('param');
    const ctx = reading(c);
    await enforceShown(ctx, hash);
    const { type, size, bytes } = await findFile(ctx, hash);

    // The browser must not store the file: the next person at this browser must not see it, not even with Back. The app empties its own cache of
    // pictures at sign-out.
    c.header('Cache-Control', 'private, no-store');
    c.header('ETag', `"${hash}"`);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (c.req.header('If-None-Match') === `"${hash}"`) return c.body(null, 304);

    c.header('Content-Type', type);
    c.header('Content-Length', String(size));
    c.header('Content-Disposition', dispositionOf(type, hash));
    return c.body(bytes());
  },
);
