import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { addressParts } from '../../shared/address.ts';
import { mediaFields, skuAttributes } from '../../shared/catalogue/sku-fields.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { fates, outcomes, usualOutcome } from '../../shared/returns/approve-line.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { type ReturnStatus, returnStatus, returnStatuses, returnStatusLabel } from '../../shared/returns/return-status.ts';
import { returnIdOf, sendBackUntil } from '../../shared/returns/send-back.ts';
import { checkWithdrawReturn } from '../../shared/returns/withdraw-return.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { shownPerson } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { personName, personNameToClients } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { accounts, orderLines, orders, products, returnLines, returnReasons, returns, users } from '../db/tables/index.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { piecesOf, visibleReturns } from '../orders/return-scope.ts';
import { visibleLines, wholeOrders } from '../orders/scope.ts';
import { labelWearer } from './label-wearer-queries.ts';
import { sizeChoice, sizeChoices } from './size-choices-queries.ts';

export const returnQuery = listQuery({
  orderBy: ['id', 'return_number', 'created_at', 'order_number'],
  default: 'id',
  sortedBy: 'desc',
  per_page: limits.returns_page,
}).extend({
  include: include(['order', 'creator', 'approver', 'lines', 'lines.line', 'lines.product', 'lines.reason', 'status']),
  status: z.enum(returnStatuses).optional(),
  /** Only returns with items that this person wears. */
  employee_id: z.coerce.number().int().positive().optional(),
});

const person = z.object({ id: z.int().nullable().describe('Null for the provider’s people, to a client'), name: z.string() });

export const returnLineSchema = z.object({
  id: z.int(),
  line: z.object({
    id: z.int(),
    employee: z.object({ id: z.int(), name: z.string() }),
    product_name: z.string(),
    decoration: z.string().nullable(),
    qty_shipped: z.int(),
    unit_price: z.int().nullable().describe('Pence; null for a reader without access to prices'),
  }),
  product: z.object({
    id: z.int(),
    sku: z.string(),
    name: z.string(),
    attributes: skuAttributes,
    media: mediaFields,
  }),
  reason: z.object({ id: z.int(), description: z.string() }),
  qty_requested: z.int(),
  qty_approved: z.int().describe('To a client zero until the return is finalised'),
  outcome: z.enum(outcomes).nullable().describe('For the office'),
  came_back: z.enum(fates).nullable().describe('The outcome for the items; for the office'),
  qty_written_off: z.int().nullable().describe('How many approved items are written off while the others are restocked; for the office'),
  qty_exchanged: z.int().nullable().describe('How many approved items are exchanged while the others are only credited; null if all or none are'),
  exchange_product: z
    .object({ id: z.int(), sku: z.string(), attributes: skuAttributes })
    .nullable()
    .describe('The product sent in exchange; to a client once it is on order or the return is finalised'),
  exchange_choices: z.array(sizeChoice).describe('Products that can be sent in exchange; for the office, until the return is finalised'),
});
export type ReturnLineView = z.infer<typeof returnLineSchema>;

export const returnListItemSchema = z.object({
  id: z.int(),
  return_number: z.string(),
  created_at: z.string(),
  finalised_at: z.string().nullable(),
  is_finalised: z.boolean(),
  status: z.object({ name: z.enum(returnStatuses), description: z.string() }),
  creator: person,
  approver: person.nullable(),
  order: z.object({ id: z.int(), uuid: z.string(), order_number: z.string(), account: z.object({ id: z.int(), name: z.string() }) }),
  customer_comments: z.string().nullable(),
  approver_comments: z.string().nullable(),
  exchange_order: z
    .object({ id: z.int(), uuid: z.string(), order_number: z.string() })
    .nullable()
    .describe('The order that sends the exchange; to a client once it is submitted'),
  lines: z.array(returnLineSchema).optional(),
});
export type ReturnListItem = z.infer<typeof returnListItemSchema>;

export const sendBackSchema = z
  .object({ to: addressParts.extend({ name: z.string(), contact_phone: z.string() }), until: z.string().describe('The last day') })
  .describe('Where the items of a return go, and by when');

/** Where to send the items of a return that was requested at `created_at`, and the last day for sending them. */
export const sendBackOf = ({ services }: Pick<Ctx, 'services'>, created_at: string): z.infer<typeof sendBackSchema> => ({
  to: provider,
  until: sendBackUntil(created_at, services.settings.RETURN_DAYS),
});

export const returnSchema = returnListItemSchema.extend({
  lines: z.array(returnLineSchema),
  send_back: sendBackSchema.nullable().describe('Null once it is decided'),
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    mail_label: z.boolean().describe('Whether the label can be sent to the one person who wears the items'),
  }),
});
export type ReturnView = z.infer<typeof returnSchema>;

