import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { among, idList } from '../db/among.ts';
import { noticeAccounts, noticeSites, notices, sites } from '../db/tables/index.ts';

/**
 * The condition on `notices` under which one is shown: it runs now, and is for everybody, for the caller's company or for one of their
 * sites; the office sees all that run.
 */
export function visibleNotices(actor: Actor, now: string): SQL {
  const running = and(or(isNull(notices.starts_at), lte(notices.starts_at, now)), or(isNull(notices.ends_at), gte(notices.ends_at, now)));
  return and(running, actor.role === 'super' ? undefined : meantFor(actor)) ?? nothing;
}

const nothing = sql`1 = 0`;

/** No client is chosen: it is for all of them. */
export const isForAll = sql`(not exists (select 1 from ${noticeAccounts} where ${noticeAccounts.notice_id} = ${notices.id})
  and not exists (select 1 from ${noticeSites} where ${noticeSites.notice_id} = ${notices.id}))`;

/** This client is chosen, and none of its sites: it is for all of them. */
export const isForWholeAccount = (account_id: SQL | number): SQL => sql`(exists (select 1 from ${noticeAccounts}
    where ${noticeAccounts.notice_id} = ${notices.id} and ${noticeAccounts.account_id} = ${account_id})
  and not exists (select 1 from ${noticeSites} join ${sites} on ${sites.id} = ${noticeSites.site_id}
    where ${noticeSites.notice_id} = ${notices.id} and ${sites.account_id} = ${account_id}))`;

/** For everybody, for their company as a whole, or for one of its sites that they look after. */
function meantFor({ role, account_id, site_ids }: Actor): SQL {
  const company = account_id ?? 0;
  const visibleSiteFilter = role === 'client_admin' ? undefined : among(sites.id, idList(site_ids));
  const toSite = sql`exists (select 1 from ${noticeSites} join ${sites} on ${sites.id} = ${noticeSites.site_id}
    where ${noticeSites.notice_id} = ${notices.id} and ${and(eq(sites.account_id, company), visibleSiteFilter)})`;
  return or(isForAll, isForWholeAccount(company), toSite) ?? nothing;
}
