import type { Logger } from 'pino';
import type { Actor } from '../../shared/policy.ts';
import type { Poke } from '../../shared/sync/wire.ts';
import type { Database, Db } from '../db/db.ts';
import type { EventHandlers } from './events.ts';
import type { Settings } from './settings.ts';

/** A tablet that is notified of changes. */
export interface Listener {
  device: string;
  send: (poke: Poke) => void;
  /** The process is stopping. */
  end: () => void;
}

/** Notifies tablets that there are changes to fetch. */
export interface Pokes {
  /** The version up to which to fetch now. */
  current(): Promise<Poke>;
  /** Call this listener at every change, until the returned function is called. */
  listen(listener: Listener): () => void;
  /** What tablets see may have changed; `by` is the tablet that made the change and knows it already. */
  changed(by?: string): void;
  /** End the stream of every listener. */
  endStreams(): void;
  close(): Promise<void>;
}

/** The services that the whole process shares. */
export interface Services {
  database: Database;
  settings: Settings;
  log: Logger;
  /** The time; tests set their own. */
  clock: () => Date;
  /** Whether the demo's sign-ins are offered and emails are shown unmasked. */
  is_demo: boolean;
  /** Whether the process is about to end: it opens no streams, and others are to send their requests elsewhere. */
  is_stopping: boolean;
  /**
   * Called after a unit of work that may have changed what tablets see, or queued an email or a job; `by` is the tablet that made
   * the change.
   */
  changed: (by?: string) => void;
  /** Notifies tablets that there are changes to fetch. */
  pokes: Pokes;
  /** The handlers of events that areas announce to each other. */
  handlers: EventHandlers;
}

/** A machine's key to a part of the API. */
export interface ApiTokenOfRequest {
  id: number;
  name: string;
  /** The only client whose records it reads and writes; null for all. */
  account_id: number | null;
}

/** The context of a command or query: one connection, one person, one point in time. */
export interface Ctx {
  db: Db;
  actor: Actor;
  /** ISO 8601 UTC; the same for everything that one command writes. */
  now: string;
  services: Services;
  request_id: string | null;
  /** The API token by which a machine sends the request for its maker. */
  api_token?: ApiTokenOfRequest | undefined;
  /** The import that causes what is done. */
  import_id?: number | undefined;
  /** The browser tab that sends the request, where it names itself. */
  tab?: string | undefined;
}
