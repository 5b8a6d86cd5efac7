import { BrowserDatabase, type BrowserOptions, plainTable } from './browser-database.ts';
import type { Clock, Lock } from './ports.ts';
import type { Table } from './store.ts';

/** A tab that has not renewed its lease for this many milliseconds counts as closed. */
const LASTS = 15_000;
const RENEWED_EVERY = 5_000;

/** A lease that only one tab at a time can hold, until that tab releases it or the lease expires. */
export interface Lease {
  /** Takes or renews the lease. Resolves with false while another tab has it. */
  take(name: string, holder: string, now: number, until: number): Promise<boolean>;
  free(name: string, holder: string): Promise<void>;
}

interface LeaseRow {
  name: string;
  holder: string;
  until: number;
}

/** Leases in an IndexedDB database that every tab can read. Over plain http there is no other lock. */
export function browserLease(of: BrowserOptions = {}): Lease {
  const leases = new BrowserDatabase<Table<LeaseRow, string>>(
    {
      name: 'kitroom-lease',
      schema: { lease: 'name' },
      durability: 'relaxed',
      tables: (transaction) => plainTable(transaction.objectStore('lease')),
    },
    of,
  );
  return {
    take: (name, holder, now, until) =>
      leases.write(async (lease) => {
        const current = await lease.get(name);
        // A lease with an end too far in the future was taken before the clock was set back, so it does not count.
        if (current && current.holder !== holder && current.until > now && current.until <= now + LASTS) return false;
        await lease.put([{ name, holder, until }]);
        return true;
      }),
    free: (name, holder) =>
      leases.write(async (lease) => {
        if ((await lease.get(name))?.holder === holder) await lease.delete([name]);
      }),
  };
}

/**
 * A lock made of a lease. If a tab sleeps past the end of its lease and another tab takes the lease, the first tab stops its work and waits for the
 * lease.
 */
export const leaseLock = (lease: Lease, clock: Clock, holder: string): Lock => ({
  async hold(name, signal, work) {
    const take = (): Promise<boolean> => lease.take(name, holder, clock.now(), clock.now() + LASTS).catch(() => false);
    while (!signal.aborted) {
      if (!(await take())) {
        await clock.sleep(RENEWED_EVERY, signal);
        continue;
      }
      const lossSignal = new AbortController();
      const endSignal = new AbortController();
      const renewing = (async () => {
        while (!endSignal.signal.aborted) {
          await clock.sleep(RENEWED_EVERY, endSignal.signal);
          if (!endSignal.signal.aborted && !(await take())) return lossSignal.abort();
        }
      })();
      try {
        await work(AbortSignal.any([signal, lossSignal.signal]));
      } finally {
        endSignal.abort();
        await renewing;
        await lease.free(name, holder).catch(() => undefined);
      }
      if (!lossSignal.signal.aborted) return;
    }
  },
});
