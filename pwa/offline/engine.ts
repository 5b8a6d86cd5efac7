import { qtyHeldBy } from '../../shared/picking/line-holders.ts';
import type { FloorActor } from '../../shared/picking/pick-facts.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import { type Floor, noRows, type SyncRows } from '../../shared/sync/floor.ts';
import { type ArgsOf, checkMutation, type MutationName, mutations } from '../../shared/sync/mutations.ts';
import type { PickLineRow } from '../../shared/sync/rows.ts';
import type { LastMutations } from '../../shared/sync/wire.ts';
import { all, type Verdict } from '../../shared/verdict.ts';
import { createStore, type Store } from '../ui/store.ts';
import { Cache, changedRows } from './cache.ts';
import { Flusher } from './flusher.ts';
import { isDue, Ledger, type LedgerView, type NewMutation, type SeenLine } from './ledger.ts';
import { withLaterActions } from './loss.ts';
import { describeOnFloor } from './mutation-text.ts';
import type { Link, Ports, TabletProgress, TabMessage } from './ports.ts';
import { isQuotaError, withReserves } from './storage-quota.ts';
import type { CacheStore, DelayedAction, LedgerStore, LostNotice, Queued, RowsAhead, StoredOutcome } from './store.ts';

/** Who is signed in on this tablet, and who works on it. */
export interface SignedIn {
  /** Null once the server refuses the token: the person can go on working, but nothing is sent. */
  token: string | null;
  /** Null while the tablet is locked. */
  actor: (FloorActor & { name: string }) | null;
  /** True if the actor chose themself by PIN, and so is not the person who signed in. */
  asserted?: boolean;
}

const unsaved: Verdict = { ok: false, code: 'not_saved', message: 'The last change is not saved yet.' };
const lockedVerdict: Verdict = { ok: false, code: 'locked', message: 'This tablet is locked. Say who works on it first.' };

/** What the screens show: the server's rows with the waiting mutations applied on top. */
export interface Screens {
  /** False until the rows of a pull were read for the first time. */
  is_ready: boolean;
  floor: Floor;
}

/** The sync state of this tablet. */
export interface SyncState extends Link {
  /** How many actions, as far as the tablet knows, have not reached the office. */
  waiting: number;
  /** Outcomes that a person still has to look at. */
  open: StoredOutcome[];
  /** An action that could not be stored. Input is blocked until the action is stored. */
  not_saved: { text: string; at: string } | null;
  lost: LostNotice | null;
  /** Whether the browser promised to keep this tablet's data; null until it answers. */
  persisted: boolean | null;
}

export interface EngineOptions {
  ledger: LedgerStore;
  cache: CacheStore;
  /** A read of the cache's rows that has already begun. */
  rowsAhead?: Promise<RowsAhead | null> | null;
  /** The cache of an earlier version of the app; it is read until the current cache is filled. */
  older?: { store: CacheStore; remove: () => Promise<void> } | null;
  ports: Ports;
}

/** Milliseconds after which a failed read of the storage is tried again. */
const READ_AGAIN = 1_000;

/** The state of a tablet before its first read or sync. */
export const unsynced: SyncState = {
  online: false,
  last_sync_at: null,
  offline_since: null,
  next_try_at: null,
  problem: null,
  waiting: 0,
  open: [],
  not_saved: null,
  lost: null,
  persisted: null,
};

const emptyFloor = (): Floor => ({ rows: noRows(), waiting: new Map() });

