import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';

import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { noticeDownloads, notices } from '../db/tables/index.ts';
import { visibleNotices } from './notice-scope.ts';

export const noticeQuery = listQuery({ orderBy: ['name', 'subject', 'starts_at', 'ends_at'], default: 'name', per_page: limits.notices_page }).extend(
  {
    include: include(['is_new']),
  },
);
export const noticeSchema = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  filename: z.string().nullable().describe('Null if there is nothing to download'),
  is_new: z.boolean().describe('Until the caller has downloaded it'),
});
export type Notice = z.infer<typeof noticeSchema>;

const filename = sql<string | null>`case when ${notices.file_id} is not null then coalesce(${notices.filename}, ${notices.name}) end`;
const is_new = sql<boolean>`${noticeDownloads.at} is null`.mapWith(Boolean);

/** The current notices of the caller's company. */
export async function listNotices(ctx: Ctx, query: z.infer<typeof noticeQuery>): Promise<Page<Notice>> {
  authorize(policy.read_notices(ctx.actor));
  const searched = query.search && query.search.length >= limits.search_min ? contains(notices.subject, query.search) : undefined;
  const where = and(visibleNotices(ctx.actor, ctx.now), searched);
  const rows = ctx.db
    .select(columnsOf(notices, noticeSchema, { filename, is_new }))
    .from(notices)
    .leftJoin(noticeDownloads, and(eq(noticeDownloads.notice_id, notices.id), eq(noticeDownloads.user_id, ctx.actor.id)))
    .where(where);
  return readPage(ctx.db, query, { rows, order: [notices[query.orderBy], notices.id] });
}

/** The notices whose file the caller has not downloaded: how many, and the newest. A notice without a file is read in the list. */
export async function newestUnread({ db, actor, now }: Ctx): Promise<{ count: number; latest: { id: number; subject: string } | null }> {
  const [row] = await db
    .select({ id: notices.id, subject: notices.subject, count: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(notices)
    .leftJoin(noticeDownloads, and(eq(noticeDownloads.notice_id, notices.id), eq(noticeDownloads.user_id, actor.id)))
    .where(and(visibleNotices(actor, now), isNotNull(notices.file_id), isNull(noticeDownloads.at)))
    .orderBy(desc(notices.id))
    .limit(1);
  return row ? { count: row.count, latest: { id: row.id, subject: row.subject } } : { count: 0, latest: null };
}
