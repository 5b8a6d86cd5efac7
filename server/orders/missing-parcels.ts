import { sql } from 'drizzle-orm';
import { dispatches } from '../db/tables/index.ts';

/** The condition on `dispatches` for those that clients have reported as not arrived and that nobody has recorded as delivered since. */
export const isMissing = sql`${dispatches.not_arrived_at} is not null and ${dispatches.delivered_on} is null`;
