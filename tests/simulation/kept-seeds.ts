import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ScenarioResult, STEPS } from './scenario.ts';

/** A scenario that once showed a fault of the product; it is always run first. */
export interface KeptSeed {
  seed: number;
  /** The length of its shift, where not a whole one. */
  steps?: number;
  showed: string;
}

const file = join(import.meta.dirname, 'seeds.json');

/** All scenarios that are kept. */
export const keptSeeds = (): KeptSeed[] => JSON.parse(readFileSync(file, 'utf8')) as KeptSeed[];

/** Keeps a scenario that has failed. */
export function keepSeed({ seed, steps }: ScenarioResult, showed: string): void {
  const kept: KeptSeed = { seed, ...(steps !== STEPS && { steps }), showed };
  const all = keptSeeds();
  if (all.some(({ seed, steps }) => seed === kept.seed && steps === kept.steps)) return;
  writeFileSync(file, `${JSON.stringify([...all, kept], null, 2)}\n`);
}