/** The tablet's side of the floor: it stores actions, shows them at once and sends them to the office. */
export class Engine {
  readonly screens: Store<Screens> = createStore<Screens>({ is_ready: false, floor: emptyFloor() });
  readonly sync: Store<SyncState> = createStore<SyncState>(unsynced);
  /** The last token that the server refused. */
  readonly refused: Store<string | null> = createStore<string | null>(null);
  /** The progress of tasks that become one action when they are complete: a count for the name of each task. */
  readonly counts: Store<ReadonlyMap<string, number>> = createStore<ReadonlyMap<string, number>>(new Map());
  /** Actions that can still be undone. The screens show them as done. */
  readonly delayed: Store<readonly DelayedAction[]> = createStore<readonly DelayedAction[]>([]);
  readonly #ports: Ports;
  readonly #ledger: Ledger;
  readonly #cache: Cache;
  #older: EngineOptions['older'];
  #flusher: Flusher | null = null;
  #c = '';
  #device = '';
  #secret = '';
  #signedIn: SignedIn | null = null;
  #rows: SyncRows = noRows();
  #rev: number | null = null;
  #lm: LastMutations = {};
  #epoch: string | null = null;
  #queue: Queued[] = [];
  /** `#queue` contains all ledger rows up to this `q`. Later rows may be from other tabs. */
  #known = 0;
  /** An earlier loss of data on this tablet that the office does not know of yet; null if there is none. */
  #untold: LostNotice | null = null;
  /** Rows that were written while the ledger was being read, and so may be missing from that read. */
  #fresh: Queued[] = [];
  #reading: Promise<void> | null = null;
  /** The contents of the ledger when it was opened. Null once the screens show them. */
  #read: LedgerView | null = null;
  #isDirty = false;
  #writing: Promise<unknown> = Promise.resolve();
  #blocked: { actions: readonly NewMutation[]; lastQ: number; done: Promise<Verdict>; saved: (verdict: Verdict) => void } | null = null;
  #syncing = false;
  /** Aborted when this tab stops the engine; null while the engine does not run. */
  #running: AbortSignal | null = null;
  #planned: AbortController | null = null;

  constructor({ ledger, cache, rowsAhead, older, ports }: EngineOptions) {
    this.#ports = ports;
    this.#ledger = new Ledger(ledger, ports);
    this.#cache = new Cache(cache, rowsAhead);
    this.#older = older ?? null;
  }

  /** Gives this run of the engine a new client id, reads the tablet's ledger and cache, detects losses, and fills the screens. */
  async open(): Promise<void> {
    this.#c = this.#ports.random.uuid();
    // The progress is read before the ledger, so that a write of another tab in between is not mistaken for a loss.
    const progress = this.#ports.progress.read();
    const { device, secret, persisted, view } = await this.#ledger.open(progress);
    this.#device = device;
    this.#secret = secret;
    this.#set({ persisted });
    this.#read = view;
    await this.refresh();
    this.#reflect(view.last_q);
  }

