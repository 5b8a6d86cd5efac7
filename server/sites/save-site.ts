import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { type NewSite, officeSiteFields, type Site, type SiteChange, type SiteFields } from '../../shared/sites/site.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { isDuplicateIn } from '../db/faults.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, sites } from '../db/tables/index.ts';
import { recordedFields, siteOf } from './site-queries.ts';

/**
 * Refuses somebody outside the office who changes office-only fields: 422 on each such field whose sent value differs from the stored value. A new
 * site has no stored values.
 */
function enforceOfficeFields({ actor }: Ctx, input: Partial<SiteFields>, stored?: SiteFields): void {
  if (policy.edit_office_fields_of_sites(actor)) return;
  const changed = officeSiteFields.filter((name) => input[name] !== undefined && (input[name] || null) !== (stored?.[name] || null));
  if (changed.length) throw invalid(Object.fromEntries(changed.map((name) => [name, messages.office_changes_this])));
}

/** The account of a new site: the caller's account, or any active account that the office names. 422 for another account. */
async function accountOfNewSite({ actor, db }: Ctx, account_id: number | undefined): Promise<number> {
  const id = account_id ?? actor.account_id;
  if (id === null) throw invalid({ account_id: messages.choose_account });
  const isInScope = policy.use_office(actor) || id === actor.account_id;
  const isActive = isInScope && (await db.$count(accounts, and(eq(accounts.id, id), isNull(accounts.deleted_at)))) > 0;
  if (!isActive) throw invalid({ account_id: messages.unknown_account });
  return id;
}

const refuseTakenName = (error: unknown): never => {
  throw isDuplicateIn(error, 'sites_name') ? invalid({ name: messages.site_name_taken }) : error;
};

/** Add a site to a client's account. */
export async function createSite(ctx: Ctx, { account_id, ...input }: NewSite): Promise<Site> {
  authorize(policy.create_sites(ctx.actor));
  const account = await accountOfNewSite(ctx, account_id);
  enforceOfficeFields(ctx, input);
  const [created] = await ctx.db
    .insert(sites)
    .values({ ...input, account_id: account, created_at: ctx.now })
    .returning({ id: sites.id })
    .catch(refuseTakenName);
  const id = created?.id ?? 0;
  const after = await siteOf(ctx, id);
  await audit(ctx, 'site.created', { type: 'site', id }, null, { account_id: account, ...recordedFields(after) });
  return after;
}

/** Change a site. Existing orders keep their address. */
export async function changeSite(ctx: Ctx, id: number, change: SiteChange): Promise<Site> {
  authorize(policy.edit_sites(ctx.actor));
  await siteOf(ctx, id);
  await lockRows(ctx.db.select({ id: sites.id }).from(sites).where(eq(sites.id, id)));
  const before = await siteOf(ctx, id);
  const { version, account_id = before.account_id, ...fields } = change;
  await enforceVersion(ctx, version, before, () => before);
  if (account_id !== before.account_id) throw invalid({ account_id: messages.site_keeps_account });
  enforceOfficeFields(ctx, fields, before);
  await ctx.db
    .update(sites)
    .set({ ...fields, version: sql`${sites.version} + 1` })
    .where(eq(sites.id, id))
    .catch(refuseTakenName);
  const after = await siteOf(ctx, id);
  await audit(ctx, 'site.changed', { type: 'site', id }, recordedFields(before), recordedFields(after));
  return after;
}
