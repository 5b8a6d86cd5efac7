import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { calendarDate } from '../../shared/calendar-date.ts';
import { daysBetween } from '../../shared/days-between.ts';
import { openStatuses } from '../../shared/ordering/order-status.ts';
import { type Stage, stageNames, stages } from '../../shared/ordering/stages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { queryFlag } from '../core/paging.ts';
import { inOrder } from '../db/in-order.ts';
import { orders } from '../db/tables/index.ts';
import {
  isLateOrder,
  isOfficeDraft,
  isOpenExchange,
  isReadyOrder,
  isShortOrder,
  isStuckOrder,
  isUnsubmittedOrder,
  stuckBefore,
} from './office-conditions.ts';
import { searchOrders } from './search-orders.ts';

const stage = z.enum(stageNames).optional();
const id = z.coerce.number().int().positive().optional();
const day = calendarDate().optional();

/** The filters of the office's list of orders. */
export const officeFilters = {
  stage,
  'filters.stage': stage,
  picking_only: queryFlag.optional(),
  prep_only: queryFlag.optional(),
  ready_for_dispatch_only: queryFlag.optional(),
  account_id: id,
  site_id: id,
  start: day.describe('Submitted on this day or later'),
  end: day.describe('Submitted on this day or before'),
  required_from: day.describe('Required on this day or later'),
  required_to: day.describe('Required on this day or before'),
  held: queryFlag.optional().describe('On hold'),
  short: queryFlag.optional().describe('Waiting for allocation and not fully allocated'),
  ready: queryFlag.optional().describe('Fully allocated, not on hold, and not released yet'),
  late: queryFlag.optional().describe('Not shipped in full by the day on which it is required'),
  stuck: queryFlag.optional().describe('Waiting for a courier who is late, or whose booking failed'),
  unsubmitted: queryFlag.optional().describe('A draft, or waiting for approval'),
  exchanges: queryFlag.optional().describe('Sends an exchange, and has neither shipped in full nor been cancelled'),
  office_drafts: queryFlag.optional().describe('A draft that the office has started'),
  over_days: z.coerce.number().int().min(1).max(3650).optional().describe('Submitted at least this number of days ago, and not finished'),
};
const shape = z.object(officeFilters);
export type OfficeFilters = z.infer<typeof shape>;

/** The stage by which a query filters. Several parameters of the query can name it. */
export const stageOf = (query: OfficeFilters): Stage | undefined =>
  query.stage ??
  query['filters.stage'] ??
  (query.picking_only ? 'requires_picking' : query.prep_only ? 'requires_prep' : query.ready_for_dispatch_only ? 'requires_dispatch' : undefined);

const hours = 3_600_000;

