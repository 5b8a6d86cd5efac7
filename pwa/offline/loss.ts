import type { Mirror } from './ports.ts';
import type { LostNotice } from './store.ts';

/**
 * The loss after the browser evicted this tablet's data: the mirror outside the databases remembers more than they do. Null where
 * nothing is missing, or where nothing was waiting at the time. It includes an earlier loss that the office did not know of yet.
 */
export function lossOf(mirror: Mirror | null, ledger: { device: string; is_new: boolean; last_q: number }, noticed_at: string): LostNotice | null {
  if (!mirror) return null;
  const n = Math.max(0, mirror.device === ledger.device ? mirror.q - ledger.last_q : ledger.is_new ? mirror.waiting : 0);
  const before = ledger.is_new ? mirror.lost : undefined;
  const all = n + (before?.n ?? 0);
  if (all === 0) return null;
  return { device: mirror.device, n: all, since: before?.since ?? mirror.since ?? mirror.at, noticed_at, told: false };
}
