import { formatDate } from '../../shared/uk-time.ts';

interface Waiting {
  due: string | null;
  qty_due: number;
  /** How many of the items have no date. */
  qty_undated: number;
}

/**
 * Says when the items that a line lacks will arrive: `Expected 04/12/2026`, `3 of 5 expected 04/12/2026` if only some have a date, and `2 waiting for
 * stock, no date yet` for the others. Null if no item is missing.
 */
export function dueWords({ due, qty_due, qty_undated }: Waiting, missing: number): string | null {
  if (missing <= 0) return null;
  const expected = due === null ? null : qty_due < missing ? `${qty_due} of ${missing} expected ${formatDate(due)}` : `Expected ${formatDate(due)}`;
  const undated = qty_undated > 0 ? `${qty_undated} waiting for stock, no date yet` : null;
  return [expected, undated].filter(Boolean).join(', ') || null;
}
