import { reloadWhenDone } from '../ui/reload.ts';
import type { BrowserDatabase } from './browser-database.ts';
import { browserCache, browserLedger } from './browser-stores.ts';
import type { CacheTables, LedgerTables, RowsAhead } from './store.ts';

/** Reloads this page once its writes are done. Another version of the app needs a database that this page has open. */
export const makeWay = (): void => void reloadWhenDone();

let ledger: BrowserDatabase<LedgerTables> | null = null;
let cache: BrowserDatabase<CacheTables> | null = null;

/** This browser's ledger, opened once for the life of the tab. */
export const tabletLedger = (): BrowserDatabase<LedgerTables> => {
  ledger ??= browserLedger({ makeWay });
  return ledger;
};

/** This browser's cache, opened once for the life of the tab. */
export const tabletCache = (): BrowserDatabase<CacheTables> => {
  cache ??= browserCache(undefined, { makeWay });
  return cache;
};

let rowsAhead: Promise<RowsAhead | null> | null = null;

/** Begins to read this browser's cache while the code that shows the rows is still loading. */
export function readAhead(): void {
  const reading = tabletCache().read(async (t) => {
    const [position, rows] = await Promise.all([t.meta.get('position'), t.rows.all()]);
    return position?.k === 'position' ? { rev: position.rev, rows } : null;
  });
  rowsAhead = reading.catch(() => null);
}

/** Returns the read that has begun; null if there is none, or if an earlier call has returned it. */
export function takeRowsAhead(): Promise<RowsAhead | null> | null {
  const taken = rowsAhead;
  rowsAhead = null;
  return taken;
}
