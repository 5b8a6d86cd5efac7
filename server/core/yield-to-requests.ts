import { setImmediate } from 'node:timers/promises';
import { underWay } from './metrics.ts';

/** Milliseconds that work in the background waits for requests between two of its parts, at most. */
const MAX_WAIT = 25;

/**
 * Let the requests that are under way be answered before work in the background goes on, for 25 ms at most: an answer takes several turns of the loop of
 * events, and would otherwise wait for a part in each. `own` is the number of requests that wait for this work themselves.
 */
export async function yieldToRequests(own = 0): Promise<void> {
  const until = performance.now() + MAX_WAIT;
  do await setImmediate();
  while (underWay.requests > own && performance.now() < until);
}
