import { reloadWhenDone } from '../ui/reload.ts';
import type { BrowserDatabase } from './browser-database.ts';
import { browserCache, browserLedger } from './browser-stores.ts';
import type { CacheTables, LedgerTables } from './store.ts';

/** Another version of the app needs a database: this page makes way as soon as what is being written is. */
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
