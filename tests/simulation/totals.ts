import type { ScenarioResult } from './scenario.ts';

const counts = ['faults', 'checks', 'kills', 'mutations', 'codes'] as const;
export type Totals = Record<(typeof counts)[number], Record<string, number>> & { scenarios: number; actions: number };

export const emptyTotals = (): Totals => ({ scenarios: 0, actions: 0, faults: {}, checks: {}, kills: {}, mutations: {}, codes: {} });

/** Adds the counts of one scenario to `totals`. */
export function addResult(totals: Totals, result: ScenarioResult): void {
  totals.scenarios += 1;
  totals.actions += result.actions;
  for (const field of counts) for (const [name, n] of Object.entries(result[field])) totals[field][name] = (totals[field][name] ?? 0) + n;
}
