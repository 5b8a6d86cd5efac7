import { reachable } from './reachable.ts';
import { apiFetch } from './transport.ts';

const MAX_CHECK_TIME = 5_000;
let isChecking = false;

/** Asks the server for a sign of life where it could not be reached; what waits for it follows `reachable`. One question at a time. */
export async function checkReachable(): Promise<void> {
  if (reachable.get() || isChecking) return;
  isChecking = true;
  await apiFetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(MAX_CHECK_TIME) }).catch(() => undefined);
  isChecking = false;
}
