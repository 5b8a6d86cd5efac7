import type { Told } from './story.ts';

const counts = ['faults', 'checks', 'kills', 'done', 'codes'] as const;
export type Tally = Record<(typeof counts)[number], Record<string, number>> & { stories: number; deeds: number };

export const blankTally = (): Tally => ({ stories: 0, deeds: 0, faults: {}, checks: {}, kills: {}, done: {}, codes: {} });

/** Adds what happened in one story to what happened in all. */
export function count(all: Tally, told: Told): void {
  all.stories += 1;
  all.deeds += told.deeds;
  for (const what of counts) for (const [name, n] of Object.entries(told[what])) all[what][name] = (all[what][name] ?? 0) + n;
}
