import { asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { type NoticeDetails, type OfficeNotice, officeNotice } from '../../shared/notices/notice.ts';
import { policy } from '../../shared/policy.ts';
import { clientRoles } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { rows } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { accounts, noticeAccounts, noticeDownloads, noticeSites, notices, sites, users } from '../db/tables/index.ts';
import { isForAll, isForWholeAccount, isMeantFor } from './notice-scope.ts';

export const officeNoticeQuery = listQuery({
  orderBy: ['name', 'subject', 'starts_at', 'ends_at'],
  default: 'name',
  per_page: limits.notices_page,
}).extend({
  include: include(['sites', 'accounts']),
});

const columns = columnsOf(notices, officeNotice.omit({ accounts: true, sites: true }), {
  filename: sql<string | null>`case when ${notices.file_id} is not null then coalesce(${notices.filename}, ${notices.name}) end`,
});

const accountsOf = async ({ db }: Ctx, ids: readonly number[]) =>
  groupBy(
    await db
      .select({
        notice_id: noticeAccounts.notice_id,
        id: accounts.id,
        name: accounts.name,
        reference: accounts.reference,
        deleted_at: accounts.deleted_at,
      })
      .from(noticeAccounts)
      .innerJoin(accounts, eq(accounts.id, noticeAccounts.account_id))
      .where(among(noticeAccounts.notice_id, idList(ids)))
      .orderBy(byName(accounts.name), asc(accounts.id)),
    ({ notice_id }) => notice_id,
  );
const sitesOf = async ({ db }: Ctx, ids: readonly number[]) =>
  groupBy(
    await db
      .select({ notice_id: noticeSites.notice_id, id: sites.id, name: sites.name, account_id: sites.account_id })
      .from(noticeSites)
      .innerJoin(sites, eq(sites.id, noticeSites.site_id))
      .where(among(noticeSites.notice_id, idList(ids)))
      .orderBy(byName(sites.name), asc(sites.id)),
    ({ notice_id }) => notice_id,
  );
const withoutNotice = <Row extends { notice_id: number }>(assignees: readonly Row[] | undefined) =>
  (assignees ?? []).map(({ notice_id: _, ...row }) => row);

/** All notices, including those that are not current, found by name or subject. */
export async function listOfficeNotices(ctx: Ctx, query: z.infer<typeof officeNoticeQuery>): Promise<Page<OfficeNotice>> {
  authorize(policy.edit_notices(ctx.actor));
  const { search } = query;
  const where = search && search.length >= limits.search_min ? or(contains(notices.name, search), contains(notices.subject, search)) : undefined;
  const selected = ctx.db.select(columns).from(notices).where(where);
  return readPage(ctx.db, query, { rows: selected, order: [notices[query.orderBy], notices.id] }, async (page) => {
    const ids = page.map(({ id }) => id);
    const accountRows = query.include?.includes('accounts') ? await accountsOf(ctx, ids) : null;
    const siteRows = query.include?.includes('sites') ? await sitesOf(ctx, ids) : null;
    return page.map((notice) => ({
      ...notice,
      ...(accountRows && { accounts: withoutNotice(accountRows.get(notice.id)) }),
      ...(siteRows && { sites: withoutNotice(siteRows.get(notice.id)) }),
    }));
  });
}

const isChosenSite = (site_id: SQL): SQL =>
  sql`exists (select 1 from ${noticeSites} where ${noticeSites.notice_id} = ${notices.id} and ${noticeSites.site_id} = ${site_id})`;
const clientRole = inArray(users.role, [...clientRoles]);

/** How many active clients, sites and people a notice is for. */
async function countAssignees({ db }: Ctx, id: number): Promise<NoticeDetails['assignee_counts']> {
  const hasAccount = sql`(${isForAll} or exists (select 1 from ${noticeAccounts} where ${noticeAccounts.notice_id} = ${notices.id} and ${noticeAccounts.account_id} = accounts.id)
    or exists (select 1 from ${noticeSites} join sites chosen on chosen.id = ${noticeSites.site_id} where ${noticeSites.notice_id} = ${notices.id} and chosen.account_id = accounts.id))`;
  const hasSite = sql`(${isForAll} or ${isForWholeAccount(sql`here.account_id`)} or ${isChosenSite(sql`here.id`)})`;
  const isMeantForUser = isMeantFor({
    account_id: sql`users.account_id`,
    isAdmin: sql`users.role = 'client_admin'`,
    looksAfter: sql`exists (select 1 from user_sites where user_sites.user_id = users.id and user_sites.site_id = ${sites.id})`,
  });
  const [counted] = await rows<Record<'accounts' | 'sites' | 'people', number | string>>(
    db,
    sql`select (select count(*) from accounts where accounts.deleted_at is null and ${hasAccount}) as accounts,
      (select count(*) from sites here join accounts on accounts.id = here.account_id
        where here.deleted_at is null and accounts.deleted_at is null and ${hasSite}) as sites,
      (select count(*) from users join accounts on accounts.id = users.account_id where users.deleted_at is null and accounts.deleted_at is null
        and ${clientRole} and ${isMeantForUser}) as people
      from ${notices} where ${notices.id} = ${id}`,
  );
  const { accounts: companies, sites: places, people } = requireFound(counted);
  return { accounts: Number(companies), sites: Number(places), people: Number(people) };
}

/** A notice as the office edits it. */
export async function noticeDetailsOf(ctx: Ctx, id: number): Promise<NoticeDetails> {
  authorize(policy.edit_notices(ctx.actor));
  const [row] = await ctx.db.select(columns).from(notices).where(eq(notices.id, id));
  const notice = requireFound(row);
  const downloads = await ctx.db
    .select({ id: users.id, name: personName(users), account: accounts.name, at: noticeDownloads.at })
    .from(noticeDownloads)
    .innerJoin(users, eq(users.id, noticeDownloads.user_id))
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(eq(noticeDownloads.notice_id, id))
    .orderBy(desc(noticeDownloads.at), asc(users.id))
    .limit(limits.notice_downloads);
  const [total] = await ctx.db.select({ n: count() }).from(noticeDownloads).where(eq(noticeDownloads.notice_id, id));
  return {
    ...notice,
    accounts: withoutNotice((await accountsOf(ctx, [id])).get(id)),
    sites: withoutNotice((await sitesOf(ctx, [id])).get(id)),
    assignee_counts: await countAssignees(ctx, id),
    downloads,
    downloads_count: total?.n ?? 0,
  };
}
