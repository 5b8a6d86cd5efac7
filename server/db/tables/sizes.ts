import { c, index, table } from '../dialect.ts';
import { orders } from './orders.ts';
import { users } from './people.ts';

/** A link by which one wearer chooses the missing sizes on one order without signing in. Whether the link is still valid depends on the order. */
export const sizeLinks = table(
  'size_links',
  {
    id: c.id(),
    order_id: c.ref(() => orders.id, { onDelete: 'cascade' }),
    employee_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is only in the email. */
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time(),
  },
  (t) => [
    index('size_links_by_order').on(t.order_id, t.employee_id),
    index('size_links_by_employee').on(t.employee_id),
    index('size_links_by_age').on(t.expires_at),
  ],
);
