import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ScenarioResult, STEPS } from './scenario.ts';

/** A story that once showed a fault of the product; it is told first, for ever. */
export interface KeptSeed {
  seed: number;
  /** How long a shift it was, where not a whole one. */
  steps?: number;
  showed: string;
}

const file = join(import.meta.dirname, 'seeds.json');

/** All stories that are kept. */
export const keptSeeds = (): KeptSeed[] => JSON.parse(readFileSync(file, 'utf8')) as KeptSeed[];

/** Keeps a story that has failed. */
export function keepSeed({ seed, steps }: ScenarioResult, showed: string): void {
  const kept: KeptSeed = { seed, ...(steps !== STEPS && { steps }), showed };
  const all = keptSeeds();
  if (all.some(({ seed, steps }) => seed === kept.seed && steps === kept.steps)) return;
  writeFileSync(file, `${JSON.stringify([...all, kept], null, 2)}\n`);
}
