import { reloadWhenDone } from '../ui/reload.ts';
import { dexieLedger } from './dexie-store.ts';
import { People } from './people.ts';
import type { LedgerStore } from './store.ts';

/** Another version of the app needs a database: this page makes way as soon as what is being written is. */
export const makeWay = (): void => void reloadWhenDone();

let ledger: LedgerStore | null = null;

/** This browser's ledger, opened once for the life of the tab. */
export const tabletLedger = (): LedgerStore => {
  ledger ??= dexieLedger({ makeWay });
  return ledger;
};

/** Who works here and their PINs. */
export const people = (): People => new People(tabletLedger(), { now: () => Date.now() });
