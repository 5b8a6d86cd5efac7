import { lineFactsOf } from '../../shared/sync/refusal-facts.ts';
import type { StoredOutcome } from './store.ts';

/** The open outcomes that a person has to decide: those that no other open outcome has caused. */
export function rootsOf(open: readonly StoredOutcome[]): StoredOutcome[] {
  const ms = new Set<string | null>(open.map(({ m }) => m));
  return open.filter(({ root_m }) => !ms.has(root_m));
}

const lineChoices = new Set<string | null>(['DOUBLE_PICKED', 'LINE_CHANGED', 'AFTER']);

/** The lines with an open choice. The choice decides whose items go back to the shelf, so nobody is asked to put items back before the choice. */
export const undecidedLines = (open: readonly StoredOutcome[]): ReadonlySet<number> =>
  new Set(open.flatMap(({ code, server }) => (lineChoices.has(code) ? (lineFactsOf(server)?.pick_line_id ?? []) : [])));
