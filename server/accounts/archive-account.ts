import { eq, sql } from 'drizzle-orm';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import type { OpenRecords } from '../../shared/ordering/open-records.ts';
import { policy } from '../../shared/policy.ts';
import { openRecordsAmong } from '../archive/open-records.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, orders, users } from '../db/tables/index.ts';
import { endAccess } from '../people/end-access.ts';
import { accountDetailsOf, findAccount } from './account-queries.ts';

/**
 * Archive a client company. Its people are signed out and their size links end; its orders and returns continue. The answer names the records that
 * are not finished. Archiving an archived account changes nothing.
 */
export async function archiveAccount(ctx: Ctx, id: number): Promise<AccountDetails & { open: OpenRecords }> {
  if (await setArchived(ctx, id, ctx.now)) {
    const itsPeople = ctx.db.select({ id: users.id }).from(users).where(eq(users.account_id, id));
    await endAccess(ctx, sql`(${itsPeople})`);
  }
  return { ...(await accountDetailsOf(ctx, id)), open: await openRecordsOfAccount(ctx, id) };
}

/** Restore an archived client company: its people can sign in again. */
export async function restoreAccount(ctx: Ctx, id: number): Promise<AccountDetails> {
  await setArchived(ctx, id, null);
  return accountDetailsOf(ctx, id);
}

/** The records of a client company that are not finished. */
export async function openRecordsOfAccount(ctx: Ctx, id: number): Promise<OpenRecords> {
  authorize(policy.edit_accounts(ctx.actor));
  await findAccount(ctx, id);
  return openRecordsAmong(ctx, eq(orders.account_id, id));
}

/** Archives or restores the account, and returns whether this changed the account. */
async function setArchived(ctx: Ctx, id: number, deleted_at: string | null): Promise<boolean> {
  authorize(policy.edit_accounts(ctx.actor));
  await lockRows(ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)));
  const before = await findAccount(ctx, id);
  const isArchived = deleted_at !== null;
  if (before.is_archived === isArchived) return false;
  await ctx.db
    .update(accounts)
    .set({ deleted_at, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id));
  const subject = { type: 'account', id } as const;
  await audit(ctx, isArchived ? 'account.archived' : 'account.restored', subject, before, await findAccount(ctx, id));
  return true;
}
