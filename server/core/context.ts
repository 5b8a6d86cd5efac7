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
  /** Called when the process is stopping. */
  end: () => void;
}

/** Notifies tablets that there are changes to fetch. */
export interface Pokes {
  /** The epoch and the version up to which tablets can fetch now. */
  current(): Promise<Poke>;
  /** Call this listener at every change, until the returned function is called. */
  listen(listener: Listener): () => void;
  /** Report that data of tablets may have changed; `by` is the tablet that made the change and knows of it. */
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
  /** Whether the process is about to end: it opens no more streams, and a proxy is to send requests elsewhere. */
  is_stopping: boolean;
  /** Called after a unit of work that may have changed data of tablets or queued an email or a job; `by` is the tablet that made the change. */
  changed: (by?: string) => void;
  /** Notifies tablets that there are changes to fetch. */
  pokes: Pokes;
  /** The handlers of events that areas announce to each other. */
  handlers: EventHandlers;
}

/** The API token with which a machine may use a part of the API. */
export interface ApiTokenOfRequest {
  id: number;
  name: string;
  /** The only client whose records the token may read and write; null for all clients. */
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
  /** The API token with which a machine sends the request in the name of the person who made the token. */
  api_token?: ApiTokenOfRequest | undefined;
  /** The import that makes the changes, if an import makes them. */
  import_id?: number | undefined;
  /** The browser tab that sends the request, if the request names one. */
  tab?: string | undefined;
}
