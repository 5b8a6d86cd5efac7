import { sql } from 'drizzle-orm';
import { c, check, index, table, uniqueIndex } from '../dialect.ts';
import { products } from './catalogue.ts';
import { orderLines, orders } from './orders.ts';
import { accounts, users } from './people.ts';

export const returnReasons = table('return_reasons', { id: c.id(), description: c.text().unique() });

/** What somebody who leaves is to send back. Items that arrive are returned to the orders they came from. */
export const collections = table(
  'collections',
  {
    id: c.id(),
    employee_id: c.ref(() => users.id),
    account_id: c.ref(() => accounts.id),
    creator_id: c.ref(() => users.id),
    created_at: c.time(),
    closed_at: c.maybeTime(),
    closed_by: c.maybeRef(() => users.id),
    version: c.version(),
    v: c.big(),
  },
  (t) => [
    check('collections_closed', sql`(${t.closed_at} is null) = (${t.closed_by} is null)`),
    index('collections_by_employee').on(t.employee_id, t.id),
    index('collections_by_account').on(t.account_id, t.id),
    index('collections_open').on(t.id).where(sql`${t.closed_at} is null`),
    index('collections_by_v').on(t.v),
  ],
);

export const collectionLines = table(
  'collection_lines',
  {
    id: c.id(),
    collection_id: c.ref(() => collections.id, { onDelete: 'cascade' }),
    order_line_id: c.ref(() => orderLines.id),
    /** The SKU that was sent. */
    product_id: c.ref(() => products.id),
    qty_expected: c.count(),
    qty_restocked: c.quantity(),
    qty_written_off: c.quantity(),
  },
  (t) => [
    uniqueIndex('collection_lines_once').on(t.collection_id, t.order_line_id),
    index('collection_lines_by_line').on(t.order_line_id),
    index('collection_lines_by_product').on(t.product_id),
    check(
      'collection_lines_qty',
      sql`${t.qty_expected} > 0 and ${t.qty_restocked} >= 0 and ${t.qty_written_off} >= 0 and ${t.qty_restocked} + ${t.qty_written_off} <= ${t.qty_expected}`,
    ),
  ],
);

export const returns = table(
  'returns',
  {
    id: c.id(),
    order_id: c.ref(() => orders.id),
    creator_id: c.ref(() => users.id),
    approver_id: c.maybeRef(() => users.id),
    customer_comments: c.maybeText(),
    approver_comments: c.maybeText(),
    created_at: c.time(),
    finalised_at: c.maybeTime(),
    /** The order that sends the exchange: a draft if the office finalises the return with an exchange, submitted if the client asked for the exchange. */
    exchange_order_id: c.maybeRef(() => orders.id, { onDelete: 'set null' }),
    /** The collection with which the items came, if the return was made by receiving one. */
    collection_id: c.maybeRef(() => collections.id),
  },
  (t) => [
    index('returns_by_order').on(t.order_id),
    index('returns_to_decide').on(t.id).where(sql`${t.finalised_at} is null`),
    index('returns_by_exchange').on(t.exchange_order_id),
    index('returns_by_collection').on(t.collection_id).where(sql`${t.collection_id} is not null`),
    index('returns_of_creator').on(t.creator_id),
    index('returns_of_approver').on(t.approver_id).where(sql`${t.approver_id} is not null`),
  ],
);

export const returnLines = table(
  'return_lines',
  {
    id: c.id(),
    return_id: c.ref(() => returns.id, { onDelete: 'cascade' }),
    order_line_id: c.ref(() => orderLines.id),
    product_id: c.ref(() => products.id),
    reason_id: c.ref(() => returnReasons.id),
    qty_requested: c.count(),
    qty_approved: c.quantity(),
    /** Approved items that budgets and spend do not credit, because an exchange that was not charged replaces them. */
    qty_uncredited: c.quantity(),
    /** Whether the returned items are restocked or written off. */
    outcome: c.maybeText().$type<'restock' | 'write_off'>(),
    /** The SKU that is sent instead, if the items are exchanged. */
    exchange_product_id: c.maybeRef(() => products.id),
    /** How many of the approved items are written off, if the others are restocked; null if all of them have the line's outcome. */
    qty_written_off: c.maybeCount(),
    /** How many of the approved items are exchanged, if the others are only credited; null if all of them are exchanged, or none. */
    qty_exchanged: c.maybeCount(),
  },
  (t) => [
    index('return_lines_by_product').on(t.product_id),
    index('return_lines_by_exchange').on(t.exchange_product_id).where(sql`${t.exchange_product_id} is not null`),
    index('return_lines_by_return').on(t.return_id),
    index('return_lines_by_line').on(t.order_line_id),
    check('return_lines_qty', sql`${t.qty_requested} > 0 and ${t.qty_approved} between 0 and ${t.qty_requested}`),
    check('return_lines_outcome', sql`${t.outcome} in ('restock', 'write_off')`),
    check(
      'return_lines_written_off',
      sql`${t.qty_written_off} is null or (${t.outcome} = 'restock' and ${t.outcome} is not null and ${t.qty_written_off} between 1 and ${t.qty_approved} - 1)`,
    ),
    check(
      'return_lines_exchanged',
      sql`${t.qty_exchanged} is null or (${t.exchange_product_id} is not null and ${t.qty_exchanged} between 1 and ${t.qty_approved} - 1)`,
    ),
  ],
);
