import { and, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

interface Dated {
  discontinued_at: SQLWrapper;
}

/** The condition that products can be ordered at a time: the SKU and its style are not discontinued by then. */
export const isOrderable = (now: string | Placeholder, ...dated: Dated[]): SQL | undefined =>
  and(...dated.map(({ discontinued_at }) => sql`(${discontinued_at} is null or ${discontinued_at} > ${now})`));
