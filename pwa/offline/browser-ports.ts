import { newKey } from '../api/transport.ts';
import { dropBallast } from './ballast.ts';
import { browserLease, leaseLock } from './lease-lock.ts';
import { readPokes } from './poke-stream.ts';
import type { Clock, Lock, Network, Ports, Random, TabMessage, Tabs } from './ports.ts';
import { progress } from './progress-cookie.ts';

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    }),
};

const random: Random = {
  uuid: newKey,
  secret: () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  fraction: () => Math.random(),
};

const network: Network = {
  async sync(request, token, signal) {
    const response = await fetch('/api/sync', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    });
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    const body: unknown = isJson ? await response.json().catch(() => undefined) : undefined;
    return { status: response.status, body };
  },
  async listen(device, token, onMessage, signal) {
    const response = await fetch(`/api/sync/poke?device=${device}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    });
    if (!response.ok || !response.body) throw new Error(`No poke stream: ${response.status}`);
    await readPokes(response.body, onMessage, clock);
  },
};

/** The browser's own lock. Over plain http on a local network there is none, so a lease is used instead. */
const lock: Lock = {
  async hold(name, signal, work) {
    if (!('locks' in navigator)) return await leaseLock(browserLease(), clock, newKey()).hold(name, signal, work);
    await navigator.locks
      .request(name, { signal }, () => work(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  },
};

const tabs = (): Tabs => {
  const channel = new BroadcastChannel('kitroom-floor');
  return {
    tell: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      const listener = (event: MessageEvent<TabMessage>): void => onMessage(event.data);
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
};

const dropPictures = async (): Promise<void> => {
  if ('caches' in window) await caches.delete('pictures');
};

/** The ports of a real browser. */
export const browserPorts = (): Ports => ({
  clock,
  random,
  network,
  lock,
  tabs: tabs(),
  progress,
  reserves: [{ drop: dropBallast }, { drop: dropPictures }],
});
