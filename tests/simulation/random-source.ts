import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Dice } from './dice.ts';

type Uuid = ReturnType<typeof nodeCrypto.randomUUID>;

/** Makes the server draw every name from these dice; returns the function that restores its own random source. */
export function drawFrom(dice: Dice): () => void {
  const own = nodeCrypto.randomUUID;
  const draw = (): Uuid => dice.uuid() as Uuid;
  const put = (by: typeof own): void => {
    nodeCrypto.randomUUID = by;
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: by, configurable: true, writable: true });
    syncBuiltinESMExports();
  };
  put(draw);
  return () => put(own);
}
