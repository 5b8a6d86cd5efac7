import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Cache } from '../../pwa/offline/cache.ts';
import { openSession } from '../../server/auth/login.ts';
import { hashToken } from '../../server/core/token.ts';
import { run } from '../../server/db/db.ts';
import { sessions } from '../../server/db/tables/index.ts';
import { upcasters } from '../../server/sync/upcast.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import { mutations } from '../../shared/sync/mutations.ts';
import { kinds } from '../../shared/sync/rows.ts';
import { readAnswer, type SyncRequest } from '../../shared/sync/wire.ts';
import { checkWeights } from './check-bags.ts';
import { checkCollections } from './check-collections.ts';
import { checkGoodsIn } from './check-goods-in.ts';
import { checkPicksEnd, checkWalk } from './check-walk.ts';
import { type ClusterAction, chooseClusterAction } from './cluster-picker.ts';
import { type FaultName, injectFault } from './faults.ts';
import { type BrokenInvariant, History } from './history.ts';
import type { InjectedDefect } from './injected-defects.ts';
import type { InvariantName } from './invariants.ts';
import { createCacheDatabase } from './memory-database.ts';
import { Office } from './office.ts';
import { chooseAction, type TabletAction } from './picker.ts';
import { Scheduler } from './scheduler.ts';
import { SeededRandom } from './seeded-random.ts';
import { replaceServerRandom } from './server-random.ts';
import { SimulatedServer } from './simulated-server.ts';
import { STEPS } from './steps.ts';
import { BrowserStorage } from './storage.ts';
import { type Environment, NEXT_VERSION, type Tab, Tablet } from './tablet.ts';
import { type Person, silentLog, type Warehouse } from './warehouse.ts';

/** One scenario in this many stores its tablets' data in IndexedDB; all others use a faster imitation in memory. */
const INDEXED_DB_EVERY = 25;
/** The first seed whose office also has work orders, so that the scenarios of smaller seeds stay the same. */
const WORK_ORDERS_FROM = 2_000_000;
/** The first seed whose people also pick several orders in one walk. */
const CLUSTERS_FROM = 3_000_000;
/** The first seed whose people also prove and weigh bags, and weigh boxes. */
const WEIGHTS_FROM = 4_000_000;
/** The first seed whose people also receive what leavers send back. */
const COLLECTIONS_FROM = 5_000_000;
/** What an empty box weighs in these scenarios, in grams. */
const BOX_TARE_G = 400;
/** Every queue is empty within this time after the last fault ends, and within this many exchanges of each tablet. */
const MAX_RECOVERY_MS = 12 * 60_000;
const MAX_EXCHANGES = 60;

/** Milliseconds for which a shipment by scan, or a ticked task, can be undone. */
const UNDO_MS = 10_000;

/** The report of one scenario. */
export interface ScenarioResult {
  seed: number;
  steps: number;
  violation: { invariant: InvariantName; message: string } | null;
  /** A hash of the whole trace. */
  hash: string;
  trace: string[];
  faults: Record<string, number>;
  checks: Record<string, number>;
  kills: Record<string, number>;
  mutations: Record<string, number>;
  codes: Record<string, number>;
  actions: number;
  ms: number;
}

export interface ScenarioOptions {
  seed: number;
  steps?: number;
  /** Weights that replace the usual weights of these faults. */
  faults?: Partial<Record<FaultName, number>>;
  defect?: InjectedDefect | null;
}

/** One shift of a warehouse in which everything that can go wrong may go wrong. */
export class Scenario {
  readonly random: SeededRandom;
  readonly scheduler = new Scheduler();
  readonly history = new History(this.scheduler);
  readonly server: SimulatedServer;
  readonly environment: Environment;
  readonly warehouse: Warehouse;
  readonly office: Office;
  readonly options: ScenarioOptions;
  tablets: Tablet[] = [];
  backup: { image: Buffer; history: ReturnType<History['backup']> } | null = null;
  disabled = new Set<number>();
  /** The actions that evictions deleted. */
  losses: { tablet: Tablet; count: number; isRestored: boolean }[] = [];
  /** The actions that were shown to a person as saved. */
  confirmedSaved = new Set<string>();
  /** The actions that the person could undo for some time, by id. An action stays `unknown` if the app dies while it is being undone. */
  readonly delayed = new Map<string, { tablet: Tablet; is: 'waiting' | 'unknown' | 'undone' }>();
  /** The actions of each step on several orders, by id. */
  readonly batches: string[][] = [];
  isServerUpdated = false;
  #error: unknown = null;
  #isRecovering = false;

