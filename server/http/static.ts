import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { notFound } from '../core/problem.ts';
import type { Env } from './request.ts';

const dist = join(import.meta.dirname, '../../pwa/dist');

/** Files whose name contains a hash of their content never change; all others are requested again each time. */
const cacheOf = (path: string): string => (path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');

/** The files of the built app, and its page for every address that the app itself routes. Serves nothing if the app has not been built. */
export function staticFiles(): Hono<Env> {
  const files = new Hono<Env>();
  if (!existsSync(dist)) return files;
  files.get(
    '*',
    serveStatic({
      root: relative(process.cwd(), dist) || '.',
      precompressed: true,
      onFound: (path, c) => c.header('Cache-Control', cacheOf(path)),
    }),
  );
  files.get('*', (c) => {
    if (c.req.path.startsWith('/api/') || /\.\w+$/.test(c.req.path)) throw notFound();
    try {
      return c.html(readFileSync(join(dist, 'index.html'), 'utf8'), 200, { 'Cache-Control': 'no-cache' });
    } catch {
      throw notFound();
    }
  });
  return files;
}
