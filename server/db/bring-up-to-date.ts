import { type Database, migrate, migrations } from './db.ts';
import { gatherStatistics } from './gather-statistics.ts';

/**
 * Bring the database up to this release; answers how many migrations were applied. What they made is measured at once: SQLite takes an index
 * of which it knows nothing for the best there is, and would sort whole clients' orders by it until the night.
 */
export async function bringUpToDate(database: Database, all = migrations()): Promise<number> {
  const applied = await migrate(database, all);
  if (applied) await database.restructure(gatherStatistics);
  return applied;
}
