import type { MutationText } from '../../shared/sync/mutation-text.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Key } from '../../shared/sync/rows.ts';
import type { Acknowledgement, Base, Cursor, LastMutations, LineFacts, LoosePatch, OutcomeKind } from '../../shared/sync/wire.ts';
import type { NewMutation } from './ledger.ts';

/** One table of a database. Rows are plain JSON. Several readers may share the rows that a read returns, so do not change them. */
export interface Table<T, K> {
  get(key: K): Promise<T | undefined>;
  /** All rows in the order of their keys. */
  all(): Promise<T[]>;
  put(rows: readonly T[]): Promise<void>;
  delete(keys: readonly K[]): Promise<void>;
  clear(): Promise<void>;
}

/** A database with atomic transactions. When the promise of `write` resolves, the work is as durable as the database guarantees. */
export interface Database<Tables> {
  read<R>(work: (tables: Tables) => Promise<R>): Promise<R>;
  write<R>(work: (tables: Tables) => Promise<R>): Promise<R>;
  close(): void;
}

interface QueuedCommon {
  /** The position in this device's queue, counted over all clients. */
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

/** A mutation that is done. It stays stored in case the server loses it. */
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
  /** The outcome's position in the server's list. */
  place: number;
}

/** A client: one start of the app. `next_s` is the number of its next mutation; `replaced_by` is the client that has replaced it. */
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
  /** The office knows of the loss. */
  told: boolean;
  /** A person has read the notice on this tablet. The notice stays stored until the office also knows of the loss. */
  seen?: boolean;
}

/** An action that the person can still undo. It joins the queue when it is due. */
export interface DelayedAction {
  action: NewMutation;
  /** Milliseconds since 1970. */
  due: number;
}

/** How many wrong PINs in a row were tried for a person, and until when no PIN can be tried. */
export interface PinTries {
  wrong: number;
  until: string | null;
}

/** Single facts of the ledger by name. */
export type Fact =
  | { k: 'device'; device: string; secret: string; persisted: boolean | null }
  | { k: 'last'; q: number; m: string }
  | { k: 'epoch'; epoch: string }
  /** The last mutation of this epoch that is known to have an outcome. */
  | { k: 'reached'; c: string; s: number }
  /** The server's signed confirmation of the last mutation to which it responded, valid in the epoch of that response. */
  | ({ k: 'ack' } & Acknowledgement)
  | { k: 'lost'; lost: LostNotice }
  /** Who is signed in and who works on this tablet, as `people.ts` stores it. */
  | { k: 'session'; at: number; session: unknown }
  | { k: `pin:${number}`; tries: PinTries }
  | ({ k: `delayed:${string}` } & DelayedAction)
  /** The progress of work that becomes one action when it is complete, such as how many items of a task are back on the shelf. */
  | { k: `count:${string}`; qty: number; at: string }
  | ({ k: `client:${string}` } & ClientFact);

export interface LedgerTables {
  outbox: Table<Queued, number> & {
    /** The rows of the queue that were written after row `q`, in their sequence. */
    after(q: number): Promise<Queued[]>;
  };
  sent: Table<Sent, number>;
  outcomes: Table<StoredOutcome, string>;
  facts: Table<Fact, string>;
}

/** A row from the server. It is deleted together with the pick `pick_id`. */
export interface CachedRow {
  kind: string;
  key: Key;
  pick_id: number | null;
  row: Record<string, unknown>;
}

export type Meta =
  | { k: 'position'; cursor: Cursor | null; lm: LastMutations; rev: number; synced_at: string | null }
  /** The pages of a pull in progress. `v0` is the version of the first page, `cursor` the cursor of the next one. */
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
