import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type AccountCounts, type AccountDetails, accountCounts, accountDetails, starterSettings } from '../../shared/accounts/account.ts';
import { address } from '../../shared/address.ts';
import { roleFlags } from '../../shared/employee-roles/role-flags.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, letterFilter, listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains, startsWith } from '../db/contains.ts';
import { byName } from '../db/folded.ts';
import { accounts, clothingSetSites, clothingSets, employeeRoles, files, sites } from '../db/tables/index.ts';
import { termsOf } from '../orders/terms.ts';
import { progressOf } from './setup-queries.ts';
import { usualGarments, usualSchema } from './usual-garments.ts';

export const accountQuery = listQuery({ orderBy: ['name', 'reference', 'id'], default: 'name', per_page: 50 }).extend({
  include: include(['counts', 'sites', 'sites.delivery_address', 'setup']),
  /** The number of accounts on a page, up to a cap; `null` for all accounts. */
  per_page: z
    .union([
      z.literal('null').transform(() => limits.all_accounts),
      z.coerce
        .number()
        .int()
        .min(1)
        .transform((size) => Math.min(size, limits.page_cap)),
    ])
    .default(50),
  letter: letterFilter,
  /** Which accounts to list; if absent, the open ones. */
  stage: z.enum(['all', 'open', 'archived']).optional(),
  /** Include archived accounts; ignored if `stage` is given. */
  archived: queryFlag.optional(),
});
const stages = { all: undefined, open: isNull(accounts.deleted_at), archived: isNotNull(accounts.deleted_at) };
export const accountSchema = z.object({
  id: z.int(),
  name: z.string(),
  reference: z.string(),
  deleted_at: z.string().nullable(),
  is_archived: z.boolean(),
  logo: z.string().nullable().describe('Its address'),
  skip_invoice: z.boolean(),
  per_site_invoicing: z.boolean(),
  is_consolidated_invoicing: z.boolean(),
  consolidated_invoice_close_day: z.int().nullable(),
  version: z.int(),
  counts: accountCounts.optional().describe('Where `include` asks for them'),
  sites: z
    .array(z.object({ id: z.int(), name: z.string(), delivery_address: address.optional() }))
    .optional()
    .describe('By name; with `include=sites`, and their addresses with `include=sites.delivery_address`'),
  open_orders: z.int().optional().describe('Submitted, neither shipped nor cancelled; with `include=setup`'),
  setup: z
    .object({ done: z.int(), steps: z.int() })
    .nullable()
    .optional()
    .describe('How much is set up; null where they have ordered already; with `include=setup`'),
});
export type Account = z.infer<typeof accountSchema>;

const is_archived = sql<boolean>`${accounts.deleted_at} is not null`.mapWith(Boolean);

/** Client companies, found by name or reference from two characters on; archived ones only on request. */
export async function listAccounts(ctx: Ctx, query: z.infer<typeof accountQuery>): Promise<Page<Account>> {
  authorize(policy.use_office(ctx.actor));
  const conditions: (SQL | undefined)[] = [
    stages[query.stage ?? (query.archived ? 'all' : 'open')],
    query.letter ? startsWith(accounts.name, query.letter) : undefined,
  ];
  if (query.search && query.search.length >= limits.search_min)
    conditions.push(or(contains(accounts.name, query.search), contains(accounts.reference, query.search)));
  const where = and(...conditions);
  const rows = ctx.db
    .select(columnsOf(accounts, accountSchema.omit({ counts: true, sites: true, open_orders: true, setup: true }), { is_archived, logo: files.hash }))
    .from(accounts)
    .leftJoin(files, eq(files.id, accounts.logo_file_id))
    .where(where);
  const count = ctx.db.$count(accounts, where);
  return readPage(ctx.db, query, { rows, order: [accounts[query.orderBy], accounts.id], count }, async (page) => {
    const listed = page.map(({ logo, ...row }) => ({ ...row, logo: addressOfLogo(logo) }));
    const counted = query.include?.includes('counts') ? await withCounts(ctx, listed) : listed;
    const withAddress = query.include?.includes('sites.delivery_address') ?? false;
    const located = withAddress || query.include?.includes('sites') ? await withSites(ctx, counted, withAddress) : counted;
    if (!query.include?.includes('setup')) return located;
    const progress = await progressOf(
      ctx,
      page.map(({ id }) => id),
    );
    return located.map((row) => ({ ...row, ...progress(row.id) }));
  });
}