  /** Follows the other tabs and, once `calm` resolves, syncs. Both end when the signal aborts. */
  async run(signal: AbortSignal, calm?: Promise<void>): Promise<void> {
    const redraw = (): void => this.#redraw(signal);
    const flusher = new Flusher({
      ledger: this.#ledger,
      cache: this.#cache,
      ports: this.#ports,
      device: { device: this.#device, secret: this.#secret },
      token: () => this.#signedIn?.token ?? null,
      refused: (token) => this.refused.set(token),
      changed: redraw,
      link: (link) => {
        this.#syncing = true;
        this.#follow(link);
        this.#ports.tabs.tell({ type: 'synced', link });
      },
    });
    this.#flusher = flusher;
    const unlisten = this.#ports.tabs.listen((message) => this.#heard(message, redraw));
    this.#ports.tabs.tell({ type: 'hello' });
    this.#running = signal;
    this.#planRelease();
    try {
      if (calm !== undefined) await calm;
      await flusher.run(signal);
    } finally {
      this.#flusher = null;
      this.#running = null;
      this.#planned?.abort();
      unlisten();
    }
  }

  #heard(message: TabMessage, redraw: () => void): void {
    if (message.type === 'queued') {
      redraw();
      this.#flusher?.wake('queued');
    }
    if (message.type === 'synced') {
      this.#follow(message.link);
      redraw();
    }
    if (message.type === 'hello' && this.#syncing) this.#ports.tabs.tell({ type: 'synced', link: this.#link() });
    if (message.type === 'wake') this.#flusher?.wake('now');
  }

  /** The unique id of this tablet. */
  get device(): string {
    return this.#device;
  }

  /** Sets who is signed in; null if nobody is. The queue belongs to the device, so it does not change. */
  signIn(signedIn: SignedIn | null): void {
    const isOther = signedIn?.token !== this.#signedIn?.token;
    this.#signedIn = signedIn;
    if (!isOther || !signedIn?.token) return;
    if (this.sync.get().problem === 'sign_in') this.#set({ problem: null });
    this.tryNow();
  }

  /** Stores whether the browser promised to keep this tablet's data. */
  async notePersisted(persisted: boolean): Promise<void> {
    await this.#ledger.persisted(persisted);
    this.#set({ persisted });
  }

  /** Syncs now instead of waiting for the next try. Pass `network` if the device has a network again. */
  tryNow(why: 'now' | 'network' = 'now'): void {
    this.#flusher?.wake(why);
    this.#ports.tabs.tell({ type: 'wake' });
  }

  /** Records that a person has read the notice of a loss. */
  async lossSeen(): Promise<void> {
    await this.#ledger.lossSeen();
    this.#set({ lost: null });
  }

  /** Reads all waiting actions, the open outcomes, and the actions that the office recently accepted. */
  async queue(): Promise<{ waiting: Queued[]; open: StoredOutcome[]; sent: Awaited<ReturnType<Ledger['sent']>> }> {
    const { queue, outcomes } = await this.#ledger.view();
    return { waiting: queue, open: outcomes.filter(({ is_open }) => is_open), sent: await this.#ledger.sent() };
  }

  /** Resolves when every write that has begun is done, including a write that waits because the storage was full. Then the app may be reloaded. */
  async settled(): Promise<void> {
    let writing: Promise<unknown>;
    do {
      writing = this.#writing;
      await writing;
      await this.#blocked?.done;
    } while (writing !== this.#writing);
  }

  /**
   * Performs one action: checks it with the server's rules, stores it and shows it. Resolves with the refusal if the rules refuse it,
   * otherwise once the action is durable.
   */
  mutate<N extends MutationName>(n: N, a: ArgsOf<N>): Promise<Verdict> {
    return this.mutateEach(n, [a]);
  }

  /** Performs the same action on several things in one step. If any of them is refused, or the app dies before this resolves, no action is done. */
  async mutateEach<N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): Promise<Verdict> {
    const judged = this.#judge(n, each);
    return 'actions' in judged ? await this.#save(judged.actions) : judged.verdict;
  }

  /**
   * Performs one action that can be undone for `ms` milliseconds. The action is shown and durable at once. It joins the queue after `ms`, even
   * if the app was closed meanwhile.
   */
  async mutateLater<N extends MutationName>(n: N, a: ArgsOf<N>, ms: number): Promise<Verdict> {
    const judged = this.#judge(n, [a]);
    const [action] = 'actions' in judged ? judged.actions : [];
    if (!action) return 'verdict' in judged ? judged.verdict : { ok: true };
    const delayed = { action, due: this.#ports.clock.now() + ms };
    const verdict = await this.#keep(() => this.#ledger.delay(action, delayed.due));
    if (verdict.ok) await this.refresh();
    return verdict;
  }

  /** Stores a count of this tablet under a name, so that it survives if the app is killed; 0 deletes the count. Nothing is sent. */
  async keepCount(name: string, qty: number): Promise<Verdict> {
    const verdict = await this.#keep(() => this.#ledger.keepCount(name, qty));
    if (verdict.ok) this.counts.set(new Map([...this.counts.get(), [name, qty]]));
    return verdict;
  }

  /** Writes data that is not part of the queue into the ledger. Resolves with a refusal if the storage is full. */
  async #keep(write: () => Promise<void>): Promise<Verdict> {
    const work = withReserves(this.#ports.reserves, write);
    this.#writing = Promise.allSettled([this.#writing, work]);
    try {
      await work;
    } catch (error) {
      if (isQuotaError(error)) return unsaved;
      throw error;
    }
    this.#ports.tabs.tell({ type: 'queued' });
    return { ok: true };
  }

  /** Undoes a delayed action. Resolves with false if it is too late. */
  async takeBack(m: string): Promise<boolean> {
    const isBack = await this.#ledger.cancelDelayed(m);
    await this.refresh();
    this.#ports.tabs.tell({ type: 'queued' });
    return isBack;
  }

  /** Waits until the next delayed action is due, and moves it into the queue. */
  #planRelease(): void {
    this.#planned?.abort();
    const delayed = this.delayed.get();
    if (!this.#running || this.#running.aborted || delayed.length === 0) return;
    const plan = new AbortController();
    this.#planned = plan;
    const now = this.#ports.clock.now();
    const wait = Math.min(...delayed.map((one) => (isDue(one, now) ? 0 : one.due - now)));
    void this.#ports.clock.sleep(wait, plan.signal).then(() => (plan.signal.aborted ? undefined : this.#release()));
  }

  async #release(): Promise<void> {
    const work = this.#ledger.releaseDelayed(this.#c);
    this.#writing = Promise.allSettled([this.#writing, work]);
    // If the storage is full or cannot be read, the release is tried again.
    const isReleased = await work.then(
      () => true,
      () => false,
    );
    if (!isReleased) await this.#ports.clock.sleep(READ_AGAIN, this.#running ?? AbortSignal.abort());
    if (this.#running) this.#redraw(this.#running);
    this.#flusher?.wake('queued');
    this.#ports.tabs.tell({ type: 'queued' });
  }

  /** Checks by the rules whether the same action is allowed on several things. Returns the actions to be stored, or the refusal. */
  #judge<N extends MutationName>(n: N, each: readonly ArgsOf<N>[]): { actions: NewMutation[] } | { verdict: Verdict } {
    if (!this.#signedIn) throw new Error('Nobody is signed in on this tablet.');
    const { actor, asserted = false } = this.#signedIn;
    if (!actor) return { verdict: lockedVerdict };
    if (this.#blocked) return { verdict: unsaved };
    const { rows } = this.screens.get().floor;
    const verdict = all(...each.map((a) => checkMutation(rows, n, a, actor)));
    if (!verdict.ok) return { verdict };
    const actions = each.map(
      (a) =>
        ({
          m: this.#ports.random.uuid(),
          n,
          a,
          seen: this.#seen(n, a),
          actor: { id: actor.id, name: actor.name },
          asserted,
          at: new Date(this.#ports.clock.now()).toISOString(),
          shown: describeOnFloor(rows, n, a),
        }) as NewMutation,
    );
    return { actions };
  }

  /** Tries again to store the action that could not be stored because the storage was full. */
  async retrySave(): Promise<void> {
    const blocked = this.#blocked;
    if (!blocked) return;
    const verdict = await this.#write(blocked.actions, blocked.lastQ);
    if (!verdict) return;
    this.#blocked = null;
    this.#set({ not_saved: null });
    blocked.saved(verdict);
  }

  async #save(actions: readonly NewMutation[]): Promise<Verdict> {
    const [first, ...more] = actions;
    if (!first) return { ok: true };
    const lastQ = this.#known;
    const verdict = await this.#write(actions, lastQ);
    if (verdict) return verdict;
    const text = more.length ? `${first.shown.text}, and ${more.length} more` : first.shown.text;
    this.#set({ not_saved: { text, at: first.at } });
    let resolveSave: (verdict: Verdict) => void = () => undefined;
    const saveResult = new Promise<Verdict>((resolve) => {
      resolveSave = resolve;
    });
    this.#blocked = { actions, lastQ, done: saveResult, saved: resolveSave };
    return await saveResult;
  }

  /** Stores all the actions or none. Returns null if the storage is full even after all reserves were deleted. */
  async #write(actions: readonly NewMutation[], lastQ: number): Promise<Verdict | null> {
    const work = withReserves(this.#ports.reserves, () => this.#ledger.write(this.#c, actions, lastQ));
    this.#writing = Promise.allSettled([this.#writing, work]);
    let rows: Queued[];
    try {
      rows = await work;
    } catch (error) {
      if (isQuotaError(error)) return null;
      throw error;
    }
    this.#fresh.push(...rows);
    for (const { q } of rows) if (q === this.#known + 1) this.#known = q;
    const added = rows.filter((row) => !this.#queue.some(({ m }) => m === row.m));
    if (added.length > 0) {
      this.#queue = [...this.#queue, ...added];
      this.#draw(added);
    }
    this.#reflect(rows.at(-1)?.q ?? 0);
    this.#flusher?.wake('queued');
    this.#ports.tabs.tell({ type: 'queued' });
    return { ok: true };
  }

  /** The lines on which a mutation is based, with the version and facts that the server last sent. */
  #seen<N extends MutationName>(n: N, a: ArgsOf<N>): SeenLine[] {
    const lines = mutations[n].baseLines?.(this.#rows, a) ?? [];
    return lines.map((line) => this.#seenLine(line));
  }

  /** A line as the screen shows it: the server's version, and the id of this tablet's own record on top of it. */
  #seenLine(line: PickLineRow): SeenLine {
    const own = this.#queue.findLast((row) => row.n === 'pick.record_line' && row.a.pick_line_id === line.id && this.#waits(row));
    return {
      pick_line_id: line.id,
      after: own?.m ?? null,
      version: line.fact_version,
      epoch: this.#epoch,
      facts: {
        product_id: line.product_id,
        qty_allocated: line.qty_allocated,
        qty_picked: line.qty_picked,
        code: line.code,
        qty_own: qtyHeldBy(this.#device, line),
      },
    };
  }

  #waits(row: Queued): boolean {
    return row.s > (this.#lm[row.c] ?? 0);
  }

  /** Reads the ledger and the cache again. The queue is read first, because a mutation is removed from the queue only after the rows contain it. */
  refresh(): Promise<void> {
    this.#isDirty = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Reads again the rows that the screens show. A read that fails is tried again until it succeeds. */
  #redraw(until: AbortSignal): void {
    this.refresh().catch(async () => {
      await this.#ports.clock.sleep(READ_AGAIN, until);
      if (!until.aborted) this.#redraw(until);
    });
  }

  async #readAll(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      this.#fresh = [];
      const { queue, last_q, outcomes, lost, delayed, counts } = this.#read ?? (await this.#ledger.view());
      this.#read = null;
      const cached = await this.#cache.rows(this.#rev);
      this.#rows = cached.rows ?? (cached.changes.length > 0 ? changedRows(this.#rows, cached.changes) : this.#rows);
      this.#rev = cached.rev;
      this.#lm = cached.lm;
      this.#epoch = cached.epoch;
      this.#untold = lost && !lost.told ? lost : null;
      const read = new Set(queue.map(({ m }) => m));
      this.#queue = [...queue, ...this.#fresh.filter(({ m }) => !read.has(m))];
      this.#known = Math.max(this.#known, last_q);
      if (cached.rev === 0 && this.#older) {
        const older = await new Cache(this.#older.store).rows(null);
        this.#rows = older.rows ?? this.#rows;
        this.#epoch = older.epoch;
      } else if (this.#older) this.#dropOlder();
      this.#set({
        open: outcomes.filter(({ is_open }) => is_open),
        lost: lost?.seen ? null : lost,
        last_sync_at: this.sync.get().last_sync_at ?? cached.synced_at,
      });
      if (delayed.length + this.delayed.get().length > 0) this.delayed.set(delayed);
      if (counts.size + this.counts.get().size > 0) this.counts.set(counts);
      this.#draw();
      this.#planRelease();
    }
  }

  /** Deletes the old cache. A tab of the old version may have it open until that tab reloads, so the deletion is not awaited. */
  #dropOlder(): void {
    const older = this.#older;
    this.#older = null;
    void older?.remove().catch(() => undefined);
  }

  /** Applies the waiting mutations on top of the rows. If `added` is passed, applies only these mutations, on top of what the screens show. */
  #draw(added?: readonly Queued[]): void {
    const waits = (row: Queued): boolean => this.#waits(row);
    const floor = added
      ? applyMutations(this.screens.get().floor, added.filter(waits) as WaitingMutation[], this.#device)
      : applyMutations(
          { rows: this.#rows, waiting: new Map() },
          [...(this.#queue.filter(waits) as WaitingMutation[]), ...this.delayed.get().map(({ action }) => action as WaitingMutation)],
          this.#device,
        );
    this.screens.set({ is_ready: this.#rev !== null && (this.#rev > 0 || this.#older !== null), floor });
    this.#set({ waiting: this.#queue.filter(waits).length });
    if (!added) this.#reflect(0);
  }

  /** Stores, outside the databases, how far ledger and queue are, so that a later loss can be detected. */
  #reflect(q: number): void {
    const { progress, clock } = this.#ports;
    const note: TabletProgress = {
      device: this.#device,
      q: Math.max(q, this.#known, this.#queue.at(-1)?.q ?? 0),
      at: new Date(clock.now()).toISOString(),
      waiting: this.#queue.length,
      since: this.#queue[0]?.at ?? null,
      ...(this.#untold && { lost: { n: this.#untold.n, since: this.#untold.since } }),
    };
    progress.write(withLaterActions(note, progress.read()));
  }

  /** Stores a new state of the connection for the screens. Until the first sync since the start, the stored time of the last sync stays. */
  #follow(link: Link): void {
    this.#set({ ...link, last_sync_at: link.last_sync_at ?? this.sync.get().last_sync_at });
  }

  #link(): Link {
    const { online, last_sync_at, offline_since, next_try_at, problem } = this.sync.get();
    return { online, last_sync_at, offline_since, next_try_at, problem };
  }

  #set(change: Partial<SyncState>): void {
    this.sync.set({ ...this.sync.get(), ...change });
  }
}
