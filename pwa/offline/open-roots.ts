import type { StoredOutcome } from './store.ts';

/** The open outcomes that a person decides: those that hang under none that is open itself. */
export function rootsOf(open: readonly StoredOutcome[]): StoredOutcome[] {
  const ms = new Set(open.map(({ m }) => m));
  return open.filter(({ root_m }) => root_m === null || !ms.has(root_m));
}
