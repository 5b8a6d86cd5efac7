import { type SQL, sql } from 'drizzle-orm';

/** Texts of our own as SQL writes them, for conditions without bound values: only so both engines read their partial indexes. */
export const quoted = (texts: readonly string[]): SQL => sql.raw(texts.map((text) => `'${text}'`).join(', '));
