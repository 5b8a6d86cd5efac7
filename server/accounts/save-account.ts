import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountChange, AccountDetails, NewAccount, StarterSettingsChange } from '../../shared/accounts/account.ts';
import { checkCloseDay } from '../../shared/accounts/save-account.ts';
import { clashesWithPrefix } from '../../shared/catalogue/sku-prefix.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { skusWithPrefix } from '../catalogue/sku-prefixes.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { isDuplicate, isDuplicateIn } from '../db/faults.ts';
import { lockRows } from '../db/lock.ts';
import { accounts } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import type { StoredFile } from '../files/store-file.ts';
import { accountDetailsOf, accountOf, findAccount, type ownAccountSchema } from './account-queries.ts';

/** Two accounts never share a reference or a SKU prefix: a duplicate is reported on its field. */
const refuseTaken = (error: unknown): never => {
  if (isDuplicateIn(error, 'accounts_reference')) throw invalid({ reference: messages.account_reference_taken });
  throw isDuplicate(error) ? invalid({ sku_prefix: messages.sku_prefix_taken }) : error;
};

/**
 * Refuses a new prefix if it is the reference of another account, or if SKUs that do not belong to this account begin with it. Otherwise people
 * would attribute SKUs to the wrong account, and nobody could correct the prefix, because a prefix is never changed.
 */
async function enforcePrefix(ctx: Ctx, sku_prefix: string | null | undefined, own_id: number | null = null): Promise<void> {
  if (!sku_prefix) return;
  const isReference = and(sql`upper(${accounts.reference}) = ${sku_prefix}`, ne(accounts.id, own_id ?? 0));
  const [other] = await ctx.db.select({ name: accounts.name }).from(accounts).where(isReference).limit(1);
  if (other) throw invalid({ sku_prefix: messages.sku_prefix_is_reference(other.name) });
  const product = (await skusWithPrefix(ctx, [sku_prefix])).find((one) => clashesWithPrefix(one, { id: own_id, sku_prefix }));
  if (product) throw invalid({ sku_prefix: messages.sku_prefix_in_skus(product.sku) });
}

/** Refuses a new reference that is the SKU prefix of another account, because people would take that account's SKUs for SKUs of this account. */
async function enforceReference({ db }: Ctx, reference: string | undefined, own_id = 0): Promise<void> {
  if (!reference) return;
  const isPrefix = and(eq(accounts.sku_prefix, reference.toUpperCase()), ne(accounts.id, own_id));
  const [other] = await db.select({ name: accounts.name }).from(accounts).where(isPrefix).limit(1);
  if (other) throw invalid({ reference: messages.reference_is_sku_prefix(other.name) });
}

/** Add a client company; `logo` is the stored file of its new logo. */
export async function createAccount(ctx: Ctx, input: NewAccount, logo: StoredFile | undefined): Promise<AccountDetails> {
  authorize(policy.edit_accounts(ctx.actor));
  const { logo: _, delete_logo: __, ...fields } = input;
  enforce(checkCloseDay({ is_consolidated_invoicing: false, consolidated_invoice_close_day: null, ...fields }));
  await enforcePrefix(ctx, fields.sku_prefix);
  await enforceReference(ctx, fields.reference);
  const logo_file_id = logo && (await registerFile(ctx, logo));
  const [account] = await ctx.db
    .insert(accounts)
    .values({ ...fields, ...(logo_file_id && { logo_file_id }), created_at: ctx.now })
    .returning({ id: accounts.id })
    .catch(refuseTaken);
  const { id } = requireFound(account);
  await audit(ctx, 'account.created', { type: 'account', id }, null, await findAccount(ctx, id));
  return accountDetailsOf(ctx, id);
}

/** Change a client company, archived or not; `logo` is the stored file of its new logo. */
export async function changeAccount(ctx: Ctx, id: number, change: AccountChange, logo: StoredFile | undefined): Promise<AccountDetails> {
  authorize(policy.edit_accounts(ctx.actor));
  await lockRows(ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)));
  const before = await findAccount(ctx, id);
  const { version, logo: _, delete_logo, ...fields } = change;
  await enforceVersion(ctx, version, before, () => accountDetailsOf(ctx, id));
  const { sku_prefix } = fields;
  if (sku_prefix !== undefined && before.sku_prefix !== null && sku_prefix !== before.sku_prefix)
    throw invalid({ sku_prefix: messages.sku_prefix_fixed });
  if (before.sku_prefix === null) await enforcePrefix(ctx, sku_prefix, id);
  if (fields.reference !== before.reference) await enforceReference(ctx, fields.reference, id);
  // Turning consolidated invoicing off also clears its day, so that the caller need not send a second field.
  const withDay = fields.is_consolidated_invoicing === false ? { consolidated_invoice_close_day: null, ...fields } : fields;
  enforce(checkCloseDay({ ...before, ...withDay }));
  const logo_file_id = logo ? await registerFile(ctx, logo) : delete_logo ? null : undefined;
  await ctx.db
    .update(accounts)
    .set({
      ...withDay,
      ...starterChange(ctx, before, fields),
      ...(logo_file_id !== undefined && { logo_file_id }),
      version: sql`${accounts.version} + 1`,
    })
    .where(eq(accounts.id, id))
    .catch(refuseTaken);
  await audit(ctx, 'account.changed', { type: 'account', id }, before, await findAccount(ctx, id));
  return accountDetailsOf(ctx, id);
}

/** Kits are ordered in the name of the Client Manager who switches that on; null if the office does. */
const starterChange = (
  { actor }: Pick<Ctx, 'actor'>,
  before: Pick<AccountDetails, 'starter_kit'>,
  { starter_kit }: StarterSettingsChange,
): { starter_kit_by?: number | null } =>
  starter_kit === undefined || starter_kit === before.starter_kit
    ? {}
    : { starter_kit_by: starter_kit !== 'off' && actor.role === 'client_admin' ? actor.id : null };

/** Change what happens when somebody is added who starts: by the office, or by a Client Manager of the company. */
export async function changeStarterSettings(ctx: Ctx, id: number, change: StarterSettingsChange): Promise<z.infer<typeof ownAccountSchema>> {
  await accountOf(ctx, id);
  authorize(policy.edit_kits(ctx.actor));
  await lockRows(ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)));
  const before = await accountOf(ctx, id);
  const { version, ...fields } = change;
  await enforceVersion(ctx, version, before, async () => before);
  const { starter_kit, dispatch_days } = { ...before, ...fields };
  if (starter_kit === before.starter_kit && dispatch_days === before.dispatch_days) return before;
  await ctx.db
    .update(accounts)
    .set({ starter_kit, dispatch_days, ...starterChange(ctx, before, fields), version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id));
  const { starter_kit: earlier, dispatch_days: earlierDays } = before;
  await audit(ctx, 'account.changed', { type: 'account', id }, { starter_kit: earlier, dispatch_days: earlierDays }, { starter_kit, dispatch_days });
  return accountOf(ctx, id);
}