const countOf = (table: string): SQL<number> =>
  sql<number>`(select count(*) from ${sql.identifier(table)} as one where one.account_id = accounts.id and one.deleted_at is null)`.mapWith(Number);
const countColumns: Record<keyof AccountCounts, SQL<number>> = {
  users_count: countOf('users'),
  sites_count: countOf('sites'),
  employee_roles_count: countOf('employee_roles'),
  clothing_sets_count: countOf('clothing_sets'),
};

/** Adds the numbers of its records to each account. One query counts the records of all accounts. */
async function withCounts<One extends { id: number }>({ db }: Ctx, some: One[]): Promise<(One & { counts: AccountCounts })[]> {
  if (some.length === 0) return [];
  const ids = idList(some.map(({ id }) => id));
  const rows = await db
    .select({ id: accounts.id, ...countColumns })
    .from(accounts)
    .where(among(accounts.id, ids));
  const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return some.map((one) => ({ ...one, counts: requireFound(byId.get(one.id)) }));
}

const selectDetails = ({ db }: Ctx) =>
  db
    .select(columnsOf(accounts, accountDetails.omit({ counts: true }), { is_archived, logo: files.hash }))
    .from(accounts)
    .leftJoin(files, eq(files.id, accounts.logo_file_id));

/** A client company without its counts, for a caller who may see it. */
export async function findAccount(ctx: Ctx, id: number): Promise<Omit<AccountDetails, 'counts'>> {
  const [row] = await selectDetails(ctx).where(eq(accounts.id, id));
  const { logo, ...account } = requireFound(row);
  return { ...account, logo: addressOfLogo(logo) };
}

/** A client company as the office edits it. */
export async function accountDetailsOf(ctx: Ctx, id: number): Promise<AccountDetails> {
  authorize(policy.edit_accounts(ctx.actor));
  const [account] = await withCounts(ctx, [await findAccount(ctx, id)]);
  return requireFound(account);
}

/** Adds its sites to each account, sorted by name. One query reads the sites of all accounts. */
async function withSites<One extends { id: number }>({ db }: Ctx, some: readonly One[], withAddress: boolean) {
  const rows = await db
    .select({ account_id: sites.account_id, id: sites.id, name: sites.name, ...(withAddress && { delivery_address: sites.delivery_address }) })
    .from(sites)
    .where(and(among(sites.account_id, idList(some.map(({ id }) => id))), isNull(sites.deleted_at)))
    .orderBy(byName(sites.name), asc(sites.id))
    .limit(limits.page_cap_sites);
  const byAccount = groupBy(rows, ({ account_id }) => account_id);
  return some.map((one) => ({ ...one, sites: (byAccount.get(one.id) ?? []).map(({ account_id: _, ...site }) => site) }));
}

/** Returns the client companies with these ids as the office edits them. */
export async function accountsInFull(ctx: Ctx, ids: readonly number[]): Promise<AccountDetails[]> {
  authorize(policy.edit_accounts(ctx.actor));
  const rows = await selectDetails(ctx).where(among(accounts.id, idList(ids)));
  return withCounts(
    ctx,
    rows.map(({ logo, ...account }) => ({ ...account, logo: addressOfLogo(logo) })),
  );
}

const addressOfLogo = (hash: string | null): string | null => (hash ? `/files/${hash}` : null);

export const ownAccountSchema = z.object({
  id: z.int(),
  name: z.string(),
  reference: z.string(),
  require_po: z.boolean(),
  require_cc: z.boolean(),
  self_order_budgeting: z.boolean(),
  custom_video_explainer_url: z.string().nullable(),
  terms: z.string(),
  logo: z.string().nullable(),
  ...starterSettings.shape,
  version: z.int(),
});

