import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { among, idList } from '../db/among.ts';
import { noticeAccounts, noticeSites, notices, sites } from '../db/tables/index.ts';

/**
 * The condition on `notices` under which a notice is shown: it is current, and is for everybody, for the caller's company or for one of the caller's
 * sites. The office sees all current notices.
 */
export function visibleNotices(actor: Actor, now: string): SQL {
  const running = and(or(isNull(notices.starts_at), lte(notices.starts_at, now)), or(isNull(notices.ends_at), gte(notices.ends_at, now)));
  return and(running, actor.role === 'super' ? undefined : meantFor(actor)) ?? nothing;
}

const nothing = sql`1 = 0`;

/** No client is chosen, so the notice is for all clients. */
export const isForAll = sql`(not exists (select 1 from ${noticeAccounts} where ${noticeAccounts.notice_id} = ${notices.id})
  and not exists (select 1 from ${noticeSites} where ${noticeSites.notice_id} = ${notices.id}))`;

/** This client is chosen and none of the client's sites is, so the notice is for all of the client's sites. */
export const isForWholeAccount = (account_id: SQL | number): SQL => sql`(exists (select 1 from ${noticeAccounts}
    where ${noticeAccounts.notice_id} = ${notices.id} and ${noticeAccounts.account_id} = ${account_id})
  and not exists (select 1 from ${noticeSites} join ${sites} on ${sites.id} = ${noticeSites.site_id}
    where ${noticeSites.notice_id} = ${notices.id} and ${sites.account_id} = ${account_id}))`;

/** At least one site of this client that meets `isTheirs` is chosen. */
const isForSite = (account_id: SQL | number, isTheirs?: SQL): SQL => sql`exists (select 1 from ${noticeSites}
  join ${sites} on ${sites.id} = ${noticeSites.site_id}
  where ${noticeSites.notice_id} = ${notices.id} and ${and(eq(sites.account_id, account_id), isTheirs)})`;

/**
 * The condition that a notice is meant for a person: for everybody, for the person's client as a whole, or for a site of the person. A client admin
 * (`isAdmin`) belongs to all sites of the client.
 */
export const isMeantFor = ({ account_id, isAdmin, looksAfter }: { account_id: SQL | number; isAdmin: SQL; looksAfter: SQL }): SQL =>
  or(isForAll, isForWholeAccount(account_id), isForSite(account_id, or(isAdmin, looksAfter))) ?? nothing;

/** The condition for notices for everybody, for the actor's company as a whole, or for one of the actor's sites. */
const meantFor = ({ role, account_id, site_ids }: Actor): SQL =>
  isMeantFor({
    account_id: account_id ?? 0,
    isAdmin: role === 'client_admin' ? sql`1 = 1` : nothing,
    looksAfter: among(sites.id, idList(site_ids)),
  });
