import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A story that once showed a fault of the product; it is told first, for ever. */
export interface KeptSeed {
  seed: number;
  showed: string;
}

const file = join(import.meta.dirname, 'seeds.json');

/** All stories that are kept. */
export const keptSeeds = (): KeptSeed[] => JSON.parse(readFileSync(file, 'utf8')) as KeptSeed[];

/** Keeps a story that has failed. */
export function keepSeed(kept: KeptSeed): void {
  const all = keptSeeds();
  if (all.some(({ seed }) => seed === kept.seed)) return;
  writeFileSync(file, `${JSON.stringify([...all, kept], null, 2)}\n`);
}
