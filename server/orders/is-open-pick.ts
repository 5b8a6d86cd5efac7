import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { picks } from '../db/tables/index.ts';

/**
 * The condition for a pick that is open, by its column `state`. It is written without bound values, because only so both engines read
 * the partial indexes over open picks.
 */
export const isOpenPick = (state: SQLWrapper = picks.state): SQL<boolean> => sql`${state} not in ('shipped', 'closed')`;