/** The caller's own client company; the office may read any company. 404 for a company that the caller may not read. */
export async function accountOf(ctx: Ctx, id: number): Promise<z.infer<typeof ownAccountSchema>> {
  const { actor } = ctx;
  if (actor.role !== 'super' && !(isClientRole(actor.role) && actor.account_id === id)) throw notFound();
  const [row] = await ctx.db
    .select({
      id: accounts.id,
      name: accounts.name,
      reference: accounts.reference,
      require_po: accounts.require_po,
      require_cc: accounts.require_cc,
      self_order_budgeting: accounts.self_order_budgeting,
      custom_video_explainer_url: accounts.custom_video_explainer_url,
      terms: accounts.terms,
      starter_kit: accounts.starter_kit,
      dispatch_days: accounts.dispatch_days,
      version: accounts.version,
      logo_hash: files.hash,
    })
    .from(accounts)
    .leftJoin(files, eq(files.id, accounts.logo_file_id))
    .where(eq(accounts.id, id));
  const { logo_hash, ...account } = requireFound(row);
  return { ...account, terms: termsOf(account), logo: addressOfLogo(logo_hash) };
}

const roleSchema = z.object({
  id: z.int(),
  name: z.string(),
  budget_code: z.string().nullable(),
  is_budgeted: z.boolean(),
  is_budget_forceable: z.boolean(),
  budget_value: z.int().nullable(),
  budget_start_date: z.string().nullable(),
  budget_duration: z.int().nullable(),
  flags: z.array(z.enum(roleFlags)).describe('The system roles that it suggests'),
});

export const rolesAndSetsQuery = z.object({ include: include(['usual']).optional() });

export const rolesAndSetsSchema = z.object({
  employee_roles: z
    .array(roleSchema.extend({ usual: usualSchema.optional().describe('What its people wear; with `include=usual`') }))
    .describe('By name; with `include=usual` those of most people first'),
  clothing_sets: z.array(
    z.object({ id: z.int(), name: z.string(), excluded_sites: z.array(z.int()).describe('The sites at which it is not offered') }),
  ),
});

/** The roles and clothing sets of the caller's own client company, for those who order for others. */
export async function rolesAndSets(
  ctx: Ctx,
  account_id: number,
  query: z.infer<typeof rolesAndSetsQuery> = {},
): Promise<z.infer<typeof rolesAndSetsSchema>> {
  await accountOf(ctx, account_id);
  authorize(policy.order_for_others(ctx.actor));
  const roles = await ctx.db
    .select(columnsOf(employeeRoles, roleSchema))
    .from(employeeRoles)
    .where(and(eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at)))
    .orderBy(byName(employeeRoles.name));
  const ofAccount = and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at));
  const sets = await ctx.db
    .select({ id: clothingSets.id, name: clothingSets.name })
    .from(clothingSets)
    .where(ofAccount)
    .orderBy(byName(clothingSets.name));
  const excluded = groupBy(
    await ctx.db
      .select({ set_id: clothingSetSites.clothing_set_id, site_id: clothingSetSites.site_id })
      .from(clothingSetSites)
      .innerJoin(clothingSets, eq(clothingSets.id, clothingSetSites.clothing_set_id))
      .where(ofAccount)
      .orderBy(asc(clothingSetSites.site_id)),
    ({ set_id }) => set_id,
  );
  return {
    employee_roles: query.include?.includes('usual') ? withUsual(roles, await usualGarments(ctx, account_id)) : roles,
    clothing_sets: sets.map((set) => ({ ...set, excluded_sites: (excluded.get(set.id) ?? []).map(({ site_id }) => site_id) })),
  };
}

/** Roles with the garments that their people usually wear, in the sequence of `usual`; roles that nobody has are last. */
function withUsual<Role extends { id: number }>(roles: readonly Role[], usual: Awaited<ReturnType<typeof usualGarments>>) {
  const places = new Map([...usual.keys()].map((id, place) => [id, place]));
  const placeOf = ({ id }: Role): number => places.get(id) ?? usual.size;
  return [...roles]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((role) => ({ ...role, usual: usual.get(role.id) ?? { clothing_sets: [], garments: [] } }));
}
