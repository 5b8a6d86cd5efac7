import { expireSession, session } from '../session/store.ts';
import { onReturn } from '../ui/on-return.ts';
import { finishBeforeReload } from '../ui/reload.ts';
import { createStore } from '../ui/store.ts';
import { loadBallast } from './ballast.ts';
import { browserPorts } from './browser-ports.ts';
import { CACHE_VERSION, olderCache } from './browser-stores.ts';
import { changeSession, rememberSession, restoreDurableSession } from './durable-session.ts';
import { Engine } from './engine.ts';
import { loadPictures } from './load-pictures.ts';
import { hasLeft, signedIn } from './signed-in.ts';
import { makeWay, tabletCache, tabletLedger, takeRowsAhead } from './this-tablet-stores.ts';

/** The engine of this tab; null until the floor is opened for the first time. */
export const tablet = createStore<Engine | null>(null);
/** Why the floor could not be opened; null if it was opened, or is not open yet. */
export const tabletFailure = createStore<string | null>(null);

/** After this many milliseconds the start counts as complete, even if the page is still busy. */
const MAX_START_TIME = 1_000;

/** Resolves once the page is idle. Work that the first screen does not need waits for this, because it would delay the rendering. */
const firstDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser supports `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_START_TIME });
    else setTimeout(resolve, MAX_START_TIME / 4);
  });

let opening: Promise<Engine> | null = null;
/** Opens this tablet's ledger and begins to sync; once for the life of the tab. */
export function openTablet(): Promise<Engine> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    tabletFailure.set(error instanceof Error ? error.message : String(error));
    throw error;
  });
  return opening;
}

async function open(): Promise<Engine> {
  const older = await olderCache(CACHE_VERSION, { makeWay });
  const engine = new Engine({ ledger: tabletLedger(), cache: tabletCache(), rowsAhead: takeRowsAhead(), older, ports: browserPorts() });
  finishBeforeReload(() => engine.settled());
  await Promise.all([engine.open(), restoreDurableSession()]);
  engine.signIn(signedIn(session.get()));
  session.subscribe(() => engine.signIn(signedIn(session.get())));
  engine.screens.subscribe(() => {
    const current = session.get();
    if (current && hasLeft(current, engine.screens.get().floor.rows)) void changeSession({ ...current, is_locked: true });
  });
  // If the server refuses the session's token during the sync, the session has expired for every screen.
  engine.refused.subscribe(() => {
    if (engine.refused.get() === session.get()?.token) expireSession();
  });
  // If the office uses a newer protocol, a new version of the app may already be available.
  let problem = engine.sync.get().problem;
  engine.sync.subscribe(() => {
    const before = problem;
    problem = engine.sync.get().problem;
    if (problem === 'update' && before !== problem) void navigator.serviceWorker?.getRegistration().then((app) => app?.update());
  });
  onReturn((what) => engine.tryNow(what === 'network' ? 'network' : 'now'));
  const calm = firstDrawn();
  void engine.run(new AbortController().signal, calm);
  void calm.then(() => {
    // The start waits for the ledger's session; storing this browser's session in the ledger is not awaited.
    void rememberSession().catch(() => undefined);
    // If the tablet's storage is full, the browser's answer cannot be stored. This error is ignored.
    void keepData(engine).catch(() => undefined);
    loadPictures(engine);
  });
  tabletFailure.set(null);
  tablet.set(engine);
  return engine;
}

/** Asks the browser not to evict this tablet's data, and stores the answer. */
async function keepData(engine: Engine): Promise<void> {
  const isPersistent = (await navigator.storage?.persist?.()) ?? false;
  await engine.notePersisted(isPersistent);
  await loadBallast();
}
