import { setImmediate, setTimeout } from 'node:timers/promises';
import { underWay } from './metrics.ts';

/** Upper limit of milliseconds that background work waits for requests between two of its parts. */
const MAX_WAIT = 25;

/**
 * Makes background work wait until the requests in progress are answered, 25 ms at most. An answer takes several turns of the event loop; without
 * this wait, the background work would delay the answer in each turn. `own` is the number of requests in progress that wait for the background work.
 */
export async function yieldToRequests(own = 0): Promise<void> {
  const until = performance.now() + MAX_WAIT;
  do await setImmediate();
  while (underWay.requests > own && performance.now() < until);
}

/**
 * Runs one part of a long piece of background work and then pauses for twice as long as the part took, so that requests get at least two
 * thirds of the time; each waits for one part at most.
 */
export async function inTurn<T>(part: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await part();
  const took = performance.now() - started;
  await setTimeout(Math.min(2 * took, MAX_WAIT));
  await yieldToRequests();
  return result;
}
