import { sendJson } from '../api/send-json.ts';
import { dropEndedToken, endedTokens, noteEndedToken } from '../offline/ended-store.ts';
import { onReturn } from '../ui/on-return.ts';

/** Milliseconds until the server is tried again; it is tried at once when the network returns. */
const TRY_EVERY = 10_000;

/** The hash of a token, as the server stores it. The hash can only be used to end the session, so it may stay in this browser. */
async function hashOf(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Records a session that ends in this browser. Call the returned function once the server has ended the session. Over plain http no hash can be
 * computed, so nothing is recorded.
 */
export async function noteEnded(token: string): Promise<() => void> {
  if (!crypto.subtle) return () => undefined;
  const hash = await hashOf(token);
  // A browser without room for the hash cannot end the session on the server later; the session then expires by itself.
  await noteEndedToken(hash).catch(() => undefined);
  return () => void dropEndedToken(hash).catch(() => undefined);
}

/** Ends on the server the sessions that have ended in this browser. Returns true once the server has ended all of them. */
async function sendEnded(): Promise<boolean> {
  for (const token_hash of await endedTokens().catch(() => [])) {
    const isSent = await sendJson('POST', '/api/auth/revoke', { token_hash }).then(
      () => true,
      () => false,
    );
    if (!isSent) return false;
    await dropEndedToken(token_hash).catch(() => undefined);
  }
  return true;
}

let isTrying = false;
/** Retries until the server has ended all sessions that have ended in this browser. */
export function sendEndedUntilDone(onDone: () => void = () => undefined): void {
  if (isTrying) return;
  isTrying = true;
  let isBusy = false;
  const attempt = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    const isDone = await sendEnded();
    isBusy = false;
    if (!isDone || !isTrying) return;
    isTrying = false;
    clearInterval(timer);
    stop();
    onDone();
  };
  const timer = setInterval(() => void attempt(), TRY_EVERY);
  const stop = onReturn(() => void attempt());
  void attempt();
}
