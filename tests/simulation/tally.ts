import type { ScenarioResult } from './scenario.ts';

const counts = ['faults', 'checks', 'kills', 'done', 'codes'] as const;
export type Tally = Record<(typeof counts)[number], Record<string, number>> & { scenarios: number; actions: number };

export const blankTally = (): Tally => ({ scenarios: 0, actions: 0, faults: {}, checks: {}, kills: {}, done: {}, codes: {} });

/** Adds the counts of one scenario to those of all. */
export function count(all: Tally, result: ScenarioResult): void {
  all.scenarios += 1;
  all.actions += result.actions;
  for (const what of counts) for (const [name, n] of Object.entries(result[what])) all[what][name] = (all[what][name] ?? 0) + n;
}
