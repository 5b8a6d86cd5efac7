import { type Database, migrate, migrations } from './db.ts';
import { gatherStatistics } from './gather-statistics.ts';

/**
 * Apply the migrations of this release; returns how many were applied. After migrations the tables are analysed at once: SQLite assumes that an
 * index without statistics is the best one, and would therefore sort all orders of a client until the nightly job.
 */
export async function bringUpToDate(database: Database, all = migrations()): Promise<number> {
  const applied = await migrate(database, all);
  if (applied) await database.restructure(gatherStatistics);
  return applied;
}
