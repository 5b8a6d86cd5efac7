import { asApiError } from '../api/api-error.ts';
import { announceOrderNews } from '../api/order-news.ts';
import { reachable } from '../api/reachable.ts';
import { apiFetch } from '../api/transport.ts';
import { createStore } from '../ui/store.ts';

/** The number of unread notifications; null until it is known. */
export const unreadCount = createStore<number | null>(null);

/** Milliseconds without data after which the connection counts as dead. The server sends a keep-alive every 15 seconds, so three are missing. */
const MAX_SILENCE = 45_000;
const RETRY_FIRST = 1_000;
const RETRY_LAST = 60_000;

/** Whether this page has been connected before. */
let wasConnected = false;

/** The token of the session to which the number belongs. */
let countedFor: string | null = null;

/**
 * Keeps `unreadCount` up to date while the page is visible. Hidden pages do not connect, because a browser has only a few connections.
 * Returns a function that stops the updates.
 */
export function followUnread(token: string): () => void {
  let connection: AbortController | null = null;
  const leave = (): void => {
    connection?.abort();
    connection = null;
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') {
      leave();
      return;
    }
    if (connection) return;
    connection = new AbortController();
    void stayConnected(connection.signal);
  };
  // Replaces the connection when the network is back, because the old connection may look alive for a long time.
  const reconnect = (): void => {
    leave();
    look();
  };
  if (countedFor !== token) unreadCount.set(null);
  countedFor = token;
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', reconnect);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', reconnect);
    leave();
  };
}

/** Resolves after this many milliseconds, or as soon as the server responds again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stopFollowing();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stopFollowing = reachable.subscribe(() => reachable.get() && end());
    signal.addEventListener('abort', end, { once: true });
  });

async function stayConnected(signal: AbortSignal): Promise<void> {
  let wait = RETRY_FIRST;
  while (!signal.aborted) {
    try {
      const { body } = await apiFetch('/api/notifications/stream', { signal });
      if (body) {
        // Orders may have changed while the page was hidden or the network was lost, and the server does not announce these changes again.
        if (wasConnected) announceOrderNews([]);
        wasConnected = true;
        await hearCounts(body, () => (wait = RETRY_FIRST));
      }
    } catch (error) {
      // The session has ended. The next session connects after the next sign-in.
      if (asApiError(error).status === 401) return;
    }
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, RETRY_LAST);
  }
}

/** Reads the stream until it ends or falls silent. */
async function hearCounts(body: ReadableStream<Uint8Array>, onHeard: () => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const silenceOver = new Promise<null>((resolve) => {
      silence = setTimeout(() => resolve(null), MAX_SILENCE);
    });
    const read = await Promise.race([reader.read(), silenceOver]).finally(() => clearTimeout(silence));
    if (!read) return void reader.cancel().catch(() => undefined);
    if (read.done) return;
    const lines = (rest + read.value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const { unread_count, orders } = JSON.parse(line.slice('data:'.length)) as { unread_count?: number; orders?: number[] };
      onHeard();
      if (unread_count !== undefined) unreadCount.set(unread_count);
      if (orders) announceOrderNews(orders);
    }
  }
}
