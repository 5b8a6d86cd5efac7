import { c, primaryKey, table } from '../dialect.ts';
import { users } from './people.ts';

/** In which months a manager was told of items that are to be replaced. */
export const replacementNotices = table(
  'replacement_notices',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    /** YYYY-MM, in the UK. */
    month: c.text(),
    created_at: c.time(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.month] })],
);
