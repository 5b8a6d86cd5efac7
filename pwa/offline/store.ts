import type { MutationText } from '../../shared/sync/mutation-text.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Key } from '../../shared/sync/rows.ts';
import type { Acknowledgement, Base, Cursor, LastMutations, LineFacts, LoosePatch, OutcomeKind } from '../../shared/sync/wire.ts';
import type { NewMutation } from './ledger.ts';

/** One table of a database. Rows are plain JSON; a read returns a copy that others may read too, so nobody changes it. */
export interface Table<T, K> {
  get(key: K): Promise<T | undefined>;
  /** All rows in the order of their keys. */
  all(): Promise<T[]>;
  put(rows: readonly T[]): Promise<void>;
  delete(keys: readonly K[]): Promise<void>;
  clear(): Promise<void>;
}

/** A database whose transactions are all or nothing. When the promise of `write` resolves, the work is as durable as the database promises. */
export interface Database<Tables> {
  read<R>(work: (tables: Tables) => Promise<R>): Promise<R>;
  write<R>(work: (tables: Tables) => Promise<R>): Promise<R>;
  close(): void;
}

interface QueuedCommon {
  /** The device's own order over all clients. */
  q: number;
  c: string;
  s: number;
  m: string;
  nv: number;
  base: Base;
  /** The facts behind each version named in `base`. */
  seen: Record<string, LineFacts>;
  actor: { id: number; name: string };
  asserted: boolean;
  at: string;
  /** What the person did, with the names that the screen showed then. */
  shown: MutationText;
}

/** A mutation that waits until its outcome is known and shown. */
export type Queued<N extends MutationName = MutationName> = { [P in N]: QueuedCommon & { n: P; a: ArgsOf<P> } }[N];

/** A mutation that is done, kept in case the server loses it. */
export type Sent = Queued & { outcome: OutcomeKind | null; code: string | null; sent_at: string };

export interface StoredOutcome {
  m: string;
  n: string;
  outcome: OutcomeKind;
  code: string | null;
  server: Record<string, unknown> | null;
  at: string;
  root_m: string | null;
  is_open: boolean;
  /** Its position in the server's list. */
  place: number;
}

/** A client: one start of the app. The client that replaces it keeps its place. */
export interface ClientFact {
  next_s: number;
  replaced_by: string | null;
  at: string;
}

export interface LostNotice {
  device: string;
  n: number;
  since: string | null;
  noticed_at: string;
  /** The office knows of it. */
  told: boolean;
  /** A person has read it here; it is kept until the office knows too. */
  seen?: boolean;
}

/** An action that its person can still take back: it joins the queue when it is due. */
export interface DelayedAction {
  action: NewMutation;
  /** Milliseconds since 1970. */
  due: number;
}

/** How often a person's PIN was wrong in a row, and until when it cannot be tried. */
export interface PinTries {
  wrong: number;
  until: string | null;
}

/** Single facts of the ledger by name. */
export type Fact =
  | { k: 'device'; device: string; secret: string; persisted: boolean | null }
  | { k: 'last'; q: number; m: string }
  | { k: 'epoch'; epoch: string }
  /** The last mutation that is known to have an outcome, in this epoch. */
  | { k: 'reached'; c: string; s: number }
  /** The server's signed confirmation of the last mutation that it answered, in the epoch of that answer. */
  | ({ k: 'ack' } & Acknowledgement)
  | { k: 'lost'; lost: LostNotice }
  /** Who is signed in and who works here, as `people.ts` stores it. */
  | { k: 'session'; at: number; session: unknown }
  | { k: `pin:${number}`; tries: PinTries }
  | ({ k: `delayed:${string}` } & DelayedAction)
  /** The progress of work that becomes one action when it is complete: how many items of a task are back on the shelf. */
  | { k: `count:${string}`; qty: number; at: string }
  | ({ k: `client:${string}` } & ClientFact);

export interface LedgerTables {
  outbox: Table<Queued, number> & {
    /** The rows written after this one, in their order. */
    after(q: number): Promise<Queued[]>;
  };
  sent: Table<Sent, number>;
  outcomes: Table<StoredOutcome, string>;
  facts: Table<Fact, string>;
}

/** A row of the server; `pick_id` is the pick with which it is deleted. */
export interface CachedRow {
  kind: string;
  key: Key;
  pick_id: number | null;
  row: Record<string, unknown>;
}

export type Meta =
  | { k: 'position'; cursor: Cursor | null; lm: LastMutations; rev: number; synced_at: string | null }
  /** Pages of a pull in progress: `v0` is the version of the first, `cursor` the next page. */
  | { k: 'staging'; full: boolean; epoch: string; v0: number; cursor: Cursor };

/** All rows of a cache as they were at a `rev`. */
export interface RowsAhead {
  rev: number;
  rows: CachedRow[];
}

export interface StagedPage {
  i: number;
  patch: LoosePatch;
}

export interface CacheTables {
  rows: Table<CachedRow, [string, Key]> & {
    /** The rows that are deleted with a pick. */
    ofPick(pick_id: number): Promise<CachedRow[]>;
  };
  meta: Table<Meta, string>;
  staged: Table<StagedPage, number>;
}

export type LedgerStore = Database<LedgerTables>;
export type CacheStore = Database<CacheTables>;
