import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Address } from '../../../shared/address.ts';
import { openStatuses, type StatusName } from '../../../shared/ordering/order-status.ts';
import { stages } from '../../../shared/ordering/stages.ts';
import { c, check, desc, index, pg, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { products } from './catalogue.ts';
import { accounts, employeeRoles, sites, users } from './people.ts';

/** Who made the latest versions of a record: one tab made all versions after `since` up to `until`. */
export interface LastEdit {
  by: string;
  since: number;
  until: number;
}

const openOrderStatuses = sql.raw(openStatuses.map((status) => `'${status}'`).join(', '));
/**
 * The condition that an order has a day by which it is required, and is neither finished nor deleted. It is written without bound values, because both
 * engines use the partial index only for such a condition.
 */
export const isRequiredOrder = (order: Record<'status' | 'deleted_at' | 'required_on', SQLWrapper>): SQL =>
  sql`${order.required_on} is not null and ${order.status} in (${openOrderStatuses}) and ${order.deleted_at} is null`;

const waitingStatuses = sql.raw(stages.requires_allocation.map((status) => `'${status}'`).join(', '));
/**
 * The condition that an order can have lines that wait for stock. It is written without bound values, because both engines use the partial index
 * only for such a condition.
 */
export const isWaitingOrder = (order: Record<'status' | 'deleted_at', SQLWrapper>): SQL =>
  sql`${order.status} in (${waitingStatuses}) and ${order.deleted_at} is null`;
const idOfWaiting = (order: Record<'id', SQLWrapper>): SQL => sql`(${order.id} + 0)`;
/**
 * The condition that a waiting order has this id. The sum `id + 0` makes both engines use the narrow index over waiting orders instead of the wide
 * rows of orders; the unary plus removes the id's type, without which SQLite does not use that index.
 */
export const isWaitingOrderWithId = (order: Record<'id', SQLWrapper>, id: SQLWrapper): SQL => sql`${idOfWaiting(order)} = +${id}`;

export const orders = table(
  'orders',
  {
    id: c.id(),
    /** A UUID of version 7, by which every route identifies an order. */
    uuid: c.text().unique(),
    account_id: c.ref(() => accounts.id),
    creator_id: c.ref(() => users.id),
    requester_id: c.ref(() => users.id),
    delivery_site_id: c.maybeRef(() => sites.id),
    delivery_address: c.maybeJson<Address>(),
    contact_name: c.maybeText(),
    contact_email: c.maybeText(),
    contact_phone: c.maybeText(),
    client_po_reference: c.maybeText(),
    cost_code: c.maybeText(),
    customer_notes: c.maybeText(),
    customer_comments: c.maybeText(),
    force_over_budget_order: c.flag(),
    /** Why the order goes over an allowance. */
    excess_reason: c.maybeText(),
    terms_accepted_at: c.maybeTime(),
    requested_at: c.maybeTime(),
    declined_reason: c.maybeText(),
    /** When a request was withdrawn or declined; null again once the order is requested or submitted. */
    returned_to_draft_at: c.maybeTime(),
    /** The person who declined the request; set with the reason. */
    declined_by: c.maybeRef(() => users.id),
    submitted_at: c.maybeTime(),
    /** The person who approved a request by submitting it; null if no approval was needed. */
    approver_id: c.maybeRef(() => users.id),
    cancelled_at: c.maybeTime(),
    cancelled_by: c.maybeRef(() => users.id),
    printed_at: c.maybeTime(),
    is_frozen: c.flag(),
    frozen_reason: c.maybeText(),
    is_sample: c.flag(),
    skip_dispatch: c.flag(),
    skip_invoicing: c.flag(),
    /** The tote with the items that arrived for the order before it is picked; a pick of the order gets this tote. */
    tote: c.maybeText(),
    /** The day by which the client needs the order; allocation can sort by it. */
    required_on: c.maybeDate(),
    /** The result of `orderStatus` in shared/ordering/order-status.ts, stored so that stages can be listed by an index. */
    status: c.text().$type<StatusName>().default('draft'),
    version: c.version(),
    last_edit: c.maybeJson<LastEdit>(),
    created_at: c.time(),
    /** When the status last changed: shows how long an order has been stuck. */
    status_since: c.time(),
    /** Deleted: in no list. */
    deleted_at: c.maybeTime(),
  },
  (t) => [
    check('orders_frozen_says_why', sql`not ${t.is_frozen} or ${t.frozen_reason} is not null`),
    check('orders_draft_or_not', sql`${t.cancelled_at} is null or ${t.submitted_at} is not null`),
    // Contains the columns that a search over many orders checks, so that the search reads this index alone.
    index('orders_newest')
      .on(desc(t.submitted_at), desc(t.id), t.status, t.account_id, t.delivery_site_id, t.requester_id, t.client_po_reference)
      .where(sql`${t.deleted_at} is null`),
    index('orders_by_account').on(t.account_id, desc(t.created_at), desc(t.id)).where(sql`${t.deleted_at} is null`),
    // Queries for short lines read open orders from these indexes alone.
    index('orders_by_status').on(t.status, desc(t.submitted_at), desc(t.id), t.cancelled_at).where(sql`${t.deleted_at} is null`),
    index('orders_of_account_by_status').on(t.account_id, t.status, t.submitted_at, t.cancelled_at).where(sql`${t.deleted_at} is null`),
    index('orders_of_account_submitted').on(t.account_id, desc(t.submitted_at), desc(t.id)).where(sql`${t.deleted_at} is null`),
    index('orders_by_site').on(t.delivery_site_id, desc(t.created_at), desc(t.id)).where(sql`${t.deleted_at} is null`),
    index('orders_by_requester').on(t.requester_id, desc(t.created_at), desc(t.id)).where(sql`${t.deleted_at} is null`),
    index('orders_of_account_by_requester').on(t.account_id, t.requester_id, t.id).where(sql`${t.deleted_at} is null`),
    index('orders_waiting').on(idOfWaiting(t), t.is_frozen, t.submitted_at, t.required_on).where(isWaitingOrder(t)),
    index('orders_required').on(t.required_on).where(isRequiredOrder(t)),
    // The office's list sorted by the day on which orders are required.
    index('orders_by_required').on(t.required_on, t.id).where(sql`${t.deleted_at} is null`),
    // PostgreSQL cannot read that index backwards for a list that has the latest day first and orders without a day last; SQLite can.
    ...(pg ? [index('orders_by_required_desc').on(desc(t.required_on), desc(t.id)).where(sql`${t.deleted_at} is null`)] : []),
    uniqueIndex('orders_tote_once').on(t.tote).where(sql`${t.tote} is not null`),
    index('orders_by_po').on(t.client_po_reference).where(sql`${t.client_po_reference} is not null`),
    // The deletion of people uses these indexes, because it searches every column that can refer to a person.
    index('orders_of_creator').on(t.creator_id),
    index('orders_of_requester').on(t.requester_id),
    index('orders_of_approver').on(t.approver_id).where(sql`${t.approver_id} is not null`),
    index('orders_of_decliner').on(t.declined_by).where(sql`${t.declined_by} is not null`),
    index('orders_of_canceller').on(t.cancelled_by).where(sql`${t.cancelled_by} is not null`),
  ],
);

/** The wearers of an order. */
export const orderEmployees = table(
  'order_employees',
  { order_id: c.ref(() => orders.id, { onDelete: 'cascade' }), employee_id: c.ref(() => users.id) },
  (t) => [primaryKey({ columns: [t.order_id, t.employee_id] }), index('order_employees_by_employee').on(t.employee_id, t.order_id)],
);

type Quantities = Record<'is_size_selected' | 'qty_requested' | 'qty_cancelled' | 'qty_shipped' | 'qty_allocated', SQLWrapper>;
/**
 * The condition that a line with a size is short: it has items that are not cancelled, shipped or allocated. It is written without bound values,
 * because both engines use the indexes over short lines only for such a condition.
 */
export const isShortLine = (line: Quantities): SQL =>
  sql`${line.is_size_selected} and ${line.qty_requested} - ${line.qty_cancelled} - ${line.qty_shipped} - ${line.qty_allocated} > 0`;

export const orderLines = table(
  'order_lines',
  {
    id: c.id(),
    order_id: c.ref(() => orders.id, { onDelete: 'cascade' }),
    employee_id: c.ref(() => users.id),
    /** The SKU, or the style while no size is chosen. */
    product_id: c.ref(() => products.id),
    /** The SKU that is picked instead after a substitution that the client does not see. */
    picked_product_id: c.maybeRef(() => products.id),
    product_name: c.text(),
    employee_role_id: c.maybeRef(() => employeeRoles.id),
    decoration: c.maybeText(),
    notes: c.maybeText(),
    qty_requested: c.quantity(),
    qty_cancelled: c.quantity(),
    qty_allocated: c.quantity(),
    qty_shipped: c.quantity(),
    /** Items that budgets and spend do not charge, because they are sent in exchange for returned ones. */
    qty_uncharged: c.quantity(),
    unit_price: c.money(),
    /** What one item takes of an allowance that counts points, since the order was submitted; null before. */
    unit_points: c.maybeCount(),
    is_manually_priced: c.flag(),
    /** Per cent. */
    vat_rate: c.count(),
    is_size_selected: c.flag(),
    /** The colour of a line without a size, if one was chosen; a SKU has its own colour. */
    variation_colour: c.maybeText(),
    version: c.version(),
    last_edit: c.maybeJson<LastEdit>(),
    created_at: c.time(),
    /** The version at which an open purchase order began to bring the line's SKU: tablets that receive goods show which orders wait for the SKU. */
    v: c.big(),
  },
  (t) => [
    index('order_lines_by_order').on(t.order_id),
    index('order_lines_open_by_product').on(t.product_id).where(sql`${t.qty_allocated} > 0`),
    index('order_lines_by_budget').on(t.employee_id, t.employee_role_id),
    // A query for the orders of a SKU reads this index alone.
    index('order_lines_by_product').on(t.product_id, t.order_id),
    index('order_lines_by_v').on(t.v).where(sql`${t.v} > 0`),
    // The shortfall of all orders or of one SKU is added up from these indexes alone.
    index('order_lines_short')
      .on(t.order_id, t.picked_product_id, t.product_id, t.qty_requested, t.qty_cancelled, t.qty_shipped, t.qty_allocated)
      .where(isShortLine(t)),
    index('order_lines_short_by_sku')
      .on(sql`coalesce(${t.picked_product_id}, ${t.product_id})`, t.order_id, t.qty_requested, t.qty_cancelled, t.qty_shipped, t.qty_allocated)
      .where(isShortLine(t)),
    index('order_lines_by_picked_product').on(t.picked_product_id, t.order_id).where(sql`${t.picked_product_id} is not null`),
    check('order_lines_positive', sql`${t.qty_requested} >= 0 and ${t.qty_cancelled} >= 0 and ${t.qty_allocated} >= 0 and ${t.qty_shipped} >= 0`),
    check('promised_within_requested', sql`${t.qty_allocated} + ${t.qty_shipped} + ${t.qty_cancelled} <= ${t.qty_requested}`),
    check('unsized_is_not_allocated', sql`${t.is_size_selected} or ${t.qty_allocated} + ${t.qty_shipped} = 0`),
    check('colour_of_unsized', sql`${t.variation_colour} is null or not ${t.is_size_selected}`),
    check('order_lines_price', sql`${t.unit_price} >= 0 and ${t.vat_rate} between 0 and 100`),
    check('order_lines_decoration', sql`length(${t.decoration}) <= 200`),
  ],
);
