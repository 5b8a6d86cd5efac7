import { sql } from 'drizzle-orm';
import type { AllocationRule, ShortReason } from '../../../shared/allocation/share-out.ts';
import { c, check, desc, index, primaryKey, table } from '../dialect.ts';
import { products } from './catalogue.ts';
import { orders } from './orders.ts';
import { accounts, users } from './people.ts';

export const runStates = ['waiting', 'running', 'done', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

/** `full`: it has all it misses. `part`: some of it. `none`: nothing was free. `left_out`: held, or on the floor meanwhile. `later`: it cannot be filled, and others are asked first. */
export const runOutcomes = ['full', 'part', 'none', 'left_out', 'later'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** Stock shared out among waiting orders by a rule, or the preview of that; kept with what came of it. */
export const allocationRuns = table(
  'allocation_runs',
  {
    id: c.id(),
    rule: c.text().$type<AllocationRule>(),
    /** Nothing is allocated: it says what would be. */
    is_preview: c.flag(),
    /** Of the preview that it carries out. */
    preview_id: c.maybeCount(),
    state: c.text().$type<RunState>().default('waiting'),
    /** Only this client's orders. */
    account_id: c.maybeRef(() => accounts.id),
    /** Only these SKUs: they came in. */
    product_ids: c.maybeJson<number[]>(),
    /** Null where goods that came in began it. */
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    started_at: c.maybeTime(),
    /** When it last got on. */
    moved_at: c.maybeTime(),
    ended_at: c.maybeTime(),
    /** Somebody wants it to end after the batch in hand. */
    is_stopping: c.flag(),
    /** 1, or 2 where the orders that could not be filled get what is left. */
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

/** The orders of a run in the order in which its rule asks them. */
export const allocationRunOrders = table(
  'allocation_run_orders',
  {
    run_id: c.ref(() => allocationRuns.id, { onDelete: 'cascade' }),
    position: c.count(),
    order_id: c.ref(() => orders.id),
    /** Null until it was its turn. */
    outcome: c.maybeText().$type<RunOutcome>(),
    /** Why it was left out: a code. */
    reason: c.maybeText(),
    qty_added: c.quantity(),
    qty_short: c.quantity(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.position] }), index('allocation_run_orders_by_order').on(t.order_id, t.run_id)],
);

/** What a run gave to each line that missed something. */
export const allocationRunLines = table(
  'allocation_run_lines',
  {
    run_id: c.ref(() => allocationRuns.id, { onDelete: 'cascade' }),
    /** Lines of drafts come and go; those of a run are only read. */
    order_line_id: c.big(),
    order_id: c.ref(() => orders.id),
    product_id: c.ref(() => products.id),
    /** What it still had to hold. */
    qty_missing: c.count(),
    qty_added: c.quantity(),
    reason: c.maybeText().$type<ShortReason>(),
    /** The purchase order that brings the next pieces of the SKU, how many, and when. */
    qty_coming: c.quantity(),
    coming_on: c.maybeText(),
    coming_due: c.maybeDate(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.order_line_id] }), index('allocation_run_lines_by_order').on(t.order_id, t.run_id)],
);
