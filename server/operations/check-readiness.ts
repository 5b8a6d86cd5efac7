import { sql } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { isCurrent, rows } from '../db/db.ts';

type Readiness = 'ready' | 'migrations are waiting' | 'the database does not answer' | 'stopping';

/** Whether the process can answer requests, and why not. */
export async function checkReadiness({ database, log, is_stopping }: Services): Promise<Readiness> {
  if (is_stopping) return 'stopping';
  try {
    await rows(database.reader, sql`select 1`);
    return (await isCurrent(database)) ? 'ready' : 'migrations are waiting';
  } catch (error) {
    log.error({ err: error }, 'not ready');
    return 'the database does not answer';
  }
}
