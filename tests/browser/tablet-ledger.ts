import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';

/** Returns the ids of the actions in a tablet's own ledger: those still in the queue, and those already sent. */
export const ledgerOf = (page: Page): Promise<{ waiting: string[]; sent: string[] }> =>
  page.evaluate(async () => {
    const openRequest = indexedDB.open('kitroom-ledger');
    await new Promise((resolve, reject) => {
      openRequest.onsuccess = resolve;
      openRequest.onerror = reject;
    });
    const database = openRequest.result;
    const names = (table: string): Promise<string[]> =>
      new Promise((resolve, reject) => {
        const all = database.transaction(table).objectStore(table).getAll();
        all.onsuccess = () => resolve(all.result.map(({ json }: { json: string }) => (JSON.parse(json) as { m: string }).m));
        all.onerror = () => reject(all.error);
      });
    const ledger = { waiting: await names('outbox'), sent: await names('sent') };
    database.close();
    return ledger;
  });

/** Returns the id and the outcome of every action, read from the server's database while the server runs. */
export const outcomesIn = (data: string): { m: string; outcome: string }[] => resultsIn(data).map(({ m, outcome }) => ({ m, outcome }));

/** The outcome of an action, who did the action (`actor_id`), who sent it to the server (`bearer_id`), and what was sent. */
export interface KeptResult {
  m: string;
  n: string;
  outcome: string;
  code: string | null;
  actor_id: number;
  bearer_id: number;
  payload: { asserted: boolean; a: Record<string, unknown> };
}

export function resultsIn(data: string): KeptResult[] {
  const rows = rowsIn(data, 'select m, n, outcome, code, actor_id, bearer_id, payload from sync_outcomes order by at');
  return (rows as (Omit<KeptResult, 'payload'> & { payload: string })[]).map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}

/** The number of times that the server's audit has this event. */
export const timesIn = (data: string, what: string): number => rowsIn(data, 'select id from audit where what = ?', what).length;

function rowsIn(data: string, query: string, ...values: string[]): unknown[] {
  const database = new Database(join(data, 'kitroom.db'), { readonly: true });
  try {
    return database.prepare(query).all(...values);
  } finally {
    database.close();
  }
}
