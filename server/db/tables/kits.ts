import { sql } from 'drizzle-orm';
import { c, check, index, primaryKey, table } from '../dialect.ts';
import { products } from './catalogue.ts';
import { employeeRoles } from './people.ts';

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
