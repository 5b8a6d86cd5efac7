import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { address } from '../../shared/address.ts';
import { limits } from '../../shared/limits.ts';
import type { Actor } from '../../shared/policy.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { sites, userSites, users } from '../db/tables/index.ts';

export const siteQuery = listQuery({ orderBy: ['name', 'reference_1', 'id'], default: 'name', per_page: 50, cap: limits.page_cap_sites }).extend({
  include: include(['delivery_address', 'counts', 'users']),
  account_id: z.coerce.number().int().positive().optional(),
  skip_empty_sites: queryFlag.optional(),
  /** The spelling of older clients. */
  perPage: z.coerce.number().int().min(1).optional(),
});

export const siteSchema = z.object({
  id: z.int(),
  account_id: z.int(),
  name: z.string(),
  reference_1: z.string().nullable(),
  reference_2: z.string().nullable(),
  client_references: z.string().nullable(),
  cost_centre: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  delivery_address: address,
  inverse_po: z.boolean(),
  inverse_cc: z.boolean(),
  counts: z.object({ users_count: z.int() }),
  version: z.int(),
});
export type Site = z.infer<typeof siteSchema>;

/** The condition on `sites` under which a person may see one: the office sees all, a Client Manager the client's, others their own. */
export function visibleSites(actor: Actor): SQL {
  const here = isNull(sites.deleted_at);
  const nothing = sql`1 = 0`;
  if (actor.role === 'super') return here;
  if (actor.account_id === null) return nothing;
  const own = and(here, eq(sites.account_id, actor.account_id));
  return (actor.role === 'client_admin' ? own : and(own, among(sites.id, idList(actor.site_ids)))) ?? nothing;
}

const people = sql<number>`(select count(*) from ${userSites} join ${users} on ${users.id} = ${userSites.user_id}
  where ${userSites.site_id} = "sites"."id" and ${users.deleted_at} is null)`.mapWith(Number);

/** Sites to deliver to, in the caller's scope. */
export async function listSites(ctx: Ctx, { perPage, ...query }: z.infer<typeof siteQuery>): Promise<Page<Site>> {
  authorize(policy.see_employees(ctx.actor));
  const paging = { ...query, per_page: perPage ? Math.min(perPage, limits.page_cap_sites) : query.per_page };
  const conditions: (SQL | undefined)[] = [visibleSites(ctx.actor)];
  if (query.account_id) conditions.push(eq(sites.account_id, query.account_id));
  if (query.skip_empty_sites) conditions.push(sql`exists (select 1 from ${userSites} where ${userSites.site_id} = ${sites.id})`);
  if (query.search)
    conditions.push(
      or(contains(sites.name, query.search), contains(sites.reference_1, query.search), contains(sites.client_references, query.search)),
    );
  const where = and(...conditions);
  const rows = ctx.db
    .select(columnsOf(sites, siteSchema, { counts: { users_count: people } }))
    .from(sites)
    .where(where);
  return readPage(ctx.db, paging, { rows, order: [sites[query.orderBy], sites.id] });
}
