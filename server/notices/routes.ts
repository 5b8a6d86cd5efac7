import { Hono } from 'hono';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { contextOf, type Env, reading } from '../http/request.ts';
import { signedIn, signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { noteDownloaded, noticeFile } from './download-notice.ts';
import { listNotices, noticeQuery, noticeSchema } from './notice-queries.ts';

export const noticeRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Current notices', pageSchema(noticeSchema), 'notices'),
  valid('query', noticeQuery),
  async (c) => c.json(await listNotices(reading(c), c.req.valid('query'))),
);
export type NoticeRoutes = typeof noticeRoutes;

/** A file name in the form for a header: plain letters for the oldest clients, the whole name for the others. */
const contentDisposition = (filename: string): string =>
  `filename="${filename.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

/** The files of notices, as plain links. Their content is never trusted: they are saved, not shown. */
export const noticeDocumentRoutes = new Hono<Env>().get(
  '/:id/download',
  signedInForDocuments,
  describe('The file of a notice', undefined, 'notices'),
  valid('param', idParam),
  async (c) => {
    const { id } = c.req.valid('param');
    const { filename, type, size, bytes } = await noticeFile(reading(c), id);
    // A HEAD request has not downloaded the file.
    if (c.req.method === 'GET') await c.get('services').database.unitOfWork((db) => noteDownloaded(contextOf(c, db), id));
    c.header('Content-Type', type);
    c.header('Content-Length', String(size));
    c.header('Content-Disposition', `attachment; ${contentDisposition(filename)}`);
    c.header('Cache-Control', 'private, no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Content-Security-Policy', "sandbox; default-src 'none'");
    return c.body(bytes());
  },
);