/** The conditions other than stage and client. The database keeps counts by stage and client only. */
export function otherFilters(ctx: Pick<Ctx, 'db' | 'now' | 'services'>, query: OfficeFilters): SQL[] {
  const { db, now } = ctx;
  const { from, to } = daysBetween(query);
  const conditions: (SQL | undefined)[] = [
    query.site_id === undefined ? undefined : eq(orders.delivery_site_id, query.site_id),
    from ? gte(orders.submitted_at, from) : undefined,
    to ? lt(orders.submitted_at, to) : undefined,
    query.required_from ? gte(orders.required_on, query.required_from) : undefined,
    query.required_to ? lte(orders.required_on, query.required_to) : undefined,
    // Only open orders count as on hold. Most orders are not open, so the index by status finds the few that can match.
    query.held ? and(eq(orders.is_frozen, true), inArray(orders.status, openStatuses)) : undefined,
    query.short ? isShortOrder(db) : undefined,
    query.ready ? isReadyOrder(db) : undefined,
    query.late ? isLateOrder(ukDate(now)) : undefined,
    query.stuck ? isStuckOrder(db, stuckBefore(ctx)) : undefined,
    query.unsubmitted ? isUnsubmittedOrder : undefined,
    query.exchanges ? isOpenExchange : undefined,
    query.office_drafts ? isOfficeDraft : undefined,
    query.over_days === undefined
      ? undefined
      : and(inArray(orders.status, openStatuses), lte(orders.submitted_at, new Date(Date.parse(now) - query.over_days * 24 * hours).toISOString())),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/** Whether a view is filtered only by days, besides stage and client. Most orders may match such a view, so indexes find and count them. */
export const isByDayOnly = ({ start, end, required_from, required_to, site_id, over_days, ...query }: OfficeFilters): boolean =>
  Boolean(start || end) &&
  !(required_from || required_to) &&
  site_id === undefined &&
  over_days === undefined &&
  !(query.held || query.short || query.ready || query.late || query.stuck || query.unsubmitted || query.exchanges || query.office_drafts);

/** The conditions of stage and client. */
export function tallyFilters(query: OfficeFilters): SQL[] {
  const wantedStage = stageOf(query);
  return [
    ...(wantedStage ? [inArray(orders.status, [...stages[wantedStage]])] : []),
    ...(query.account_id ? [eq(orders.account_id, query.account_id)] : []),
  ];
}

export interface ViewedOrder {
  id: number;
  uuid: string;
}

type Sort = { orderBy: string; sortedBy: 'asc' | 'desc' };
type View = OfficeFilters & Sort & { search?: string | undefined };

/** The column by whose days a view is sorted; null for a view that is sorted by the orders' ids, which is the sequence of their creation. */
const dayColumn = ({ orderBy }: Sort) => (orderBy === 'submitted_at' ? orders.submitted_at : orderBy === 'required_on' ? orders.required_on : null);

/** Whether orders without a day come first. Orders that are not required by any day always come last. */
const isEmptyFirst = ({ orderBy, sortedBy }: Sort): boolean => orderBy !== 'required_on' && sortedBy === 'asc';

/** The sort order of a view of the office. */
export function officeOrder(sort: Sort): SQL[] {
  const column = dayColumn(sort);
  if (column === null) return inOrder(sort.sortedBy, orders.id);
  // Both columns have their empty values on the same side, so that an index has this sequence.
  const order = sql.raw(`${sort.sortedBy} nulls ${isEmptyFirst(sort) ? 'first' : 'last'}`);
  return [column, orders.id].map((part) => sql`${part} ${order}`);
}

/**
 * All orders of a view in its sort order, in batches of `size`. Each batch begins where the one before ended, so that a batch
 * costs the same anywhere in the list.
 */
export async function* viewedOrders(ctx: Ctx, query: View, size: number): AsyncGenerator<ViewedOrder[]> {
  const matches = query.search ? sql`${orders.id} in (${(await searchOrders(ctx, query.search)).ids})` : undefined;
  const where = and(isNull(orders.deleted_at), ...tallyFilters(query), ...otherFilters(ctx, query), matches);
  const beyond = query.sortedBy === 'desc' ? sql.raw('<') : sql.raw('>');
  const column = dayColumn(query);
  /** If the list is sorted by day, yields the orders with a day (`dated`) or those without. Otherwise yields all orders, sorted by id. */
  async function* part(dated: boolean): AsyncGenerator<ViewedOrder[]> {
    const which = column && (dated ? isNotNull(column) : isNull(column));
    const columns = column && dated ? [column, orders.id] : [orders.id];
    let after: { id: number; day: string | null } | undefined;
    for (;;) {
      const past =
        after === undefined
          ? undefined
          : column && dated
            ? sql`(${column}, ${orders.id}) ${beyond} (${after.day}, ${after.id})`
            : sql`${orders.id} ${beyond} ${after.id}`;
      const page: (ViewedOrder & { day: string | null })[] = await ctx.db
        .select({ id: orders.id, uuid: orders.uuid, day: column ?? orders.submitted_at })
        .from(orders)
        .where(and(where, which ?? undefined, past))
        .orderBy(...inOrder(query.sortedBy, ...columns))
        .limit(size);
      if (page.length) yield page;
      after = page.at(-1);
      if (page.length < size) return;
    }
  }
  if (column === null) yield* part(true);
  else {
    yield* part(!isEmptyFirst(query));
    yield* part(isEmptyFirst(query));
  }
}
