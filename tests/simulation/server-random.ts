import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { SeededRandom } from './seeded-random.ts';

type Uuid = ReturnType<typeof nodeCrypto.randomUUID>;

/** Makes the server draw every identifier from `random`; returns the function that restores the server's random source. */
export function replaceServerRandom(random: SeededRandom): () => void {
  const original = nodeCrypto.randomUUID;
  const draw = (): Uuid => random.uuid() as Uuid;
  const install = (randomUUID: typeof original): void => {
    nodeCrypto.randomUUID = randomUUID;
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID, configurable: true, writable: true });
    syncBuiltinESMExports();
  };
  install(draw);
  return () => install(original);
}
