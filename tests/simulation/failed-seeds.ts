import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScenarioResult } from './scenario.ts';
import { STEPS } from './steps.ts';

/** A scenario that once found a fault of the product. Every run begins with the stored scenarios. */
export interface FailedSeed {
  seed: number;
  /** The number of steps; left out if the scenario is as long as `STEPS`. */
  steps?: number;
  failure: string;
}

const file = join(import.meta.dirname, 'seeds.json');

/** All stored scenarios. */
export const readFailedSeeds = (): FailedSeed[] => JSON.parse(readFileSync(file, 'utf8')) as FailedSeed[];

/** Stores a scenario that has failed. */
export function storeFailedSeed({ seed, steps }: ScenarioResult, failure: string): void {
  const entry: FailedSeed = { seed, ...(steps !== STEPS && { steps }), failure };
  const all = readFailedSeeds();
  if (all.some(({ seed, steps }) => seed === entry.seed && steps === entry.steps)) return;
  writeFileSync(file, `${JSON.stringify([...all, entry], null, 2)}\n`);
}
