import { Hono } from 'hono';
import { newNotice, noticeChange, noticeDetails, officeNotice } from '../../shared/notices/notice.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { contextOf, type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn, signedInForDocuments } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { noteDownloaded, noticeFile } from './download-notice.ts';
import { listNotices, noticeQuery, noticeSchema } from './notice-queries.ts';
import { listOfficeNotices, noticeDetailsOf, officeNoticeQuery } from './office-notice-queries.ts';
import { changeNotice, createNotice, deleteNotice, storeNoticeFile } from './save-notice.ts';

export const noticeRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Current notices', pageSchema(noticeSchema), 'notices'),
  valid('query', noticeQuery),
  async (c) => c.json(await listNotices(reading(c), c.req.valid('query'))),
);
export type NoticeRoutes = typeof noticeRoutes;

/** The routes by which the office lists, adds and changes notices. */
export const adminNoticeRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('All notices', pageSchema(officeNotice), 'notices'), valid('query', officeNoticeQuery), async (c) =>
    c.json(await listOfficeNotices(reading(c), c.req.valid('query'))),
  )
  .post('/', describe('Add a notice', noticeDetails, 'notices', { status: 201 }), valid('json', newNotice), async (c) => {
    const input = c.req.valid('json');
    const stored = await storeNoticeFile(reading(c), input.file);
    return c.json(await runCommand(c, (ctx) => createNotice(ctx, input, stored), 201), 201);
  })
  .get(
    '/:id',
    describe('One notice, those whom it is for, and who has downloaded it', noticeDetails, 'notices'),
    valid('param', idParam),
    valid('query', officeNoticeQuery.pick({ include: true })),
    async (c) => c.json(await noticeDetailsOf(reading(c), c.req.valid('param').id)),
  )
  .put('/:id', describe('Change a notice', noticeDetails, 'notices'), valid('param', idParam), valid('json', noticeChange), async (c) => {
    const change = c.req.valid('json');
    const stored = await storeNoticeFile(reading(c), change.file);
    return c.json(await runCommand(c, (ctx) => changeNotice(ctx, c.req.valid('param').id, change, stored)));
  })
  .delete('/:id', describe('Delete a notice', undefined, 'notices'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => deleteNotice(ctx, c.req.valid('param').id))),
  );
export type AdminNoticeRoutes = typeof adminNoticeRoutes;

/** The header for a file name: plain letters for the oldest browsers, the whole name for all others. */
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
    // A HEAD request does not count as a download.
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
