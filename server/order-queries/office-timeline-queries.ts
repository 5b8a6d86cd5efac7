import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { type OfficeOnlyKind, officeTimelineKinds } from '../../shared/ordering/office-timeline.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { shownPerson, shownSchema } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { countRequests, orderLines, products, users } from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { type Audited, auditedOf, doerOf, fieldOf, textOf, timelineOf } from './timeline-queries.ts';

const eventSchema = z.object({
  at: z.string(),
  kind: z.enum(officeTimelineKinds),
  who: shownSchema.nullable(),
  detail: z.string().nullable(),
  count: z.int().nullable(),
  url: z.string().nullable().describe('The page with more about it, within this product'),
  on: z.string().optional().describe('The calendar date on which a parcel arrived; only for `delivered`'),
});
export const officeTimelineSchema = z.object({
  items: z.array(eventSchema).describe('The newest first'),
  open_counts: z
    .array(z.object({ sku: z.string(), bin: z.string().nullable(), asked_at: z.string() }))
    .describe('Stock checks of the order’s SKUs that nobody has decided'),
});
export type OfficeTimeline = z.infer<typeof officeTimelineSchema>;
type Event = z.infer<typeof eventSchema>;

/** Upper limit of the stock checks of one order’s SKUs. */
const MAX_COUNTS = 50;

const allocationEvents = [
  'allocation.all',
  'allocation.received',
  'allocation.run',
  'allocation.set',
  'allocation.released',
  'allocation.taken_back',
  'order.reopened',
] as const satisfies readonly AuditEventName[];

const numberOf = (thing: unknown, name: string): number => Number(fieldOf(thing, name) ?? 0);
const qtyOf = (lines: unknown): number => (Array.isArray(lines) ? lines.reduce<number>((sum, line) => sum + numberOf(line, 'qty'), 0) : 0);

/** How many items an audited allocation added to the order; below zero if it took some away. */
function qtyAllocated({ what, before, after }: Audited): number {
  switch (what) {
    case 'allocation.set':
      return numberOf(after, 'qty_allocated') - numberOf(before, 'qty_allocated');
    case 'allocation.released':
      return -numberOf(before, 'qty_allocated');
    case 'allocation.taken_back':
      return -numberOf(after, 'qty');
    case 'allocation.all':
      return qtyOf(after);
    default:
      return qtyOf(fieldOf(after, 'lines'));
  }
}

function allocationDetail({ what, after }: Audited): string | null {
  if (what === 'allocation.run') return `Allocation run ${numberOf(after, 'run_id')}`;
  if (what === 'allocation.received') return textOf(after, 'receipt');
  return what === 'order.reopened' ? textOf(after, 'reason') : null;
}

/** Allocations, and what took them back. */
async function ofAllocation(ctx: Ctx, order: Order): Promise<Event[]> {
  const rows = await auditedOf(ctx, 'order', [order.id], allocationEvents);
  return rows.flatMap((row): Event[] => {
    const qty = qtyAllocated(row);
    const kind: OfficeOnlyKind = row.what === 'order.reopened' ? 'reopened' : qty < 0 ? 'unallocated' : 'allocated';
    if (kind !== 'reopened' && qty === 0) return [];
    const url = row.what === 'allocation.run' ? `/admin/allocation/${numberOf(row.after, 'run_id')}` : null;
    return [{ at: row.at, kind, who: doerOf(ctx, row), detail: allocationDetail(row), count: kind === 'reopened' ? null : Math.abs(qty), url }];
  });
}

