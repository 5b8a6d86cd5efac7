import { session } from '../session/store.ts';
import type { Engine } from './engine.ts';
import { picturesOf } from './views.ts';

/** Milliseconds between two looks at what is missing: a scan must not wait for it. */
const LOOK_EVERY = 10_000;

const load = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });

/**
 * Loads the floor's pictures ahead, one after another, while the tablet is online: without a network the bench shows what to stitch. The service
 * worker keeps them as it keeps every picture.
 */
export function loadPictures(engine: Engine): void {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  const loaded = new Set<string>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    for (const url of picturesOf(engine.screens.get().floor.rows)) {
      if (!engine.sync.get().online || session.get() === null) return;
      if (loaded.has(url)) continue;
      // One that fails is tried again later: the network may have gone.
      if (await load(url)) loaded.add(url);
    }
  };
  // Who signs out takes the pictures along, so the next person's tablet loads its own.
  session.subscribe(() => {
    if (session.get() === null) loaded.clear();
  });
  engine.sync.subscribe(() => {
    if (isLooking || !engine.sync.get().online || !worker.controller) return;
    isLooking = true;
    void look().finally(() => setTimeout(() => (isLooking = false), LOOK_EVERY));
  });
}
