import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Timeframe, timeframeNames, timeframeStart } from '../../shared/dashboards/timeframe.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { queryFlag } from '../core/paging.ts';
import { requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { orders, sites, users } from '../db/tables/index.ts';
import { visibleOrders } from '../orders/scope.ts';
import { visibleEmployees } from '../people/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The filters that narrow a dashboard within the reader's scope. */
export const filters = z.object({
  all_sites: queryFlag.default(true).describe('False limits the spend to the caller’s sites'),
  employee_id: id.optional().describe('Only lines for this wearer'),
  site_id: id.optional().describe('Only orders for this site'),
});
export type Filters = z.infer<typeof filters>;

export const graphQuery = filters.extend({ timeframe: z.enum(timeframeNames).default('1m') });
export type GraphQuery = z.infer<typeof graphQuery>;

/** The first day that a graph shows. */
export const startOf = ({ timeframe }: { timeframe: Timeframe }, ctx: Pick<Ctx, 'now'>): string => timeframeStart(timeframe, ctx.now);

/** The site ids to which a dashboard is limited; null for no limit. The provider's people have no sites of their own. */
export function chosenSites({ actor }: Ctx, query: Filters): readonly number[] | null {
  if (query.site_id !== undefined) return [query.site_id];
  return query.all_sites || !isClientRole(actor.role) ? null : actor.site_ids;
}

/** The person and the site of a filter must be in the reader's scope: others are refused as unknown. */
export async function checkFilters({ db, actor }: Ctx, { employee_id, site_id }: Filters): Promise<void> {
  if (employee_id !== undefined) {
    const [person] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(visibleEmployees(actor, { with_archived: true }), eq(users.id, employee_id)));
    requireFound(person);
  }
  if (site_id !== undefined) {
    const [site] = await db
      .select({ id: sites.id })
      .from(sites)
      .where(and(visibleSites(actor), eq(sites.id, site_id)));
    requireFound(site);
  }
}

/** The condition for orders of which a person sees all lines with prices. Orders in which the person is only a wearer do not meet it. */
export function pricedOrders({ actor }: Pick<Ctx, 'actor'>): SQL {
  const visibility = visibleOrders(actor);
  if (actor.role === 'super' || actor.role === 'client_admin') return visibility;
  const requestedByThem = or(eq(orders.requester_id, actor.id), eq(orders.creator_id, actor.id));
  const isOwnSite = actor.role === 'site_admin' || actor.role === 'manager' ? among(orders.delivery_site_id, idList(actor.site_ids)) : undefined;
  return and(visibility, or(requestedByThem, isOwnSite)) ?? sql`1 = 0`;
}
