import type { Db } from '../db/db.ts';
import { importLog } from '../db/tables/index.ts';

/** Add entries to the log of an import, in the caller’s unit of work. */
export async function logImport({ db, now }: { db: Db; now: string }, import_id: number, ...entries: readonly string[]): Promise<void> {
  if (entries.length) await db.insert(importLog).values(entries.map((message) => ({ import_id, at: now, message })));
}
