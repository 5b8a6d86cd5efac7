import { type Database, migrate, migrations } from './db.ts';
import { gatherStatistics } from './gather-statistics.ts';

/**
 * Apply the migrations of this release; returns how many were applied. Their tables are analysed at once: SQLite takes an index
 * without statistics for the best there is, and would sort whole clients' orders by it until the nightly job.
 */
export async function bringUpToDate(database: Database, all = migrations()): Promise<number> {
  const applied = await migrate(database, all);
  if (applied) await database.restructure(gatherStatistics);
  return applied;
}
