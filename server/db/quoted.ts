import { type SQL, sql } from 'drizzle-orm';

/** Constants of the code as SQL literals, for conditions without bound values: both engines use their partial indexes only for such conditions. */
export const quoted = (texts: readonly string[]): SQL => sql.raw(texts.map((text) => `'${text}'`).join(', '));
