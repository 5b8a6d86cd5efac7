import type { BinCounts } from './bin-counts.ts';
import type { BinSession } from './bin-session.ts';
import type { Countable } from './to-count.ts';

const KEY = 'kitroom.count-draft';
/** How long an unrecorded count is kept, in milliseconds: the next day the bin may hold something else. */
const KEEP_MS = 12 * 3_600_000;

/** A count that is not recorded yet: of one SKU in its bins, or of a bin with all that is in it. */
export type CountDraft = { sku: Countable; counts: BinCounts } | { session: BinSession };

interface StoredDraft {
  user_id: number;
  at: number;
  draft: CountDraft;
}

/** Whether a stored value has the shape that this version of the app writes. */
function isStored(value: unknown): value is StoredDraft {
  const { user_id, at, draft } = (value ?? {}) as Partial<Record<keyof StoredDraft, unknown>>;
  const { sku, counts, session } = (draft ?? {}) as { sku?: Countable; counts?: BinCounts; session?: BinSession };
  const isOfSku = typeof sku?.id === 'number' && Array.isArray(counts?.bins);
  return typeof user_id === 'number' && typeof at === 'number' && (isOfSku || (typeof session?.bin === 'string' && Array.isArray(session.lines)));
}

/** The person's unrecorded count on this tablet, which survives a reload; null if there is none. Nobody else sees it. */
export function readCountDraft(user_id: number): CountDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isStored(stored) && stored.user_id === user_id && Date.now() - stored.at < KEEP_MS ? stored.draft : null;
  } catch {
    return null;
  }
}

/** Stores the person's unrecorded count in place of an earlier one; null deletes it. */
export function keepCountDraft(user_id: number, draft: CountDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ user_id, at: Date.now(), draft } satisfies StoredDraft));
  } catch {
    // Without storage a reload loses the count, and the page asks before it is left.
  }
}
