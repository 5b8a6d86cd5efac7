import { setImmediate } from 'node:timers/promises';
import { underWay } from './metrics.ts';

/** Upper limit of milliseconds that background work waits for requests between two of its parts. */
const MAX_WAIT = 25;

/**
 * Waits until the requests in progress are answered, 25 ms at most, before background work continues. An answer takes several turns of the event
 * loop; without this wait, one part of the work would delay the answer in each turn. `own` is the number of requests in progress that wait for
 * this work themselves.
 */
export async function yieldToRequests(own = 0): Promise<void> {
  const until = performance.now() + MAX_WAIT;
  do await setImmediate();
  while (underWay.requests > own && performance.now() < until);
}
