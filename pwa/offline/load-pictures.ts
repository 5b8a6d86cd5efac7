import { session } from '../session/store.ts';
import type { Engine } from './engine.ts';
import { picturesOf } from './views.ts';

/** Milliseconds between two searches for missing pictures. Searches are rare, because a scan must not wait for a search. */
const LOOK_EVERY = 10_000;

/**
 * Loads a picture with `fetch`, not as an `Image`. If a page has shown an `Image` before, it does not ask the service worker for the picture again,
 * so the service worker would not store the picture for the next person.
 */
async function load(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.blob();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Loads the floor's pictures ahead, one after another, while the tablet is online, so that the bench can also show them offline. The
 * service worker stores them like all pictures.
 */
export function loadPictures(engine: Engine): void {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  const loaded = new Set<string>();
  let reader = session.get()?.who.user.id;
  let isLooking = false;
  const look = async (): Promise<void> => {
    const before = reader;
    for (const url of picturesOf(engine.screens.get().floor.rows)) {
      if (!engine.sync.get().online || reader === undefined || reader !== before) return;
      if (loaded.has(url)) continue;
      // A picture that fails is tried again later, because the network may be lost.
      if ((await load(url)) && reader === before) loaded.add(url);
    }
  };
  // Signing out deletes the pictures, so they are loaded again for the next person.
  session.subscribe(() => {
    const next = session.get()?.who.user.id;
    if (next !== reader) loaded.clear();
    reader = next;
  });
  engine.sync.subscribe(() => {
    if (isLooking || !engine.sync.get().online || !worker.controller) return;
    isLooking = true;
    void look().finally(() => setTimeout(() => (isLooking = false), LOOK_EVERY));
  });
}
