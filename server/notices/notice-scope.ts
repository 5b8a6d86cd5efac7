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

/** One of the sites of this client that `isTheirs` finds is chosen. */
const isForSite = (account_id: SQL | number, isTheirs?: SQL): SQL => sql`exists (select 1 from ${noticeSites}
  join ${sites} on ${sites.id} = ${noticeSites.site_id}
  where ${noticeSites.notice_id} = ${notices.id} and ${and(eq(sites.account_id, account_id), isTheirs)})`;

/** Whom a notice is for: everybody, a client as a whole, or those of one of its sites; a client’s managers have all its sites. */
export const isMeantFor = ({ account_id, isAdmin, looksAfter }: { account_id: SQL | number; isAdmin: SQL; looksAfter: SQL }): SQL =>
  or(isForAll, isForWholeAccount(account_id), isForSite(account_id, or(isAdmin, looksAfter))) ?? nothing;

/** For everybody, for their company as a whole, or for one of its sites that they look after. */
const meantFor = ({ role, account_id, site_ids }: Actor): SQL =>
  isMeantFor({
    account_id: account_id ?? 0,
    isAdmin: role === 'client_admin' ? sql`1 = 1` : nothing,
    looksAfter: among(sites.id, idList(site_ids)),
  });
