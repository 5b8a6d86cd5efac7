import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ClothingSetChange, NewClothingSet, OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { isDuplicate } from '../db/faults.ts';
import { accounts, clothingSets } from '../db/tables/index.ts';
import { officeSetOf } from './office-set-queries.ts';
import { replaceExcludedSites } from './replace-excluded-sites.ts';

/** The fields that people fill in, as the audit records them. */
export const recordedSet = ({ name, decoration, excluded_sites }: OfficeSet) => ({
  name,
  decoration,
  excluded_sites: excluded_sites.map((site) => site.id),
});

/** Lock a clothing set and return it; 404 if there is none. Other changes of the set wait until this unit of work ends. */
export async function lockSet(ctx: Ctx, id: number, account_id?: number): Promise<OfficeSet> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  // The lock is an update that changes nothing. A SELECT lock would also wait for transactions that assign the set to somebody.
  await ctx.db
    .update(clothingSets)
    .set({ version: sql`${clothingSets.version}` })
    .where(and(eq(clothingSets.id, id), isNull(clothingSets.deleted_at)));
  return officeSetOf(ctx, id, account_id);
}

/** Throw `error` again, or a fault of `name` if `error` is a duplicate: only the name has to be unique among the sets of a company. */
export const refuseTakenName = (error: unknown): never => {
  throw isDuplicate(error) ? invalid({ name: messages.set_name_taken }) : error;
};

/** Add a clothing set to a client company. */
export async function createSet(ctx: Ctx, account_id: number, { name, decoration = null, excluded_sites = [] }: NewClothingSet): Promise<OfficeSet> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  const [account] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
  requireFound(account);
  const [created] = await ctx.db
    .insert(clothingSets)
    .values({ account_id, name, decoration, created_at: ctx.now })
    .returning({ id: clothingSets.id })
    .catch(refuseTakenName);
  const { id } = requireFound(created);
  await replaceExcludedSites(ctx, account_id, id, excluded_sites, []);
  const after = await officeSetOf(ctx, id);
  await audit(ctx, 'clothing_set.created', { type: 'clothing_set', id }, null, { account_id, ...recordedSet(after) });
  return after;
}

/** Change a clothing set’s name, its decorations or the sites at which it is excluded. */
export async function changeSet(ctx: Ctx, account_id: number, id: number, change: ClothingSetChange): Promise<OfficeSet> {
  const before = await lockSet(ctx, id, account_id);
  const { version, excluded_sites, ...fields } = change;
  await enforceVersion(ctx, version, before, () => before);
  if (excluded_sites) await replaceExcludedSites(ctx, account_id, id, excluded_sites, before.excluded_sites);
  await ctx.db
    .update(clothingSets)
    .set({ ...fields, version: sql`${clothingSets.version} + 1` })
    .where(eq(clothingSets.id, id))
    .catch(refuseTakenName);
  const after = await officeSetOf(ctx, id);
  await audit(ctx, 'clothing_set.changed', { type: 'clothing_set', id }, recordedSet(before), recordedSet(after));
  return after;
}
