import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { overStates, toPickStates } from '../../shared/picking/pick-states.ts';
import { quoted } from '../db/quoted.ts';
import { picks } from '../db/tables/index.ts';

/**
 * The condition for an open pick, on its column `state`. It is written without bound values, because both engines use the partial indexes over open
 * picks only for such a condition.
 */
export const isOpenPick = (state: SQLWrapper = picks.state): SQL<boolean> => sql`${state} not in (${quoted(overStates)})`;

/** The condition for a pick that is not complete yet, by its column `state`. */
export const isToPick = (state: SQLWrapper = picks.state): SQL<boolean> => sql`${state} in (${quoted(toPickStates)})`;
