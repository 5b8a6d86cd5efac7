import type { KitLine } from '../../../shared/kits/kit.ts';
import { c, index, primaryKey, table } from '../dialect.ts';
import { products } from './catalogue.ts';
import { orders } from './orders.ts';
import { accounts, users } from './people.ts';

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

/** A link by which a person chooses the sizes of a kit without signing in, before anything is ordered. The choices become their sizes on file. */
export const kitSizeLinks = table(
  'kit_size_links',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    employee_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** In whose name the sizes are asked for. */
    requester_id: c.ref(() => users.id),
    /** The lines of the kit as they were when the sizes were asked for. */
    lines: c.json<KitLine[]>(),
    /** SHA-256 of the token; the token itself is only in the email. */
    token_hash: c.text().unique(),
    created_at: c.time(),
    expires_at: c.time(),
  },
  (t) => [
    index('kit_size_links_by_account').on(t.account_id),
    index('kit_size_links_by_employee').on(t.employee_id),
    index('kit_size_links_by_requester').on(t.requester_id),
    index('kit_size_links_by_age').on(t.expires_at),
  ],
);

/** A size that somebody recorded for a person at an account. It applies until a later order shows another size of the style. */
export const recordedSizes = table(
  'recorded_sizes',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    style_id: c.ref(() => products.id),
    account_id: c.ref(() => accounts.id),
    /** The SKU of the style in the recorded size. */
    product_id: c.ref(() => products.id),
    recorded_by: c.ref(() => users.id),
    recorded_at: c.time(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.style_id] }),
    // For the deletion of products, people and accounts, which searches every column that can refer to them.
    index('recorded_sizes_by_style').on(t.style_id),
    index('recorded_sizes_by_product').on(t.product_id),
    index('recorded_sizes_by_recorder').on(t.recorded_by),
    index('recorded_sizes_by_account').on(t.account_id),
  ],
);
