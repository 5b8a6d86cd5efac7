import { session } from '../session/store.ts';
import { createStore } from '../ui/store.ts';
import { loadBallast } from './ballast.ts';
import { browserPorts } from './browser-ports.ts';
import { CACHE_VERSION, dexieCache, dexieLedger, olderCache } from './dexie-store.ts';
import { Engine, type SignedIn } from './engine.ts';

/** The engine of this tab; null until the floor is opened for the first time. */
export const tablet = createStore<Engine | null>(null);
/** Why the floor could not be opened, where it could not. */
export const tabletFailure = createStore<string | null>(null);

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
  let engine: Engine | null = null;
  /** Another version of the app has taken over: what is being written is finished first. */
  const makeWay = (): void => {
    void (engine?.settled() ?? Promise.resolve()).then(() => location.reload());
  };
  const of = { makeWay };
  const stores = { ledger: dexieLedger(of), cache: dexieCache(CACHE_VERSION, of) };
  engine = new Engine({ ...stores, older: await olderCache(CACHE_VERSION, of), ports: browserPorts() });
  await engine.open();
  const opened = engine;
  opened.signIn(signedIn());
  session.subscribe(() => opened.signIn(signedIn()));
  // The first worker that takes this page over is of its own version; another one after it is an update.
  let isControlled = navigator.serviceWorker?.controller != null;
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    if (isControlled) makeWay();
    isControlled = true;
  });
  window.addEventListener('online', () => opened.tryNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') opened.tryNow();
  });
  void opened.run(new AbortController().signal);
  void keepData(opened);
  tabletFailure.set(null);
  tablet.set(opened);
  return opened;
}

/** Asks the browser not to throw this tablet's data away, and keeps what it said. */
async function keepData(engine: Engine): Promise<void> {
  const granted = (await navigator.storage?.persist?.()) ?? false;
  await engine.notePersisted(granted);
  await loadBallast();
}

function signedIn(): SignedIn | null {
  const current = session.get();
  if (!current) return null;
  const { id, name, primary_role } = current.who.user;
  return { token: current.is_expired ? null : current.token, actor: { id, name, role: primary_role } };
}
