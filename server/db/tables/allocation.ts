import { sql } from 'drizzle-orm';
import type { AllocationRule, ShortReason } from '../../../shared/allocation/share-out.ts';
import { c, check, desc, index, primaryKey, table } from '../dialect.ts';
import { products } from './catalogue.ts';
import { orders } from './orders.ts';
import { accounts, users } from './people.ts';

export const runStates = ['waiting', 'running', 'done', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

/**
 * `full`: the order got all it lacked. `part`: it got some of what it lacked. `none`: nothing was free. `left_out`: it may not get stock, for example
 * because it is on hold or has gone to the floor. `later`: it cannot be filled, so other orders have their turn first.
 */
export const runOutcomes = ['full', 'part', 'none', 'left_out', 'later'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** A run that allocates free stock to waiting orders by a rule, or the preview of one; stored with its outcome. */
export const allocationRuns = table(
  'allocation_runs',
  {
    id: c.id(),
    rule: c.text().$type<AllocationRule>(),
    /** The run allocates nothing and only shows what it would allocate. */
    is_preview: c.flag(),
    /** The preview that this run carries out. */
    preview_id: c.maybeCount(),
    state: c.text().$type<RunState>().default('waiting'),
    /** The client to whose orders the run is limited; null for all clients. */
    account_id: c.maybeRef(() => accounts.id),
    /** Whether somebody chose the run's orders one by one. */
    is_of_chosen_orders: c.flag(),
    /** The SKUs that arrived, to which the run is limited; null for all SKUs. */
    product_ids: c.maybeJson<number[]>(),
    /** The person who started the run, or who received the goods or the return that started it. */
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    started_at: c.maybeTime(),
    /** When the run last made progress. */
    moved_at: c.maybeTime(),
    ended_at: c.maybeTime(),
    /** Whether the run is to end after the current batch, because somebody stopped it. */
    is_stopping: c.flag(),
    /** 1 in the first pass; 2 while the remaining stock goes to orders that could not be filled. */
    pass: c.count().default(1),
    /** The last order of this pass that is done. */
    position: c.quantity(),
    orders_total: c.quantity(),
    orders_done: c.quantity(),
    orders_full: c.quantity(),
    orders_part: c.quantity(),
    orders_none: c.quantity(),
    orders_left_out: c.quantity(),
    qty_added: c.quantity(),
    qty_short: c.quantity(),
  },
  (t) => [
    check('allocation_runs_state', sql`${t.state} in ('waiting', 'running', 'done', 'stopped')`),
    check('allocation_runs_ended', sql`(${t.ended_at} is not null) = (${t.state} in ('done', 'stopped'))`),
    index('allocation_runs_newest').on(desc(t.id)),
  ],
);

/** The orders of a run in the sequence of its rule. */
export const allocationRunOrders = table(
  'allocation_run_orders',
  {
    run_id: c.ref(() => allocationRuns.id, { onDelete: 'cascade' }),
    position: c.count(),
    order_id: c.ref(() => orders.id),
    /** Null until the run has reached the order. */
    outcome: c.maybeText().$type<RunOutcome>(),
    /** The code of the reason why the order was left out. */
    reason: c.maybeText(),
    qty_added: c.quantity(),
    qty_short: c.quantity(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.position] }), index('allocation_run_orders_by_order').on(t.order_id, t.run_id)],
);

/** The quantity that a run allocated to each line that lacked items. */
export const allocationRunLines = table(
  'allocation_run_lines',
  {
    run_id: c.ref(() => allocationRuns.id, { onDelete: 'cascade' }),
    /** Not a foreign key: lines of drafts can be deleted, and this record of the run stays. */
    order_line_id: c.big(),
    order_id: c.ref(() => orders.id),
    product_id: c.ref(() => products.id),
    /** The quantity that the line still lacked. */
    qty_missing: c.count(),
    qty_added: c.quantity(),
    reason: c.maybeText().$type<ShortReason>(),
    /** The next delivery of the SKU: its quantity (`qty_coming`), its purchase order (`coming_on`) and its day (`coming_due`). */
    qty_coming: c.quantity(),
    coming_on: c.maybeText(),
    coming_due: c.maybeDate(),
  },
  (t) => [
    index('allocation_run_lines_by_product').on(t.product_id),
    primaryKey({ columns: [t.run_id, t.order_line_id] }),
    index('allocation_run_lines_by_order').on(t.order_id, t.run_id),
  ],
);
