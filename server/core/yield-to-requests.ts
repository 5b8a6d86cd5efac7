import { setImmediate } from 'node:timers/promises';
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
