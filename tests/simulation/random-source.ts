import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Dice } from './dice.ts';

type Uuid = ReturnType<typeof nodeCrypto.randomUUID>;

/** Has every name that the server draws come from these dice; answers how to give it its own random source back. */
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
