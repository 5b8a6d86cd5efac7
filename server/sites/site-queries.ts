import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import type { Actor } from '../../shared/policy.ts';
import { policy } from '../../shared/policy.ts';
import { type ListedSite, listedSite, type Site, type SiteFields, site } from '../../shared/sites/site.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { sites, userSites, users } from '../db/tables/index.ts';

export const siteQuery = listQuery({
  orderBy: ['name', 'reference_1', 'id'],
  default: 'name',
  per_page: limits.sites_page,
  cap: limits.page_cap_sites,
}).extend({
  include: include(['delivery_address', 'counts', 'users']),
  account_id: z.coerce.number().int().positive().optional(),
  skip_empty_sites: queryFlag.optional(),
  /** The parameter name that older clients use. */
  perPage: z.coerce.number().int().min(1).optional(),
});

/** The condition for the sites that a person may see: the office sees all, a Client Manager the client's, everybody else their own. */
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

/** The `from` and `where` clauses for people who belong to this site and to no other. */
export const peopleOnlyAt = (site_id: SQL | number): SQL => sql`from user_sites here join users on users.id = here.user_id
  where here.site_id = ${site_id} and users.deleted_at is null
    and not exists (select 1 from user_sites elsewhere join sites other on other.id = elsewhere.site_id
      where elsewhere.user_id = here.user_id and other.id <> here.site_id and other.deleted_at is null)`;

const peopleOnlyHere = sql<number>`(select count(*) ${peopleOnlyAt(sql`"sites"."id"`)})`.mapWith(Number);

/** A page of the sites in the caller's scope: for the choice of a delivery address, and for the screen on which people edit sites. */
export async function listSites(ctx: Ctx, { perPage, ...query }: z.infer<typeof siteQuery>): Promise<Page<ListedSite>> {
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
    .select(columnsOf(sites, listedSite, { counts: { users_count: people } }))
    .from(sites)
    .where(where);
  return readPage(ctx.db, paging, { rows, order: [sites[query.orderBy], sites.id] });
}

const columns = columnsOf(sites, site.omit({ can: true }), { counts: { users_count: people, users_without_another_site: peopleOnlyHere } });

/** One site, for people who may edit it; 404 outside the caller's scope. */
export async function siteOf(ctx: Ctx, id: number): Promise<Site> {
  const { actor } = ctx;
  authorize(policy.edit_sites(actor));
  const [row] = await ctx.db
    .select(columns)
    .from(sites)
    .where(and(eq(sites.id, id), visibleSites(actor)));
  return { ...requireFound(row), can: { change_office_fields: policy.edit_office_fields_of_sites(actor), delete: policy.delete_sites(actor) } };
}

/** The fields that people fill in, as the audit records them. */
export function recordedFields({ id, account_id, counts, can, version, ...fields }: Site): SiteFields {
  return fields;
}
