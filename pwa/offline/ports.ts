import type { Poke, SyncRequest } from '../../shared/sync/wire.ts';

/** The ports: everything outside the engine that the engine depends on. A simulation can replace each port. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this many milliseconds, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Random {
  uuid(): string;
  /** 256 bits in lower-case hex. */
  secret(): string;
  /** A random number from 0 up to, but not including, 1. */
  fraction(): number;
}

/** A response as received. `body` is undefined if it was not JSON. */
export interface NetworkAnswer {
  status: number;
  body: unknown;
}

export interface Network {
  /** Rejects if there was no response. */
  sync(request: SyncRequest, token: string, signal: AbortSignal): Promise<NetworkAnswer>;
  /** Listens until the stream ends. Rejects if the stream cannot be opened. */
  listen(device: string, token: string, onPoke: (poke: Poke) => void, signal: AbortSignal): Promise<void>;
}

export interface Lock {
  /**
   * Runs `work` once no other tab holds the lock, and holds the lock until `work` is done. `work` has to end when its `lossSignal`
   * aborts, because the lock is lost then. After that, `hold` waits for the lock again.
   */
  hold(name: string, signal: AbortSignal, work: (lossSignal: AbortSignal) => Promise<void>): Promise<void>;
}

/** The other tabs of this device. A message never reaches the tab that sent it. */
export interface Tabs {
  tell(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): () => void;
}

export type TabMessage =
  /** A tab wrote to the ledger. */
  | { type: 'queued' }
  /** The tab that syncs reports the state of the connection after a sync. */
  | { type: 'synced'; link: Link }
  /** A new tab asks for the connection's state. */
  | { type: 'hello' }
  /** A person asks to sync now. */
  | { type: 'wake' };

/** What prevents the tablet from syncing. */
export type Problem = 'sign_in' | 'update' | 'device' | 'refused';

/** The state of the connection at the last sync. */
export interface Link {
  online: boolean;
  /** ISO time of the last sync that succeeded. */
  last_sync_at: string | null;
  offline_since: string | null;
  /** When the next try is due; null if none is planned. */
  next_try_at: string | null;
  problem: Problem | null;
}

/** A small record that is stored outside the databases. It shows later whether the browser has evicted the databases. */
export interface TabletProgress {
  device: string;
  /** The position of the last action in this tablet's queue. */
  q: number;
  at: string;
  /** How many actions waited; `since` is the time of the oldest one. */
  waiting: number;
  since: string | null;
  /** An earlier loss that the office does not know of yet. */
  lost?: { n: number; since: string | null };
}

export interface ProgressPort {
  read(): TabletProgress | null;
  write(progress: TabletProgress): void;
}

/** Data that can be deleted when the storage is too full for the ledger. */
export interface Reserve {
  drop(): Promise<void>;
}

export interface Ports {
  clock: Clock;
  random: Random;
  network: Network;
  lock: Lock;
  tabs: Tabs;
  progress: ProgressPort;
  reserves: readonly Reserve[];
}
