import { and, asc, count, desc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, pageOf, totalOf } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { noticeAccounts, noticeDownloads, noticeSites, notices, sites } from '../db/tables/index.ts';

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
  filename: z.string().nullable().describe('Null where there is nothing to download'),
  is_new: z.boolean().describe('Until the caller has downloaded it'),
});
export type Notice = z.infer<typeof noticeSchema>;

/**
 * The condition on `notices` under which one is shown: it runs now, and is for the caller's company or one of their sites; the
 * office sees all that run.
 */
export function visibleNotices(actor: Actor, now: string): SQL {
  const running = and(or(isNull(notices.starts_at), lte(notices.starts_at, now)), or(isNull(notices.ends_at), gte(notices.ends_at, now)));
  return and(running, actor.role === 'super' ? undefined : meantFor(actor)) ?? nothing;
}

const nothing = sql`1 = 0`;

/** For their company as a whole, or for one of its sites that they look after. */
function meantFor({ role, account_id, site_ids }: Actor): SQL {
  const company = account_id ?? 0;
  const theirs = role === 'client_admin' ? undefined : among(sites.id, idList(site_ids));
  const toCompany = sql`exists (select 1 from ${noticeAccounts} where ${noticeAccounts.notice_id} = ${notices.id} and ${noticeAccounts.account_id} = ${company})`;
  const toSite = sql`exists (select 1 from ${noticeSites} join ${sites} on ${sites.id} = ${noticeSites.site_id}
    where ${noticeSites.notice_id} = ${notices.id} and ${and(eq(sites.account_id, company), theirs)})`;
  return or(toCompany, toSite) ?? nothing;
}

/** The notices of the caller's company that run now. */
export async function listNotices(ctx: Ctx, query: z.infer<typeof noticeQuery>): Promise<Page<Notice>> {
  authorize(policy.read_notices(ctx.actor));
  const searched = query.search && query.search.length >= limits.search_min ? contains(notices.subject, query.search) : undefined;
  const where = and(visibleNotices(ctx.actor, ctx.now), searched);
  const direction = query.sortedBy === 'desc' ? desc : asc;
  const counted = () => ctx.db.select({ n: count() }).from(notices).where(where);
  const rows = await ctx.db
    .select({
      id: notices.id,
      name: notices.name,
      subject: notices.subject,
      starts_at: notices.starts_at,
      ends_at: notices.ends_at,
      filename: notices.filename,
      file_id: notices.file_id,
      downloaded_at: noticeDownloads.at,
    })
    .from(notices)
    .leftJoin(noticeDownloads, and(eq(noticeDownloads.notice_id, notices.id), eq(noticeDownloads.user_id, ctx.actor.id)))
    .where(where)
    .orderBy(direction(notices[query.orderBy]), direction(notices.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const items = rows.map(({ file_id, filename, downloaded_at, ...notice }) => ({
    ...notice,
    filename: file_id === null ? null : (filename ?? notice.name),
    is_new: downloaded_at === null,
  }));
  return pageOf(items, query, await totalOf(query, rows, counted));
}
