import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { groupBy } from '../../shared/group-by.ts';
import { poundsText } from '../../shared/money.ts';
import { details } from '../../shared/ordering/order-input.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type TimelineKind, timelineKinds } from '../../shared/ordering/timeline.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnStatus, returnStatusLabel } from '../../shared/returns/return-status.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { type ShownPerson, shownPerson, shownSchema } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import {
  auditRows,
  consignments,
  dispatches,
  dispatchLines,
  dispatchOrders,
  orderLines,
  orders,
  picks,
  products,
  returnLines,
  returns,
  users,
} from '../db/tables/index.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { piecesOf, visibleReturns } from '../orders/return-scope.ts';
import { visibleLines } from '../orders/scope.ts';

const eventSchema = z.object({
  at: z.string(),
  kind: z.enum(timelineKinds),
  who: shownSchema.nullable(),
  detail: z.string().nullable(),
  count: z.int().nullable(),
  url: z.string().nullable().describe('The page with more about it, within this product'),
  on: z.string().optional().describe('The calendar date on which a parcel arrived; only for `delivered`'),
});
export const timelineSchema = z.object({ items: z.array(eventSchema) });
type Event = z.infer<typeof eventSchema>;

/** Upper limit of the events in a timeline. */
const MAX_EVENTS = 500;

interface Viewer {
  /** Whether the reader sees all lines of the order, not only the lines that they wear. */
  whole: boolean;
  office: boolean;
}

const who = alias(users, 'who');
const impersonator = alias(users, 'impersonator');

const kindOf: Partial<Record<AuditEventName, TimelineKind>> = {
  'order.started': 'started',
  'order.requested': 'requested',
  'order.withdrawn': 'withdrawn',
  'order.declined': 'declined',
  'order.approved': 'approved',
  'order.submitted': 'submitted',
  'order.sizes_asked': 'sizes_asked',
  'order.details': 'details_changed',
  'order.product_removed': 'line_removed',
  'order_line.deleted': 'line_removed',
  'order.held': 'held',
  'order.let_go': 'let_go',
  'order.cancelled': 'cancelled',
  'order.reordered': 'started',
  'order_line.added': 'line_added',
  'order_line.changed': 'line_changed',
  'order_line.size_chosen': 'size_chosen',
};
/** Changes that are events only after the submission. Before the submission they are part of preparing the order. */
const afterSubmission: ReadonlySet<TimelineKind> = new Set(['details_changed', 'line_removed', 'line_added', 'line_changed', 'size_chosen']);

/** The audit rows of these names about these records, with the people who caused them; the oldest first, at most 500. */
export const auditedOf = (ctx: Ctx, type: 'order' | 'order_line' | 'order_mail', ids: readonly number[], names: readonly AuditEventName[]) =>
  ctx.db
    .select({
      id: auditRows.id,
      at: auditRows.at,
      what: auditRows.what,
      on_id: auditRows.on_id,
      before: auditRows.before,
      after: auditRows.after,
      who_id: who.id,
      who_name: personName(who).as('who_name'),
      who_account_id: who.account_id,
      impersonator_id: impersonator.id,
      impersonator_name: personName(impersonator).as('impersonator_name'),
      impersonator_account_id: impersonator.account_id,
    })
    .from(auditRows)
    .leftJoin(who, eq(who.id, auditRows.who_id))
    .leftJoin(impersonator, eq(impersonator.id, auditRows.impersonator_id))
    .where(and(eq(auditRows.on_type, type), among(auditRows.on_id, idList(ids)), inArray(auditRows.what, [...names])))
    .orderBy(asc(auditRows.id))
    .limit(MAX_EVENTS);
export type Audited = Awaited<ReturnType<typeof auditedOf>>[number];

const audited = (ctx: Ctx, type: 'order' | 'order_line', ids: readonly number[]) =>
  auditedOf(ctx, type, ids, Object.keys(kindOf) as AuditEventName[]);

/** The person who caused an event; if a super acted as somebody else, both people. */
export function doerOf({ actor }: Ctx, row: Audited): ShownPerson | null {
  if (row.who_id === null) return null;
  const person = shownPerson(actor, { id: row.who_id, name: row.who_name, account_id: row.who_account_id });
  if (row.impersonator_id === null) return person;
  const { name } = shownPerson(actor, { id: row.impersonator_id, name: row.impersonator_name, account_id: row.impersonator_account_id });
  return { id: null, name: `${name} for ${person.name}` };
}

/** The fields of an order's head that the client gave; the rest is internal to the office. */
const ofTheClient = Object.keys(details.shape);

