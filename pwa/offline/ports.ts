import type { Poke, SyncRequest } from '../../shared/sync/wire.ts';

/** Everything that the engine gets from outside, so that a simulation can replace it. */

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
  /** From 0 up to 1. */
  fraction(): number;
}

/** A response as received; `body` is undefined where it was not JSON. */
export interface NetworkAnswer {
  status: number;
  body: unknown;
}

export interface Network {
  /** Rejects where there was no response. */
  sync(request: SyncRequest, token: string, signal: AbortSignal): Promise<NetworkAnswer>;
  /** Listens until the stream ends; rejects where it cannot be opened. */
  listen(device: string, token: string, onPoke: (poke: Poke) => void, signal: AbortSignal): Promise<void>;
}

export interface Lock {
  /**
   * Runs the work once no other tab holds the lock, and holds it until the work is done. The work has to end when its own signal
   * aborts: then the lock was lost, and is waited for again.
   */
  hold(name: string, signal: AbortSignal, work: (lossSignal: AbortSignal) => Promise<void>): Promise<void>;
}

/** The other tabs of this device. A message never reaches the tab that sent it. */
export interface Tabs {
  tell(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): () => void;
}

export type TabMessage =
  /** Something was written to the ledger. */
  | { type: 'queued' }
  /** A sync succeeded or failed: the connection's state, from the tab that syncs. */
  | { type: 'synced'; link: Link }
  /** A new tab asks for the connection's state. */
  | { type: 'hello' }
  /** A person asks to try now. */
  | { type: 'wake' };

/** What keeps the tablet from syncing; null where nothing does. */
export type Problem = 'sign_in' | 'update' | 'device' | 'refused';

/** The state of the connection at the last sync. */
export interface Link {
  online: boolean;
  /** ISO time of the last sync that succeeded. */
  last_sync_at: string | null;
  offline_since: string | null;
  /** When the next try is due; null where none is waiting. */
  next_try_at: string | null;
  problem: Problem | null;
}

/** A small note outside the databases, by which their eviction is detected. */
export interface TabletProgress {
  device: string;
  /** The order number of the last action. */
  q: number;
  at: string;
  /** How many actions waited, and since when. */
  waiting: number;
  since: string | null;
  /** An earlier loss that the office does not know of yet. */
  lost?: { n: number; since: string | null };
}

export interface ProgressPort {
  read(): TabletProgress | null;
  write(progress: TabletProgress): void;
}

/** Storage that can be given up, in this order, when the ledger finds no room. */
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
