import { and, eq, gte, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { isRunning, runningStatuses } from '../../shared/imports/import-states.ts';
import { limits } from '../../shared/limits.ts';
import { clientRoles } from '../../shared/roles.ts';
import type { Db } from '../db/db.ts';
import { imports, users } from '../db/tables/index.ts';
import type { ImportRecord } from './import-queries.ts';

/** How many people of an account are active. */
export const activePeople = (db: Db, account_id: number): Promise<number> =>
  db.$count(users, and(eq(users.account_id, account_id), inArray(users.role, [...clientRoles]), isNull(users.deleted_at)));

/** Whether a change of this many people has to be confirmed: at least 20, and more than a fifth of the active people. */
export const brakes = (people: number, active: number): boolean => people >= limits.import_brake && people > active / 5;

/** The period over which people archived by machines are counted, in milliseconds. */
const DAY = 24 * 60 * 60_000;

/** Whether a machine has sent a file: with an API token, or into the watched folder. */
export const isByMachine = ({ api_token_id, source }: Pick<ImportRecord, 'api_token_id' | 'source'>): boolean =>
  api_token_id !== null || source !== null;

/**
 * The number of people of an import's account whom other files that machines uploaded have archived in the last 24 hours, or are about to archive,
 * without confirmation by a person.
 */
async function archivedByMachines(
  { db, now }: { db: Db; now: string },
  { id, account_id }: Pick<ImportRecord, 'id' | 'account_id'>,
): Promise<number> {
  const since = new Date(Date.parse(now) - DAY).toISOString();
  const others = await db
    .select({ status: imports.status, check: imports.check, archived_rows: imports.archived_rows })
    .from(imports)
    .where(
      and(
        eq(imports.account_id, account_id ?? 0),
        eq(imports.type, 'employees'),
        ne(imports.id, id),
        or(isNotNull(imports.api_token_id), isNotNull(imports.source)),
        isNull(imports.confirmed),
        ne(imports.status, 'reverted'),
        or(inArray(imports.status, runningStatuses), gte(imports.started_at, since)),
      ),
    );
  return others.reduce((sum, { status, check, archived_rows }) => {
    return sum + (isRunning({ status }) ? Math.max(archived_rows, check?.archived ?? 0) : archived_rows);
  }, 0);
}

/**
 * The number of people whom machines have archived in the last 24 hours, if a person has to confirm a machine’s file because of this number;
 * otherwise null. Many small files count like one large file.
 */
export async function brakesOverDay(ctx: { db: Db; now: string }, file: ImportRecord, archived: number, active: number): Promise<number | null> {
  if (!isByMachine(file) || file.account_id === null || archived === 0) return null;
  const earlier = await archivedByMachines(ctx, file);
  return earlier > 0 && brakes(earlier + archived, active + earlier) ? earlier : null;
}
