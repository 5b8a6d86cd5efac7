import { sql } from 'drizzle-orm';
import type { StarterOutcome } from '../../../shared/starters/starter.ts';
import { c, check, index, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { products } from './catalogue.ts';
import { orders } from './orders.ts';
import { employeeRoles, users } from './people.ts';

/** What everybody with an employee role gets at the start. */
export const kitLines = table(
  'kit_lines',
  {
    employee_role_id: c.ref(() => employeeRoles.id, { onDelete: 'cascade' }),
    /** The place of the line in the kit, from 0. */
    line: c.quantity(),
    /** A style or a SKU; null if the wearer takes one of the styles in `choose_from`. */
    product_id: c.maybeRef(() => products.id),
    quantity: c.count(),
    decoration: c.maybeText(),
    variation_colour: c.maybeText(),
    /** Ids of the styles of which the wearer takes one; empty if the line names its product. */
    choose_from: c.json<number[]>().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.employee_role_id, t.line] }),
    check('kit_lines_quantity', sql`${t.quantity} > 0 and ${t.line} >= 0`),
    index('kit_lines_by_product').on(t.product_id),
  ],
);

/** A person who was added with an employee role that has a kit: one row for each person and role, so that a kit is asked for and ordered once. */
export const starters = table(
  'starters',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    employee_role_id: c.ref(() => employeeRoles.id, { onDelete: 'cascade' }),
    /** Whether the kit is ordered once its sizes are known; otherwise only the sizes are asked for. */
    is_ordered: c.flag(),
    /** When the link to choose the missing sizes was sent; null if none was. */
    asked_at: c.maybeTime(),
    /** The order with the kit. */
    order_id: c.maybeRef(() => orders.id, { onDelete: 'set null' }),
    /** What became of the kit's order; null until it was tried. */
    outcome: c.maybeText().$type<StarterOutcome>(),
    /** Why the order was left as a draft. */
    reason: c.maybeText(),
    created_at: c.time(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.employee_role_id] }),
    index('starters_by_role').on(t.employee_role_id),
    uniqueIndex('starters_by_order').on(t.order_id).where(sql`${t.order_id} is not null`),
    check('starters_outcome', sql`${t.outcome} in ('submitted', 'needs_approval', 'blocked')`),
  ],
);
