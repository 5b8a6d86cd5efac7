import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** The free memory in bytes that a whole run of the tests may need, with a margin. */
const MIN_FREE = 4 * 2 ** 30;

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MIN_FREE;
  } catch {
    return false;
  }
}

/**
 * The folder for data that a test throws away: in memory if enough is free, because a database that waits for a disk at each commit keeps
 * the processors idle for a third of a run.
 */
export const scratch: string = hasRoom() ? MEMORY : tmpdir();

/** True if `scratch` is in memory. */
export const isInMemory: boolean = scratch === MEMORY;
