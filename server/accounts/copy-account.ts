import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type AccountCopy, type AccountDetails, accountFields, type CopiedAccount } from '../../shared/accounts/account.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { accountDetailsOf } from './account-queries.ts';
import { createAccount } from './save-account.ts';

/** The fields by which companies differ from each other; a new company that is like another one starts without them. */
const ownFields = [
  'name',
  'reference',
  'sku_prefix',
  'vat_number',
  'contact_name',
  'contact_email',
  'contact_phone',
  'invoice_address',
  'domain',
] as const satisfies readonly (keyof typeof accountFields.shape)[];

/** The settings of a company that another one like it has, too. */
const settingsOf = (account: AccountDetails) =>
  accountFields.omit(Object.fromEntries(ownFields.map((name) => [name, true])) as Record<(typeof ownFields)[number], true>).parse(account);

/**
 * Add a client company that is like another one: with its settings, its clothing sets with their prices and decorations, and its employee roles
 * without their budgets. People, sites, orders, custom products and pictures of the sets' own are not copied.
 */
export async function copyAccount(ctx: Ctx, id: number, { name, reference }: AccountCopy): Promise<CopiedAccount> {
  authorize(policy.edit_accounts(ctx.actor));
  const { db, now } = ctx;
  await lockRows(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)));
  const source = await accountDetailsOf(ctx, id);
  const { id: copy_id } = await createAccount(ctx, { ...settingsOf(source), name, ...(reference && { reference }) }, undefined);
  await run(
    db,
    sql`insert into employee_roles (account_id, name, client_references, flags, is_budgeted, is_budget_forceable, key_clash, created_at)
      select ${copy_id}, name, client_references, flags, false, false, key_clash, ${now}
      from employee_roles where account_id = ${id} and deleted_at is null order by id`,
  );
  await run(
    db,
    sql`insert into clothing_sets (account_id, name, decoration, key_clash, created_at)
      select ${copy_id}, name, decoration, key_clash, ${now} from clothing_sets where account_id = ${id} and deleted_at is null order by id`,
  );
  const isInLiveSet = sql`from clothing_set_products held
    join clothing_sets theirs on theirs.id = held.clothing_set_id and theirs.account_id = ${id} and theirs.deleted_at is null`;
  // A set is found in the copy by its name and its clash number, which together are unique among the sets of a company.
  await run(
    db,
    sql`insert into clothing_set_products (clothing_set_id, product_id, price, name, description, parent_name, parent_description, decoration)
      select copied.id, held.product_id, held.price, held.name, held.description, held.parent_name, held.parent_description, held.decoration
      ${isInLiveSet}
      join clothing_sets copied on copied.account_id = ${copy_id} and copied.name = theirs.name and copied.key_clash = theirs.key_clash
      join products on products.id = held.product_id and products.deleted_at is null and products.account_id is null
      order by held.id`,
  );
  const after = await accountDetailsOf(ctx, copy_id);
  const copied = {
    clothing_sets: after.counts.clothing_sets_count,
    products: await countStyles(ctx, copy_id),
    employee_roles: after.counts.employee_roles_count,
  };
  const left_out = {
    products: await countStyles(ctx, id, sql`(${products.account_id} is not null)`),
    pictures: await countStyles(ctx, id, sql`(${products.account_id} is null and ${clothingSetProducts.file_id} is not null)`),
  };
  await audit(ctx, 'account.copied', { type: 'account', id: copy_id }, null, { account_id: id, copied, left_out });
  return { ...after, copied, left_out };
}

/** How many styles that exist the sets of a company have. */
async function countStyles({ db }: Ctx, account_id: number, more?: SQL): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(distinct coalesce(${products.parent_id}, ${products.id}))`.mapWith(Number) })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at), isNull(products.deleted_at), more));
  return row?.n ?? 0;
}