/** A field of an audited value. */
export const fieldOf = (thing: unknown, name: string): unknown =>
  thing && typeof thing === 'object' ? (thing as Record<string, unknown>)[name] : undefined;
/** A field of an audited value, if it is a text. */
export const textOf = (thing: unknown, name: string): string | null => {
  const value = fieldOf(thing, name);
  return typeof value === 'string' && value ? value : null;
};

function detailOf(row: Audited, kind: TimelineKind, order: Order, { whole, office }: Viewer): string | null {
  if (kind === 'held') return office ? textOf(row.after, 'frozen_reason') : null;
  // People who see only their own lines get no text about the whole order, because it may name what others wear.
  if (!whole) return null;
  if (kind === 'line_removed')
    return [row.before]
      .flat()
      .map((line) => textOf(line, 'product_name'))
      .join(', ');
  if (kind === 'declined') return textOf(row.after, 'reason');
  if (kind === 'submitted' || kind === 'approved') return order.client_po_reference && `PO reference ${order.client_po_reference}`;
  const from = fieldOf(row.after, 'from');
  if (kind === 'started' && typeof from === 'number') return `From order ${orderNumber(from)}`;
  if (kind === 'sizes_asked') {
    const recipients = fieldOf(row.after, 'asked');
    return Array.isArray(recipients) ? recipients.map((one) => textOf(one, 'name')).join(', ') || null : null;
  }
  return null;
}

/** Events of the order as a whole. */
async function ofOrder(ctx: Ctx, order: Order, see: Viewer): Promise<Event[]> {
  const rows = await audited(ctx, 'order', [order.id]);
  const isAgain = rows.some(({ what }) => what === 'order.reordered');
  const events = rows.flatMap((row): Event[] => {
    let kind = kindOf[row.what];
    if (!kind || (isAgain && row.what === 'order.started')) return [];
    if (afterSubmission.has(kind) && !(see.whole && order.submitted_at && row.at > order.submitted_at)) return [];
    if (kind === 'details_changed' && !ofTheClient.some((name) => fieldOf(row.after, name) !== undefined)) return [];
    if (kind === 'cancelled' && fieldOf(row.after, 'part') === true) kind = 'rest_cancelled';
    return [{ at: row.at, kind, who: doerOf(ctx, row), detail: detailOf(row, kind, order, see), count: null, url: null }];
  });
  return [...events, ...(await unwritten(ctx, order, new Set(events.map(({ kind }) => kind)), see))];
}

/** Events that the order's fields prove although no audit row records them, for example those of an imported order. */
async function unwritten(ctx: Ctx, order: Order, kinds: ReadonlySet<TimelineKind>, { whole }: Viewer): Promise<Event[]> {
  const missing: { at: string; kind: TimelineKind; by: number | null }[] = [];
  const note = (kind: TimelineKind, at: string | null, by: number | null): void => {
    if (at && !kinds.has(kind)) missing.push({ at, kind, by });
  };
  note('started', order.created_at, order.creator_id);
  note('requested', order.requested_at, order.requester_id);
  if (order.approver_id) note('approved', order.submitted_at, order.approver_id);
  else if (!kinds.has('approved')) note('submitted', order.submitted_at, order.requester_id);
  note('cancelled', order.cancelled_at, order.cancelled_by);
  if (!missing.length) return [];
  const people = await ctx.db
    .select({ id: users.id, name: personName(users).as('name'), account_id: users.account_id })
    .from(users)
    .where(among(users.id, idList(missing.flatMap(({ by }) => by ?? []))));
  const po = whole && order.client_po_reference ? `PO reference ${order.client_po_reference}` : null;
  return missing.map(({ at, kind, by }) => {
    const person = people.find(({ id }) => id === by);
    const detail = kind === 'submitted' || kind === 'approved' ? po : null;
    return { at, kind, who: person ? shownPerson(ctx.actor, person) : null, detail, count: null, url: null };
  });
}

/** The fields of a line of which the office reads the old and the new value, with their names and the texts of their values. */
const lineFields: readonly [field: string, name: string, text: (value: unknown) => string][] = [
  ['qty_requested', 'quantity', String],
  ['unit_price', 'price', (pence) => (typeof pence === 'number' ? `£${poundsText(pence)}` : 'none')],
  ['decoration', 'decoration', (decoration) => (decoration ? `“${decoration}”` : 'none')],
];

/** What these changes of one line have changed together, the old value before the new one. */
function changesOf(rows: readonly Audited[]): string {
  const changes = lineFields.flatMap(([field, name, text]) => {
    const changed = rows.filter(({ after }) => fieldOf(after, field) !== undefined);
    const [from, to] = [fieldOf(changed[0]?.before, field), fieldOf(changed.at(-1)?.after, field)];
    return changed.length === 0 || from === to ? [] : [`${name} ${text(from)} → ${text(to)}`];
  });
  return changes.join(', ');
}

