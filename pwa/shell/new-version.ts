import { wouldLose } from '../ui/leave-guard.ts';
import { reloadWhenDone } from '../ui/reload.ts';
import { createStore } from '../ui/store.ts';

/** A newer version of the app: it waits to take over, or has taken over while this page still shows the older version. */
export type NewVersion = { is_here: false; letIn: () => void } | { is_here: true };

export const newVersion = createStore<NewVersion | null>(null);

const LOOKED_FOR_EVERY = 30 * 60_000;

/**
 * Reloads this page once another version of the app has taken over the page and all current writes are done. If the person would lose typed text, the
 * page is not reloaded. A newer version also takes over without anybody's request, once all tabs of the older version are closed.
 */
export function followTakeOver(): void {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // The first service worker that takes over a page is of the page's own version; every later one is an update.
  let isControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    const isUpdate = isControlled;
    isControlled = true;
    if (!isUpdate) return;
    if (wouldLose()) newVersion.set({ is_here: true });
    else void reloadWhenDone();
  });
}

/** Installs the app on this device, and checks at intervals for a newer version. */
export async function keepApp(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers || !import.meta.env.PROD) return;
  const registration = await workers.register('/sw.js', { scope: '/' });
  const offer = (): void => {
    const { waiting } = registration;
    if (waiting && workers.controller) newVersion.set({ is_here: false, letIn: () => waiting.postMessage({ type: 'SKIP_WAITING' }) });
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
  offer();
  const look = (): void => void registration.update().catch(() => undefined);
  setInterval(look, LOOKED_FOR_EVERY);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