const creator = alias(users, 'creator');
const approver = alias(users, 'approver');
const parent = alias(products, 'parent');
const exchange = alias(products, 'exchange');
const exchangeOrder = alias(orders, 'exchange_order');

/** The condition that a return has this status for the reader, by the same rules as `returnStatus` in shared/returns. */
function inStatus(actor: Actor, status: ReturnStatus): SQL | undefined {
  const qtyRequested = piecesOf(actor, returnLines.qty_requested);
  const approvedPieces = piecesOf(actor, returnLines.qty_approved);
  if (status === 'new') return isNull(returns.finalised_at);
  const decided = {
    approved: sql`${approvedPieces} > 0 and ${approvedPieces} >= ${qtyRequested}`,
    part_approved: sql`${approvedPieces} > 0 and ${approvedPieces} < ${qtyRequested}`,
    rejected: sql`${approvedPieces} = 0`,
  };
  return and(isNotNull(returns.finalised_at), decided[status]);
}

const heads = (ctx: Ctx) =>
  ctx.db
    .select({
      id: returns.id,
      created_at: returns.created_at,
      finalised_at: returns.finalised_at,
      customer_comments: returns.customer_comments,
      holds_others: sql<boolean>`exists (select 1 from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.order_line_id}
        where ${returnLines.return_id} = ${returns.id} and ${orderLines.employee_id} <> ${ctx.actor.id})`
        .mapWith(Boolean)
        .as('holds_others'),
      approver_comments: returns.approver_comments,
      qty_requested: piecesOf(ctx.actor, returnLines.qty_requested),
      qty_approved: piecesOf(ctx.actor, returnLines.qty_approved),
      exchange_id: exchangeOrder.id,
      exchange_uuid: exchangeOrder.uuid,
      exchange_submitted_at: exchangeOrder.submitted_at,
      exchange_cancelled_at: exchangeOrder.cancelled_at,
      is_received: sql<boolean>`exists (select 1 from ${returnLines}
        where ${returnLines.return_id} = ${returns.id} and (${returnLines.qty_approved} > 0 or ${returnLines.outcome} is not null))`
        .mapWith(Boolean)
        .as('is_received'),
      order_id: orders.id,
      order_uuid: orders.uuid,
      requester_id: orders.requester_id,
      order_creator_id: orders.creator_id,
      delivery_site_id: orders.delivery_site_id,
      account_id: accounts.id,
      account_name: accounts.name,
      creator_id: creator.id,
      creator_name: personName(creator).as('creator_name'),
      creator_account_id: creator.account_id,
      approver_id: approver.id,
      approver_name: personName(approver).as('approver_name'),
      approver_account_id: approver.account_id,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(creator, eq(creator.id, returns.creator_id))
    .leftJoin(approver, eq(approver.id, returns.approver_id))
    .leftJoin(exchangeOrder, and(eq(exchangeOrder.id, returns.exchange_order_id), isNull(exchangeOrder.deleted_at)));

type Head = Awaited<ReturnType<typeof heads>>[number];

const orderOf = ({ account_id, requester_id, order_creator_id: creator_id, delivery_site_id }: Head) => ({
  account_id,
  requester_id,
  creator_id,
  delivery_site_id,
});
/** The exchange order of a return; null if the reader may not see the exchange order. */
function exchangeOf(actor: Actor, head: Head): ReturnListItem['exchange_order'] {
  const { exchange_id: id, exchange_uuid: uuid } = head;
  if (id === null || uuid === null) return null;
  const isOwn = head.creator_id === actor.id || policy.see_whole_order(actor, orderOf(head));
  const knows = policy.decide_returns(actor) || (head.exchange_submitted_at !== null && isOwn);
  return knows ? { id, uuid, order_number: orderNumber(id) } : null;
}

/** Whether the reader may read a return's comments, which may concern all its lines. */
const readsComments = (actor: Actor, head: Head): boolean =>
  head.creator_id === actor.id || !head.holds_others || policy.see_whole_order(actor, orderOf(head));

function itemOf({ actor }: Ctx, head: Head): ReturnListItem {
  const name = returnStatus(head);
  const { creator_id, creator_name, creator_account_id, approver_id, approver_name, approver_account_id } = head;
  return {
    id: head.id,
    return_number: returnNumber(head.id),
    created_at: head.created_at,
    finalised_at: head.finalised_at,
    is_finalised: head.finalised_at !== null,
    status: { name, description: returnStatusLabel(name) },
    creator: shownPerson(actor, { id: creator_id, name: creator_name, account_id: creator_account_id }),
    approver: approver_id === null ? null : shownPerson(actor, { id: approver_id, name: approver_name, account_id: approver_account_id }),
    order: {
      id: head.order_id,
      uuid: head.order_uuid,
      order_number: orderNumber(head.order_id),
      account: { id: head.account_id, name: head.account_name },
    },
    exchange_order: exchangeOf(actor, head),
    customer_comments: readsComments(actor, head) ? head.customer_comments : null,
    approver_comments: readsComments(actor, head) ? head.approver_comments : null,
  };
}

function exchangeProductOf(row: {
  exchange_id: number | null;
  exchange_sku: string | null;
  exchange_colour: string | null;
  exchange_hex: string | null;
  exchange_size_1: string | null;
  exchange_size_2: string | null;
  exchange_all_size: string | null;
}): ReturnLineView['exchange_product'] {
  if (row.exchange_id === null || row.exchange_sku === null) return null;
  const attributes = {
    variation_colour: row.exchange_colour,
    colour_hex: row.exchange_hex,
    variation_size_1: row.exchange_size_1,
    variation_size_2: row.exchange_size_2,
    variation_all_size: row.exchange_all_size,
  };
  return { id: row.exchange_id, sku: row.exchange_sku, attributes };
}

/** The lines that the reader may see, by return. The office sees the shipped product of each line, a client the ordered product. */
async function linesByReturn(ctx: Ctx, of: readonly Head[]): Promise<Map<number, ReturnLineView[]>> {
  const { actor } = ctx;
  const office = policy.decide_returns(actor);
  const byId = new Map(of.map((head) => [head.id, head]));
  const lines = await ctx.db
    .select({
      id: returnLines.id,
      return_id: returnLines.return_id,
      line_id: orderLines.id,
      employee_id: users.id,
      employee_name: personName(users).as('employee_name'),
      product_name: orderLines.product_name,
      decoration: orderLines.decoration,
      qty_shipped: orderLines.qty_shipped,
      unit_price: orderLines.unit_price,
      product_id: products.id,
      ...skuColumns,
      name: products.name,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
      reason_id: returnReasons.id,
      reason: returnReasons.description,
      qty_requested: returnLines.qty_requested,
      qty_approved: returnLines.qty_approved,
      outcome: returnLines.outcome,
      qty_written_off: returnLines.qty_written_off,
      qty_exchanged: returnLines.qty_exchanged,
      exchange_id: exchange.id,
      exchange_sku: exchange.sku,
      exchange_colour: exchange.variation_colour,
      exchange_hex: exchange.colour_hex,
      exchange_size_1: exchange.variation_size_1,
      exchange_size_2: exchange.variation_size_2,
      exchange_all_size: exchange.variation_all_size,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines.id, returnLines.order_line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, office ? returnLines.product_id : orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(exchange, eq(exchange.id, returnLines.exchange_product_id))
    .innerJoin(returnReasons, eq(returnReasons.id, returnLines.reason_id))
    .where(and(among(returnLines.return_id, idList([...byId.keys()])), visibleLines(actor)))
    .orderBy(asc(returnLines.id));
  const open = office ? lines.filter(({ return_id }) => byId.get(return_id)?.finalised_at === null) : [];
  const choices = await sizeChoices(
    ctx,
    open.map(({ product_id }) => product_id),
  );
  const views = lines.flatMap((row) => {
    const head = byId.get(row.return_id);
    if (!head) return [];
    const prices = policy.see_order_prices(actor, orderOf(head));
    const { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size } = row;
    const view: ReturnLineView = {
      id: row.id,
      line: {
        id: row.line_id,
        employee: { id: row.employee_id, name: row.employee_name },
        product_name: row.product_name,
        decoration: row.decoration,
        qty_shipped: row.qty_shipped,
        unit_price: prices ? row.unit_price : null,
      },
      product: {
        id: row.product_id,
        sku: row.sku,
        name: row.name,
        attributes: { variation_colour, colour_hex, variation_size_1, variation_size_2, variation_all_size },
        media: mediaOf(row.picture, row.style_picture),
      },
      reason: { id: row.reason_id, description: row.reason },
      qty_requested: row.qty_requested,
      qty_approved: office || head.finalised_at ? row.qty_approved : 0,
      outcome: office ? (row.exchange_id !== null ? 'exchange' : (row.outcome ?? usualOutcome(row))) : null,
      came_back: office ? (row.outcome ?? usualOutcome(row)) : null,
      qty_written_off: office ? row.qty_written_off : null,
      qty_exchanged: office || head.finalised_at ? row.qty_exchanged : null,
      exchange_product: office || head.finalised_at || head.exchange_submitted_at ? exchangeProductOf(row) : null,
      exchange_choices: head.finalised_at || head.exchange_submitted_at ? [] : (choices.get(row.product_id) ?? []),
    };
    return [{ return_id: row.return_id, view }];
  });
  return new Map([...groupBy(views, ({ return_id }) => return_id)].map(([id, group]) => [id, group.map(({ view }) => view)]));
}

/**
 * The condition for a search of returns by the return's or the order's number, the code on the slip, a PO, the name of the requester of the return
 * (as the reader sees this name) or, for the office, the client.
 */
function searched(ctx: Ctx, text: string): SQL | undefined {
  const n = /^\d{1,15}$/.test(text) ? Number(text) : null;
  const id = returnIdOf(text);
  return or(
    id === null ? undefined : eq(returns.id, id),
    n === null ? undefined : eq(returns.order_id, n),
    and(contains(orders.client_po_reference, text), wholeOrders(ctx.actor)),
    contains(isClientRole(ctx.actor.role) ? personNameToClients(creator) : personName(creator), text),
    policy.decide_returns(ctx.actor) ? contains(accounts.name, text) : undefined,
  );
}

const columns = {
  id: [returns.id],
  return_number: [returns.id],
  created_at: [returns.created_at, returns.id],
  order_number: [returns.order_id, returns.id],
};

/** The condition that a return has items of this wearer, and that the caller may see these items. */
const ofWearer = (ctx: Ctx, employee_id: number): SQL =>
  sql`${returns.id} in (select ${returnLines.return_id} from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.order_id}
    join ${returnLines} on ${returnLines.order_line_id} = ${orderLines.id}
    where ${orderLines.employee_id} = ${employee_id} and ${visibleLines(ctx.actor)})`;

/** The returns that the caller may see, newest first by default. */
export async function listReturns(ctx: Ctx, query: z.infer<typeof returnQuery>): Promise<Page<ReturnListItem>> {
  authorize(policy.see_returns(ctx.actor));
  const where = and(
    visibleReturns(ctx.actor),
    query.status && inStatus(ctx.actor, query.status),
    query.employee_id ? ofWearer(ctx, query.employee_id) : undefined,
    query.search ? searched(ctx, query.search) : undefined,
  );
  const order = inOrder(query.sortedBy, ...columns[query.orderBy]);
  return readPage(ctx.db, query, { rows: heads(ctx).where(where), order }, async (page) => {
    const lines = query.include?.some((name) => name.startsWith('lines')) ? await linesByReturn(ctx, page) : null;
    return page.map((head) => ({ ...itemOf(ctx, head), ...(lines && { lines: lines.get(head.id) ?? [] }) }));
  });
}

/** One return as its reader may see it; 404 outside the reader's scope. */
export async function returnView(ctx: Ctx, id: number): Promise<ReturnView> {
  authorize(policy.see_returns(ctx.actor));
  const [head] = await heads(ctx).where(and(eq(returns.id, id), visibleReturns(ctx.actor)));
  const row = requireFound(head);
  const lines = (await linesByReturn(ctx, [row])).get(id) ?? [];
  const send_back = row.finalised_at === null ? sendBackOf(ctx, row.created_at) : null;
  return { ...itemOf(ctx, row), lines, send_back, can: await canDo(ctx, row, lines) };
}

/** The actions on a return that its reader may take now. */
async function canDo(ctx: Ctx, head: Head, lines: readonly ReturnLineView[]): Promise<ReturnView['can']> {
  if (head.finalised_at) return { decide: false, withdraw: false, mail_label: false };
  const decide = policy.decide_returns(ctx.actor);
  const mail_label = policy.create_return(ctx.actor) && (await labelWearer(ctx, lines)) !== null;
  if (!policy.withdraw_return(ctx.actor, head, orderOf(head))) return { decide, withdraw: false, mail_label };
  const { finalised_at, is_received, exchange_id } = head;
  const exchange = exchange_id === null || head.exchange_cancelled_at ? null : requireFound((await orderFacts(ctx.db, [exchange_id]))[0]);
  return { decide, withdraw: checkWithdrawReturn({ finalised_at, is_received, exchange }).ok, mail_label };
}

/** One return for the people who decide returns. */
export async function officeReturn(ctx: Ctx, id: number): Promise<ReturnView> {
  authorize(policy.decide_returns(ctx.actor));
  return returnView(ctx, id);
}

/** The list for the people who decide returns. */
export async function officeReturns(ctx: Ctx, query: z.infer<typeof returnQuery>): Promise<Page<ReturnListItem>> {
  authorize(policy.decide_returns(ctx.actor));
  return listReturns(ctx, query);
}
