import type { TabletProgress } from './ports.ts';
import type { LostNotice } from './store.ts';

/**
 * Computes which actions were lost when the browser evicted this tablet's data. Compares the ledger with `progress`, which is stored outside the
 * databases. A new ledger has lost the waiting actions, and the notice of an earlier loss if the office has not received that notice. An old ledger
 * that ends before the progress has lost the later actions. Null if nothing is lost.
 */
export function lossOf(
  progress: TabletProgress | null,
  ledger: { device: string; is_new: boolean; last_q: number },
  noticed_at: string,
): LostNotice | null {
  if (!progress) return null;
  const n = Math.max(0, progress.device === ledger.device ? progress.q - ledger.last_q : ledger.is_new ? progress.waiting : 0);
  const before = ledger.is_new ? progress.lost : undefined;
  const all = n + (before?.n ?? 0);
  if (all === 0) return null;
  return { device: progress.device, n: all, since: before?.since ?? progress.since ?? progress.at, noticed_at, told: false };
}

/** A tab's note of the progress, with the later actions that only the note of another tab knows: they wait as well. */
export function withLaterActions(note: TabletProgress, other: TabletProgress | null): TabletProgress {
  const later = other?.device === note.device ? Math.max(0, other.q - note.q) : 0;
  return { ...note, q: note.q + later, waiting: note.waiting + later };
}
