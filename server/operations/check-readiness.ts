import { sql } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { isCurrent, rows } from '../db/db.ts';

/** Whether the process can answer requests, and why not. */
export async function checkReadiness({ database, log }: Services): Promise<'ready' | 'migrations are waiting' | 'the database does not answer'> {
  try {
    await rows(database.reader, sql`select 1`);
    return (await isCurrent(database)) ? 'ready' : 'migrations are waiting';
  } catch (error) {
    log.error({ err: error }, 'not ready');
    return 'the database does not answer';
  }
}
