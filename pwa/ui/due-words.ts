import { formatDate } from '../../shared/uk-time.ts';

/** When the items come that a line lacks: `Expected 04/12/2026`, or `3 of 5 expected 04/12/2026` where not all of them have a date. */
export function dueWords({ due, qty_due }: { due: string | null; qty_due: number }, missing: number): string | null {
  if (due === null || missing <= 0) return null;
  return qty_due < missing ? `${qty_due} of ${missing} expected ${formatDate(due)}` : `Expected ${formatDate(due)}`;
}