/** Substitutions of lines; those of one command with the same products are one event. */
async function ofSubstitution(ctx: Ctx, order: Order): Promise<Event[]> {
  const lines = await ctx.db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.order_id, order.id));
  const ids = lines.map(({ id }) => id);
  const rows = await auditedOf(ctx, 'order_line', ids, ['order_line.substituted']);
  if (!rows.length) return [];
  const productIds = rows.flatMap(({ before, after }) => [numberOf(before, 'product_id'), numberOf(after, 'product_id')]);
  const skus = new Map(
    (
      await ctx.db
        .select({ id: products.id, sku: products.sku })
        .from(products)
        .where(among(products.id, idList([...new Set(productIds)])))
    ).map(({ id, sku }) => [id, sku]),
  );
  const skuOf = (value: unknown): string => skus.get(numberOf(value, 'product_id')) ?? 'a deleted product';
  const events = rows.map((row): Event => {
    const kind: OfficeOnlyKind = textOf(row.after, 'mode') === 'replace' ? 'replaced' : 'substituted';
    return { at: row.at, kind, who: doerOf(ctx, row), detail: `${skuOf(row.before)} → ${skuOf(row.after)}`, count: null, url: null };
  });
  return [...new Map(events.map((event) => [`${event.at} ${event.kind} ${event.detail}`, event])).values()];
}

/** Emails about the order. */
async function ofMails(ctx: Ctx, order: Order): Promise<Event[]> {
  const rows = await auditedOf(ctx, 'order_mail', [order.id], ['order_mail.queued']);
  return rows.map(({ at, after }) => ({
    at,
    kind: 'mailed',
    who: null,
    detail: [textOf(after, 'subject'), textOf(after, 'to')].filter(Boolean).join(', to ') || null,
    count: null,
    url: null,
  }));
}

/** Stock checks of the order's SKUs since its submission, the oldest first. */
async function countsOf(ctx: Ctx, order: Order) {
  if (!order.submitted_at) return [];
  const asker = alias(users, 'asker');
  const decider = alias(users, 'decider');
  const skus = ctx.db.select({ id: orderLines.product_id }).from(orderLines).where(eq(orderLines.order_id, order.id));
  return ctx.db
    .select({
      sku: products.sku,
      bin: products.bin,
      created_at: countRequests.created_at,
      resolved_at: countRequests.resolved_at,
      asker: { id: asker.id, name: personName(asker).as('asker_name'), account_id: asker.account_id },
      decider: { id: decider.id, name: personName(decider).as('decider_name'), account_id: decider.account_id },
    })
    .from(countRequests)
    .innerJoin(products, eq(products.id, countRequests.product_id))
    .leftJoin(asker, eq(asker.id, countRequests.requested_by))
    .leftJoin(decider, eq(decider.id, countRequests.resolved_by))
    .where(and(inArray(countRequests.product_id, skus), gte(countRequests.created_at, order.submitted_at)))
    .orderBy(asc(countRequests.id))
    .limit(MAX_COUNTS);
}

function ofCount(ctx: Ctx, { sku, bin, created_at, resolved_at, asker, decider }: Awaited<ReturnType<typeof countsOf>>[number]): Event[] {
  const about = { detail: bin ? `${sku}, bin ${bin}` : sku, count: null, url: '/admin/attention' };
  const person = (one: typeof asker) => one && one.id !== null && shownPerson(ctx.actor, { ...one, id: one.id, name: one.name });
  const request: Event = { at: created_at, kind: 'count_requested', who: person(asker) || null, ...about };
  return resolved_at ? [request, { at: resolved_at, kind: 'count_resolved', who: person(decider) || null, ...about }] : [request];
}

/** The history of an order for the office: what its client reads, and allocations, substitutions, emails and stock checks. The newest event comes first. */
export async function officeTimelineOf(ctx: Ctx, uuid: string): Promise<OfficeTimeline> {
  authorize(policy.use_office(ctx.actor));
  const order = await findOrder(ctx, uuid);
  const counts = await countsOf(ctx, order);
  const events: Event[] = [
    ...(await timelineOf(ctx, uuid)).items,
    ...(await ofAllocation(ctx, order)),
    ...(await ofSubstitution(ctx, order)),
    ...(await ofMails(ctx, order)),
    ...counts.flatMap((count) => ofCount(ctx, count)),
  ];
  const place = ({ kind }: Event): number => officeTimelineKinds.indexOf(kind);
  return {
    items: events.sort((one, other) => other.at.localeCompare(one.at) || place(other) - place(one)),
    open_counts: counts.flatMap(({ sku, bin, created_at, resolved_at }) => (resolved_at ? [] : [{ sku, bin, asked_at: created_at }])),
  };
}