/** Changes after the submission to lines that the reader may see. The changes that one person makes within a minute are one event. */
async function ofLines(ctx: Ctx, order: Order, { office }: Viewer): Promise<Event[]> {
  const { submitted_at } = order;
  if (!submitted_at) return [];
  const lines = await ctx.db
    .select({
      id: orderLines.id,
      product_name: orderLines.product_name,
      is_size_selected: orderLines.is_size_selected,
      ...sizeColumns,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(and(eq(orderLines.order_id, order.id), visibleLines(ctx.actor)));
  const words = new Map(lines.map((line) => [line.id, [line.product_name, line.is_size_selected && sizeOf(line)].filter(Boolean).join(' ')]));
  const changes = (await audited(ctx, 'order_line', [...words.keys()])).flatMap((row) => {
    const kind = kindOf[row.what];
    if (!kind || row.at <= submitted_at) return [];
    const isSized = fieldOf(row.after, 'is_size_selected') === true && fieldOf(row.before, 'is_size_selected') === false;
    return [{ row, kind: isSized ? ('size_chosen' as const) : kind }];
  });
  return [...groupBy(changes, ({ row, kind }) => `${kind}/${row.who_id}/${row.impersonator_id}/${row.at.slice(0, 16)}`).values()].flatMap(
    (group): Event[] => {
      const last = group.at(-1);
      if (!last) return [];
      const changed = [...new Set(group.map(({ row }) => row.on_id))];
      const rowsOf = (id: number | null): Audited[] => group.flatMap(({ row }) => (row.on_id === id ? [row] : []));
      const detail = changed.map((id) => [words.get(id ?? 0), office && changesOf(rowsOf(id))].filter(Boolean).join(': ')).join(office ? '; ' : ', ');
      return [{ at: last.row.at, kind: last.kind, who: doerOf(ctx, last.row), detail, count: changed.length, url: null }];
    },
  );
}

/** The picks of the order. Only the office sees picks that ended without result. */
async function pickEvents(ctx: Ctx, order: Order, { office }: Viewer): Promise<Event[]> {
  const pickRows = await ctx.db
    .select({
      state: picks.state,
      released_at: picks.released_at,
      started_at: picks.started_at,
      picked_at: picks.picked_at,
      booked_at: picks.booked_at,
      ended_at: picks.ended_at,
      picker_id: users.id,
      picker: personName(users).as('picker'),
      picker_account_id: users.account_id,
    })
    .from(picks)
    .leftJoin(users, eq(users.id, picks.picker_id))
    .where(and(eq(picks.order_id, order.id), office ? undefined : ne(picks.state, 'closed')))
    .orderBy(asc(picks.id));
  return pickRows.flatMap((pick) => {
    const picker =
      pick.picker_id === null ? null : shownPerson(ctx.actor, { id: pick.picker_id, name: pick.picker, account_id: pick.picker_account_id });
    const steps: [TimelineKind, string | null, ShownPerson | null][] = [
      ['released', pick.released_at, null],
      ['picking', pick.started_at, picker],
      ['picked', pick.picked_at, picker],
      ['ready', pick.booked_at, null],
      ['taken_back', pick.state === 'closed' ? pick.ended_at : null, null],
    ];
    return steps.flatMap(([kind, at, by]): Event[] => (at ? [{ at, kind, who: by, detail: null, count: null, url: null }] : []));
  });
}

/** Dispatches with their arrival, counted in items that the reader may see. For the office each leads to its boxes, labels and delivery notes. */
async function ofDispatches(ctx: Ctx, order: Order, { whole, office }: Viewer): Promise<Event[]> {
  const recipient = alias(users, 'recipient');
  const reporter = alias(users, 'reporter');
  const sentDispatches = await ctx.db
    .select({
      id: dispatches.id,
      at: dispatches.dispatched_at,
      tracking_number: consignments.tracking_number,
      delivered_on: dispatches.delivered_on,
      delivered_at: dispatches.delivered_at,
      not_arrived_at: dispatches.not_arrived_at,
      recipient: { id: recipient.id, name: personName(recipient).as('recipient_name'), account_id: recipient.account_id },
      reporter: { id: reporter.id, name: personName(reporter).as('reporter_name'), account_id: reporter.account_id },
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .leftJoin(recipient, eq(recipient.id, dispatches.delivered_by))
    .leftJoin(reporter, eq(reporter.id, dispatches.not_arrived_by))
    .where(and(eq(dispatchOrders.order_id, order.id), isNotNull(dispatches.dispatched_at)));
  const pieces = await ctx.db
    .select({ id: dispatchLines.dispatch_id, qty: sql<number>`sum(${dispatchLines.quantity})`.mapWith(Number) })
    .from(dispatchLines)
    .innerJoin(orderLines, eq(orderLines.id, dispatchLines.order_line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(orderLines.order_id, order.id), visibleLines(ctx.actor)))
    .groupBy(dispatchLines.dispatch_id);
  const visibleQty = new Map(pieces.map(({ id, qty }) => [id, qty]));
  const personOf = (one: (typeof sentDispatches)[number]['recipient']): ShownPerson | null =>
    one === null || one.id === null ? null : shownPerson(ctx.actor, { id: one.id, name: one.name, account_id: one.account_id });
  return sentDispatches.flatMap(({ id, at, tracking_number, ...arrival }): Event[] => {
    if (!at || !(whole || visibleQty.has(id))) return [];
    const { delivered_on, delivered_at, not_arrived_at, recipient, reporter } = arrival;
    const number = dispatchNumber(id);
    const detail = [office && number, tracking_number && `Tracking number ${tracking_number}`].filter(Boolean).join(', ') || null;
    const url = office ? `/admin/shipping/dispatches#search=${number}` : null;
    const about = { detail: office ? number : null, count: null, url };
    const events: Event[] = [{ at, kind: 'dispatched', who: null, detail, count: visibleQty.get(id) ?? null, url }];
    if (not_arrived_at) events.push({ at: not_arrived_at, kind: 'not_arrived', who: personOf(reporter), ...about });
    if (delivered_at)
      events.push({ at: delivered_at, kind: 'delivered', who: personOf(recipient), ...about, ...(delivered_on && { on: delivered_on }) });
    return events;
  });
}

/** Returns with their decisions, counted in items that the reader may see. */
async function ofReturns(ctx: Ctx, order: Order): Promise<Event[]> {
  const creator = alias(users, 'creator');
  const approver = alias(users, 'approver');
  const orderReturns = await ctx.db
    .select({
      id: returns.id,
      created_at: returns.created_at,
      finalised_at: returns.finalised_at,
      qty_requested: piecesOf(ctx.actor, returnLines.qty_requested),
      qty_approved: piecesOf(ctx.actor, returnLines.qty_approved),
      creator_id: creator.id,
      creator: personName(creator).as('creator'),
      creator_account_id: creator.account_id,
      approver_id: approver.id,
      approver: personName(approver).as('approver'),
      approver_account_id: approver.account_id,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .innerJoin(creator, eq(creator.id, returns.creator_id))
    .leftJoin(approver, eq(approver.id, returns.approver_id))
    .where(and(eq(returns.order_id, order.id), visibleReturns(ctx.actor)));
  return orderReturns.flatMap((one): Event[] => {
    const url = `/returns/${one.id}`;
    const by = shownPerson(ctx.actor, { id: one.creator_id, name: one.creator, account_id: one.creator_account_id });
    const detailed = `Return ${returnNumber(one.id)}`;
    const requested: Event = { at: one.created_at, kind: 'return_created', who: by, detail: detailed, count: one.qty_requested, url };
    if (!one.finalised_at) return [requested];
    const decider =
      one.approver_id === null ? null : shownPerson(ctx.actor, { id: one.approver_id, name: one.approver, account_id: one.approver_account_id });
    const detail = `Return ${returnNumber(one.id)}: ${returnStatusLabel(returnStatus(one)).toLowerCase()}`;
    return [requested, { at: one.finalised_at, kind: 'return_decided', who: decider, detail, count: null, url }];
  });
}

/** The history of an order: who did what, and when, oldest first, limited to the events that the reader may see. */
export async function timelineOf(ctx: Ctx, uuid: string): Promise<z.infer<typeof timelineSchema>> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.see_orders(ctx.actor));
  const see: Viewer = { whole: policy.see_whole_order(ctx.actor, order), office: policy.use_office(ctx.actor) };
  const events = [
    ...(await ofOrder(ctx, order, see)),
    ...(await ofLines(ctx, order, see)),
    ...(await pickEvents(ctx, order, see)),
    ...(await ofDispatches(ctx, order, see)),
    ...(await ofReturns(ctx, order)),
  ];
  const place = (kind: TimelineKind): number => timelineKinds.indexOf(kind);
  return { items: events.sort((one, other) => one.at.localeCompare(other.at) || place(one.kind) - place(other.kind)) };
}
