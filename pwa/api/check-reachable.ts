import { reachable } from './reachable.ts';
import { apiFetch } from './transport.ts';

const MAX_CHECK_TIME = 5_000;
let isChecking = false;

/**
 * Requests `/healthz` if the last call did not reach the server; one request at a time. Stores the result in `reachable`. Components that
 * wait for the server subscribe to that store.
 */
export async function checkReachable(): Promise<void> {
  if (reachable.get() || isChecking) return;
  isChecking = true;
  await apiFetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(MAX_CHECK_TIME) }).catch(() => undefined);
  isChecking = false;
}