  constructor(options: ScenarioOptions, warehouse: Warehouse) {
    this.options = options;
    this.warehouse = warehouse;
    this.random = new SeededRandom(options.seed);
    this.server = new SimulatedServer({
      scheduler: this.scheduler,
      random: this.random.fork(),
      template: warehouse.database,
      settings: {
        ...warehouse.settings,
        ...(options.seed >= WEIGHTS_FROM && { BOX_TARE_G }),
        SYNC_PAGE_ORDERS: this.random.one([1, 2, 3, 500, 500]) ?? 500,
      },
      log: silentLog,
      observer: this.history,
    });
    this.environment = { scheduler: this.scheduler, random: this.random, history: this.history, server: this.server };
    this.office = new Office(this.environment, warehouse, { hasWorkOrders: options.seed >= WORK_ORDERS_FROM, hasCollections: this.#collects });
    this.history.isResolved = (m) =>
      this.server.connection.prepare('select 1 from sync_outcomes where m = ? and resolved_at is not null').get(m) !== undefined;
    this.server.onCrash = () => {
      if (this.#isRecovering) return;
      this.history.log('the server is down');
      this.scheduler.schedule(this.random.between(500, 20_000), () => this.startServer());
    };
    this.server.onBusy = () => this.history.fault('busy_database');
    this.server.isPokeLost = () => {
      const isLost = !this.#isRecovering && this.random.chance(0.5);
      if (isLost) this.history.fault('lost_poke');
      return isLost;
    };
  }

  get #weighs(): boolean {
    return this.options.seed >= WEIGHTS_FROM;
  }

  get #collects(): boolean {
    return this.options.seed >= COLLECTIONS_FROM;
  }

  startServer(): void {
    if (this.server.isRunning) return;
    this.runInBackground(this.server.start());
    this.history.log('the server is up');
  }

  /** Runs work beside the scenario; an error of the work ends the scenario. */
  runInBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#error ??= error;
    });
  }

  async run(): Promise<ScenarioResult> {
    const startedAt = performance.now();
    const restoreRandom = replaceServerRandom(this.random.fork());
    const stopObserving = this.history.observeMutations();
    const removeDefect = this.options.defect?.install?.(this);
    const onError = (error: unknown): void => {
      this.#error ??= error;
    };
    process.on('unhandledRejection', onError);
    try {
      await this.#runShift();
    } finally {
      process.off('unhandledRejection', onError);
      for (const tablet of this.tablets) tablet.stop();
      removeDefect?.();
      stopObserving();
      restoreRandom();
      mutations['pick.assign_tote'].version = 1;
      delete upcasters['pick.assign_tote'];
      this.server.close();
    }
    return this.#result(performance.now() - startedAt);
  }

  async #runShift(): Promise<void> {
    const { random, scheduler, options } = this;
    this.startServer();
    await this.#advance(20);
    const usesIndexedDb = options.defect ? false : options.seed % INDEXED_DB_EVERY === 0;
    for (const name of 'ABCDE'.slice(
      0,
      random.weighted([
        [5, 3],
        [3, 4],
        [2, 5],
      ]) ?? 3,
    ))
      this.addTablet(new Tablet(name, this.environment, usesIndexedDb ? new BrowserStorage(scheduler) : undefined));
    const hasClusters = options.seed >= CLUSTERS_FROM;
    for (const order of this.warehouse.orders.slice(0, hasClusters ? 9 : random.between(3, 6))) this.runInBackground(this.office.release(order));
    for (const tablet of this.tablets) {
      this.signIn(tablet, random.one(this.warehouse.people) ?? this.warehouse.office);
      tablet.boot();
    }
    await this.#advance(random.between(1_000, 5_000));
    for (let step = 0; step < stepsOf(options) && !this.#isOver(); step++) {
      await this.#advance(random.chance(0.85) ? random.between(20, 500) : random.between(1_000, 9_000));
      if (!this.#isOver()) this.#step();
    }
    if (!this.#isOver()) await this.#recover();
  }

  #isOver(): boolean {
    if (this.#error) throw this.#error;
    return this.history.violation !== null;
  }

  async #advance(ms: number): Promise<void> {
    const until = this.scheduler.now + ms;
    await this.scheduler.runUntil(() => this.history.violation !== null || this.#error !== null, until);
    this.scheduler.now = Math.max(this.scheduler.now, until);
  }

  addTablet(tablet: Tablet): void {
    this.tablets.push(tablet);
    this.options.defect?.installOnTablet?.(tablet);
  }

  #step(): void {
    const { random } = this;
    const actor = random.weighted([
      [66, 'floor' as const],
      [12, 'office' as const],
      [22, 'fault' as const],
    ]);
    if (actor === 'office' && this.server.isUp) this.runInBackground(this.office.takeAction());
    else if (actor === 'fault') injectFault(this);
    else this.#floor();
  }

  #floor(): void {
    const { random } = this;
    const tablet = random.one(this.tablets);
    if (!tablet) return;
    if (tablet.tabs.length === 0) {
      tablet.boot();
      return;
    }
    const tab = random.one(tablet.tabs.filter(({ isOpen }) => isOpen));
    if (!tab) return;
    if (tab.isBlocked()) {
      if (random.chance(0.5)) this.freeDiskSpace(tablet);
      return;
    }
    if (tablet.link().problem === 'sign_in' && random.chance(0.4)) {
      this.runInBackground(this.signInAgain(tablet));
      return;
    }
    const times = random.chance(0.25) ? random.between(2, 5) : 1;
    for (let i = 0; i < times; i++) {
      if (this.options.seed >= CLUSTERS_FROM && random.chance(this.#weighs ? 0.3 : 0.6)) this.takeClusterAction(tab);
      else this.takeAction(tab);
    }
  }

  /** A person takes an action. An action that is shown as saved must be in the ledger. */
  takeAction(tab: Tab): void {
    const { tablet } = tab;
    const person = tablet.session?.actor;
    if (!person || tab.process.isKilled || tab.isBlocked()) return;
    const now = new Date(this.scheduler.now + tablet.clockOff).toISOString();
    const action = chooseAction(tab, person.id, this.random, this.warehouse.reasons, now, {
      weighs: this.#weighs,
      collects: this.#collects,
    });
    if (!action) return;
    if ((action.n === 'dispatch.set_tracking' || action.n === 'outcome.resolve') && this.random.chance(0.5)) {
      this.#takeActionLater(tab, action);
      return;
    }
    const before = tab.lastUuid;
    const saving = tab.engine.mutate(action.n, action.a as never);
    const m = tab.lastUuid;
    saving.then(
      (verdict) => {
        if (verdict.ok && m !== before) {
          this.confirmedSaved.add(m);
          this.history.check(
            'saved_action_is_stored',
            this.history.actions.has(m),
            () => `${tablet.name} showed ${action.n} as saved, and it is not in the ledger`,
          );
        } else tablet.log(`${action.n} is refused on the screen`);
      },
      (error: unknown) => tablet.log(`${action.n} is not saved: ${String(error)}`),
    );
  }

  /** A person takes a step of a walk for several orders. A step that is shown as saved must be in the ledger, with all its actions. */
  takeClusterAction(tab: Tab): void {
    const { tablet } = tab;
    const person = tablet.session?.actor;
    if (!person || tab.process.isKilled || tab.isBlocked()) return;
    const { floor } = tab.engine.screens.get();
    checkWalk(this.history, floor, person.id, tablet.name);
    const action = chooseClusterAction(floor, person.id, this.random, this.warehouse.reasons, { weighs: this.#weighs });
    if (action) this.#takeEach(tab, action);
  }

  #takeEach(tab: Tab, { n, each }: ClusterAction): void {
    const drawn: string[] = [];
    tab.onUuid = (uuid) => drawn.push(uuid);
    const saving = tab.engine.mutateEach(n, each as never);
    tab.onUuid = null;
    if (drawn.length > 0) this.batches.push(drawn);
    saving.then(
      (verdict) => {
        if (!verdict.ok || drawn.length === 0) {
          tab.tablet.log(`${n} on ${each.length} is refused on the screen`);
          return;
        }
        for (const m of drawn) {
          this.confirmedSaved.add(m);
          const isStored = this.history.actions.has(m);
          this.history.check('saved_action_is_stored', isStored, () => `${tab.tablet.name} showed ${n} as saved, and it is not in the ledger`);
        }
      },
      (error: unknown) => tab.tablet.log(`${n} on ${each.length} is not saved: ${String(error)}`),
    );
  }

  #checkBatches(): void {
    for (const batch of this.batches) {
      const stored = batch.filter((m) => this.history.actions.has(m));
      this.history.check(
        'batch_is_whole',
        stored.length === 0 || stored.length === batch.length,
        () => `${stored.length} of ${batch.length} actions of one step are saved: ${stored.map((m) => this.history.nameOf(m)).join(', ')}`,
      );
    }
  }

  /** A person takes an action that can be undone, and undoes it in some cases. */
  #takeActionLater(tab: Tab, action: TabletAction): void {
    const { tablet } = tab;
    const before = tab.lastUuid;
    const saving = tab.engine.mutateLater(action.n, action.a as never, UNDO_MS);
    const m = tab.lastUuid;
    const undoesAfter = this.random.chance(0.4) ? this.random.between(100, UNDO_MS + 2_000) : null;
    saving.then(
      (verdict) => {
        if (!verdict.ok || m === before) return;
        this.delayed.set(m, { tablet, is: 'waiting' });
        tablet.log(`${action.n} is shown, and can be undone`);
        if (undoesAfter !== null) this.scheduler.schedule(undoesAfter, () => this.#undo(tablet, m));
      },
      (error: unknown) => tablet.log(`${action.n} is not saved: ${String(error)}`),
    );
  }

  #undo(tablet: Tablet, m: string): void {
    const { tab } = tablet;
    const delayed = this.delayed.get(m);
    if (!tab?.isOpen || !delayed) return;
    delayed.is = 'unknown';
    tab.engine.takeBack(m).then(
      (isUndone) => {
        delayed.is = isUndone ? 'undone' : 'waiting';
        if (isUndone) tablet.log(`${m} is undone`);
      },
      (error: unknown) => tablet.log(`${m} is not undone: ${String(error)}`),
    );
  }

  #checkDelayed(): void {
    // A clone has the same actions, and its person may undo others of them, so nothing can be checked.
    if (this.tablets.some(({ isClone }) => isClone)) return;
    for (const [m, { tablet, is }] of this.delayed) {
      if (is === 'unknown') continue;
      this.history.check(
        'undone_is_never_sent',
        this.history.actions.has(m) === (is === 'waiting'),
        () => `${tablet.name} ${is === 'undone' ? 'has sent' : 'has not sent'} ${m}, which is ${is}`,
      );
    }
  }

  freeDiskSpace(tablet: Tablet): void {
    tablet.missingSpace = 0;
    tablet.log('there is space on the disk again');
    for (const tab of tablet.tabs) if (tab.isOpen) void tab.engine.retrySave().catch(() => undefined);
  }

  signIn(tablet: Tablet, person: Person, token = person.token): void {
    tablet.log(`${person.name} signs in`);
    tablet.signIn({ token, actor: { id: person.id, name: person.name, role: person.role } });
  }

  async signInAgain(tablet: Tablet, person?: Person): Promise<void> {
    const user = person ?? this.random.one(this.warehouse.people.filter(({ id }) => !this.disabled.has(id)));
    if (!user || !this.server.isUp) return;
    const session = await this.server.unitOfWork((db) => openSession(db, user, new Date(this.scheduler.now), { device_name: 'Tablet' }));
    if (session) this.signIn(tablet, user, session.token);
  }

  /** On the server, ends the session of the person who uses the tablet. */
  async expire(tablet: Tablet): Promise<void> {
    const token = tablet.session?.token;
    if (!token) return;
    await this.server.unitOfWork((db) => db.delete(sessions).where(eq(sessions.token_hash, hashToken(token))));
  }

  async disable(person: Person, is_disabled: boolean): Promise<void> {
    if (is_disabled) this.disabled.add(person.id);
    else this.disabled.delete(person.id);
    this.history.log(`office: ${person.name} is ${is_disabled ? 'disabled' : 'enabled again'}`);
    await this.server.unitOfWork((db) => run(db, sql`update users set is_disabled = ${is_disabled ? 1 : 0} where id = ${person.id}`));
  }

  takeBackup(): void {
    this.backup = { image: this.server.backup(), history: this.history.backup() };
    this.history.log('a backup is taken');
  }

  restore(): void {
    if (!this.backup || !this.server.isUp) return;
    const mark = this.server.mark();
    const isMarkLost = this.random.chance(0.5) && this.tablets.some((tablet) => tablet.tab && tablet.link().online && !tablet.link().problem);
    this.server.crash();
    this.server.restore(Buffer.from(this.backup.image), isMarkLost ? null : mark);
    this.history.restore(this.backup.history);
    if (isMarkLost) this.#admitOnlyTabletsAhead(mark);
    this.history.fault('restore');
    for (const loss of this.losses) loss.isRestored = true;
    this.history.log(`the backup is restored${isMarkLost ? ', and only a tablet that knows more can detect it' : ''}`);
  }

  /** Without a mark beside the database, only a tablet that is ahead of the database reveals the restore. At first only such tablets can sync. */
  #admitOnlyTabletsAhead(mark: { epoch: string; v: number }): void {
    const { server, scheduler } = this;
    const { epoch } = server.mark();
    const acceptsRequest = (body: unknown): boolean => server.mark().epoch !== epoch || server.isBehind(body as SyncRequest);
    server.acceptsRequest = acceptsRequest;
    const check = (remaining: number): void => {
      if (server.acceptsRequest !== acceptsRequest) return;
      if (server.mark().epoch !== epoch) server.acceptsRequest = null;
      else if (remaining > 0) scheduler.schedule(500, () => check(remaining - 1));
      else {
        server.acceptsRequest = null;
        server.crash();
        server.writeMark(mark);
        this.startServer();
      }
    };
    scheduler.schedule(500, () => check(40));
  }

  /** Updates the server: it knows the tote format of the next version, and still accepts the current one. */
  updateServer(): void {
    if (this.isServerUpdated) return;
    this.isServerUpdated = true;
    mutations['pick.assign_tote'].version = NEXT_VERSION;
    upcasters['pick.assign_tote'] = {
      1: {
        since: this.scheduler.time,
        up: (a) => {
          this.history.fault('old_version');
          return { ...a, tote: typeof a.tote === 'string' ? a.tote.toUpperCase() : null };
        },
      },
    };
    this.history.log('the office is updated');
  }

  /** Ends all faults: every queue must empty, every tablet must agree with the office, and every open item must be shown and closed. */
  async #recover(): Promise<void> {
    const { history, scheduler } = this;
    this.#isRecovering = true;
    history.log('everything works again');
    this.updateServer();
    this.server.isBusy = false;
    for (let tries = 0; tries < 3; tries++) {
      this.startServer();
      await this.scheduler.runUntil(() => this.server.acceptsRequest === null && this.server.isUp, this.scheduler.now + 60_000);
    }
    this.server.crashAt(Number.POSITIVE_INFINITY, 'before');
    for (const tablet of this.tablets) {
      tablet.networkState = 'good';
      tablet.forcedCloses = 0;
      for (const tab of tablet.tabs) tab.process.plannedKill = null;
      if (tablet.tabs.length === 0) tablet.boot();
      this.freeDiskSpace(tablet);
      tablet.exchanges = 0;
    }
    const [supervisor] = this.warehouse.people.filter(({ role }) => role === 'super');
    for (const tablet of this.tablets) await this.#waitFor(this.signInAgain(tablet, supervisor));
    const isEmpty = (): boolean => this.tablets.every((tablet) => tablet.outbox.size === 0 && tablet.tab !== null && tablet.link().online);
    const isDone = await scheduler.runUntil(() => isEmpty() || history.violation !== null || this.#error !== null, scheduler.now + MAX_RECOVERY_MS);
    if (this.#isOver()) return;
    history.check('queue_empties', isDone, () => this.tablets.map((tablet) => this.#describeQueue(tablet)).join('; '));
    for (const tablet of this.tablets)
      history.check('queue_empties', tablet.exchanges <= MAX_EXCHANGES, () => `${tablet.name} took ${tablet.exchanges} exchanges`);
    if (this.#isOver()) return;
    await this.#advance(80_000);
    if (this.#isOver()) return;
    await this.#checkAtRest();
    if (this.#isOver()) return;
    await this.#resolveAll();
  }

  #describeQueue(tablet: Tablet): string {
    const { problem, online } = tablet.link();
    return `${tablet.name}: ${tablet.outbox.size} waiting, ${tablet.tab ? 'open' : 'not open'}, ${online ? 'online' : 'offline'}, ${problem ?? 'no problem'}`;
  }

  async #checkAtRest(): Promise<void> {
    const { history, server } = this;
    this.#checkDelayed();
    this.#checkBatches();
    checkPicksEnd(server.connection, history);
    checkWeights(server.connection, history, history.bags);
    const outcomes = new Set((server.connection.prepare('select m from sync_outcomes').all() as { m: string }[]).map(({ m }) => m));
    for (const [m, action] of history.actions) {
      if (!action.isLost) history.check('one_outcome', outcomes.has(m), () => `${history.nameOf(m)} has no outcome`);
    }
    const attention = new Set((await this.#waitFor(this.office.attention())).map(({ m }) => m));
    const open = server.connection
      .prepare(`select m, device from sync_outcomes where outcome in ('conflict', 'rejected') and resolved_at is null`)
      .all();
    for (const { m } of open as { m: string }[]) {
      history.check('visible_until_resolved', attention.has(m), () => `the office does not see ${history.nameOf(m)}`);
    }
    const expectedRows = await this.#waitFor(this.#pullAllRows());
    for (const tablet of this.tablets) await this.#compare(tablet, expectedRows, open as { m: string; device: string }[]);
    // Only losses that the tablet itself has reported count: a clone can lose actions of the same device, and reports its own losses.
    const countOf = server.connection.prepare(
      `select coalesce(sum(n), 0) as n from sync_losses
        where lost_device in (select value from json_each(?)) and device in (select value from json_each(?))`,
    );
    for (const tablet of this.tablets) {
      const losses = this.losses.filter((loss) => loss.tablet === tablet);
      if (losses.some(({ isRestored }) => isRestored)) continue;
      const lostCount = losses.reduce((sum, { count }) => sum + count, 0);
      const devices = JSON.stringify([...tablet.formerDevices, tablet.device]);
      const count = (countOf.get(devices, devices) as { n: number }).n;
      history.check(
        'loss_is_reported',
        count >= lostCount,
        () => `${lostCount} actions of ${tablet.name} were deleted, and the office knows of ${count}`,
      );
    }
    const mismatch = server.connection
      .prepare(
        `select level.product_id, level.qty_allocated, coalesce(sum(line.qty_allocated), 0) as held from stock_levels level
          left join order_lines line on coalesce(line.picked_product_id, line.product_id) = level.product_id
          group by level.product_id, level.qty_allocated having level.qty_allocated <> coalesce(sum(line.qty_allocated), 0)`,
      )
      .get();
    checkCollections(server.connection, history);
    checkGoodsIn(server.connection, history, attention, expectedRows.receipt);
    history.check('allocated_within_stock', mismatch === undefined, () => `allocated is not what orders hold: ${JSON.stringify(mismatch)}`);
  }

  async #waitFor<T>(work: Promise<T>): Promise<T> {
    let result: { value: T } | null = null;
    this.runInBackground(
      work.then((value) => {
        result = { value };
      }),
    );
    await this.scheduler.runUntil(() => result !== null || this.#error !== null, this.scheduler.now + 60_000);
    if (this.#error) throw this.#error;
    if (!result) throw new Error('The server has not answered.');
    return (result as { value: T }).value;
  }

  async #compare(tablet: Tablet, expectedRows: SyncRows, open: readonly { m: string; device: string }[]): Promise<void> {
    const { history } = this;
    const storedRows = (await new Cache(tablet.storage.cache).rows(null)).rows as SyncRows;
    const screenRows = tablet.tab?.engine.screens.get().floor.rows as SyncRows;
    const queue = await tablet.storage.ledger.read((t) => t.outbox.all());
    const floor = applyMutations({ rows: storedRows, waiting: new Map() }, queue as unknown as WaitingMutation[], tablet.device).rows;
    for (const kind of kinds) {
      // Wearers, products and styles of orders that have left may remain on a tablet.
      const isLeftBehind = kind === 'wearer' || kind === 'product' || kind === 'style';
      const storedDifference = findDifference(storedRows[kind], expectedRows[kind], isLeftBehind);
      history.check('tablets_equal_server', storedDifference === null, () => `${tablet.name} holds another ${kind}: ${storedDifference}`);
      const screenDifference = findDifference(screenRows[kind], floor[kind], false);
      history.check(
        'tablets_equal_server',
        screenDifference === null,
        () => `${tablet.name} shows another ${kind} than it holds: ${screenDifference}`,
      );
    }
    const visibleIds = new Set((tablet.tab?.engine.sync.get().open ?? []).map(({ m }) => m));
    const devices = open.filter(({ device }) => device === tablet.device).map(({ m }) => m);
    for (const m of devices) history.check('visible_until_resolved', visibleIds.has(m), () => `${tablet.name} does not show ${history.nameOf(m)}`);
    history.check('visible_until_resolved', visibleIds.size === devices.length, () => `${tablet.name} shows what is closed`);
  }

  /** The rows of the floor that a new tablet gets, which are the same for each tablet. */
  async #pullAllRows(): Promise<SyncRows> {
    const facts = (await this.tablets[0]?.storage.ledger.read((t) => t.facts.get('device'))) as { device: string; secret: string };
    const cache = new Cache(createCacheDatabase());
    for (;;) {
      const { cursor } = await cache.standing();
      const answer = await this.server.receive('POST', '/api/sync', this.warehouse.office.token, {
        ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 0, push: [] },
        pull: { cursor, lm: {} },
      });
      const read = readAnswer.parse(answer?.body);
      await cache.apply(cursor, read, this.scheduler.time);
      if (!read.more) return (await cache.rows(null)).rows as SyncRows;
    }
  }

  /** A person closes all open items; then no tablet may show one. */
  async #resolveAll(): Promise<void> {
    const { history } = this;
    for (let attempt = 0; attempt < 5; attempt++) {
      const items = (await this.#waitFor(this.office.attention())).filter(({ kind }) => kind === 'outcome');
      if (items.length === 0) break;
      for (const { m } of items)
        await this.#waitFor(this.office.call(`close ${history.nameOf(m)}`, 'POST', `/api/admin/attention/${m}/resolve`, { choice: 'dismiss' }));
    }
    await this.#putAllBack();
    await this.#advance(80_000);
    if (this.#isOver()) return;
    for (const tablet of this.tablets) {
      const openItems = tablet.tab?.engine.sync.get().open ?? [];
      history.check(
        'visible_until_resolved',
        openItems.length === 0,
        () => `${tablet.name} still shows ${openItems.map(({ m }) => history.nameOf(m)).join(', ')}`,
      );
    }
  }

  /** Puts all items of shelf tasks back, and checks before and after that lines and tasks agree with the trolleys. */
  async #putAllBack(): Promise<void> {
    const { history } = this;
    history.checkItemsAtRest();
    for (const { m, qty } of (await this.#waitFor(this.office.attention())).filter(({ kind }) => kind === 'shelf_task'))
      await this.#waitFor(this.office.call(`${qty} are put back`, 'POST', `/api/admin/attention/${m}/resolve`, { choice: 'dismiss', qty }));
    history.checkItemsAtRest();
  }

  #result(ms: number): ScenarioResult {
    const { history } = this;
    const violation = history.violation as BrokenInvariant | null;
    return {
      seed: this.options.seed,
      steps: stepsOf(this.options),
      violation: violation && { invariant: violation.invariant, message: violation.message },
      hash: hashOf(history.trace),
      trace: history.trace,
      faults: Object.fromEntries(history.faults),
      checks: Object.fromEntries(history.checks),
      kills: Object.fromEntries(history.kills),
      mutations: Object.fromEntries(history.mutations),
      codes: Object.fromEntries(history.codes),
      actions: history.actions.size,
      ms,
    };
  }
}

const stepsOf = ({ steps = STEPS }: ScenarioOptions): number => steps;

function findDifference(actual: ReadonlyMap<unknown, unknown>, expected: ReadonlyMap<unknown, unknown>, mayHaveMore: boolean): string | null {
  for (const [key, row] of expected) {
    if (JSON.stringify(actual.get(key)) !== JSON.stringify(row))
      return `${JSON.stringify(actual.get(key))} where the other is ${JSON.stringify(row)}`;
  }
  const more = mayHaveMore ? undefined : [...actual.keys()].find((key) => !expected.has(key));
  return more === undefined ? null : `${JSON.stringify(actual.get(more))} which is not there`;
}

const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');
