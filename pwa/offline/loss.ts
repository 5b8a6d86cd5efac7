import type { Mirror } from './ports.ts';
import type { LostNotice } from './store.ts';

/**
 * What the browser threw away behind our back: the mirror outside the databases remembers more than they do. Null where nothing is
 * missing, or where nothing waited when it went.
 */
export function lossOf(mirror: Mirror | null, ledger: { device: string; is_new: boolean; last_q: number }, noticed_at: string): LostNotice | null {
  if (!mirror) return null;
  const n = mirror.device === ledger.device ? mirror.q - ledger.last_q : ledger.is_new ? mirror.waiting : 0;
  return n > 0 ? { device: mirror.device, n, since: mirror.since ?? mirror.at, noticed_at, told: false } : null;
}
