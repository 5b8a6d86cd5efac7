import { lineFactsOf } from '../../shared/sync/refusal-facts.ts';
import type { StoredOutcome } from './store.ts';

/** The open outcomes that a person decides: those that hang under none that is open itself. */
export function rootsOf(open: readonly StoredOutcome[]): StoredOutcome[] {
  const ms = new Set(open.map(({ m }) => m));
  return open.filter(({ root_m }) => root_m === null || !ms.has(root_m));
}

const lineChoices = new Set(['DOUBLE_PICKED', 'LINE_CHANGED', 'AFTER']);

/** The lines about which a choice is open: it decides whose pieces go back, so that nobody is sent with them before. */
export const undecidedLines = (open: readonly StoredOutcome[]): ReadonlySet<number> =>
  new Set(open.flatMap(({ code, server }) => (lineChoices.has(code ?? '') ? (lineFactsOf(server)?.pick_line_id ?? []) : [])));
