import { sendJson } from '../api/send-json.ts';
import { onReturn } from '../ui/on-return.ts';

const KEY = 'kitroom.ended';
/** Milliseconds until the server is tried again; a network that returns is tried at once. */
const TRY_EVERY = 10_000;

/** The hash that the server has of a token. With it the session can be ended and nothing else, so it may stay in this browser. */
async function hashOf(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The sessions that ended here and that the server has not ended yet. */
function readEnded(): string[] {
  try {
    const hashes: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(hashes) ? hashes.filter((hash) => /^[0-9a-f]{64}$/.test(String(hash))) : [];
  } catch {
    return [];
  }
}

function keepEnded(hashes: readonly string[]): void {
  try {
    if (hashes.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(hashes));
  } catch {
    // A browser without room cannot tell the server later; the session ends by itself.
  }
}

/** Keeps note of a session that ends here; the function that it returns says that the server has ended it. Over plain http there is no hash to keep. */
export async function noteEnded(token: string): Promise<() => void> {
  if (!crypto.subtle) return () => undefined;
  const hash = await hashOf(token);
  keepEnded([...readEnded(), hash]);
  return () => keepEnded(readEnded().filter((one) => one !== hash));
}

/** Ends on the server what has ended here; true where nothing is left to send. */
async function sendEnded(): Promise<boolean> {
  for (const token_hash of readEnded()) {
    const isSent = await sendJson('POST', '/api/auth/revoke', { token_hash }).then(
      () => true,
      () => false,
    );
    if (!isSent) return false;
    keepEnded(readEnded().filter((one) => one !== token_hash));
  }
  return true;
}

let isTrying = false;
/** Sends it until the server has answered. */
export function sendEndedUntilDone(onDone: () => void = () => undefined): void {
  if (isTrying || readEnded().length === 0) return;
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
