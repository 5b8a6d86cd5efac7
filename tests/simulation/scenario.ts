import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Cache } from '../../pwa/offline/cache.ts';
import { openSession } from '../../server/auth/login.ts';
import { hashToken } from '../../server/core/token.ts';
import { run } from '../../server/db/db.ts';
import { sessions } from '../../server/db/tables/index.ts';
import { upcasters } from '../../server/sync/upcast.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import type { Rows } from '../../shared/sync/floor.ts';
import { mutations } from '../../shared/sync/mutations.ts';
import { kinds } from '../../shared/sync/rows.ts';
import { readAnswer, type SyncRequest } from '../../shared/sync/wire.ts';
import { Dice } from './dice.ts';
import { cacheDisk } from './disk.ts';
import { type FaultName, strike } from './faults.ts';
import { type Broken, History } from './history.ts';
import type { InvariantName } from './invariants.ts';
import { Office } from './office.ts';
import { choose } from './picker.ts';
import { drawFrom } from './random-source.ts';
import type { Saboteur } from './saboteurs.ts';
import { ServerRoom } from './server-room.ts';
import { Stage } from './stage.ts';
import { BrowserStorage } from './storage.ts';
import { type Scene, type Tab, Tablet, TOMORROW } from './tablet.ts';
import { type Person, quiet, type Warehouse } from './template.ts';

/** The steps of a shift, and of one that is short enough for a thousand of them to run in four minutes of two cores. */
export const STEPS = 250;
export const SHORT_STEPS = 130;
/** One scenario in this many has IndexedDB as its tablets' storage, and not only an imitation of it. */
const REAL_STORAGE_EVERY = 25;
/** Every queue is empty within this time after the last fault ends, and within this many exchanges of each tablet. */
const HEALING = 12 * 60_000;
const MAX_TURNS = 60;

/** The report of one scenario. */
export interface ScenarioResult {
  seed: number;
  steps: number;
  broken: { invariant: InvariantName; message: string } | null;
  /** A hash of the whole trace. */
  hash: string;
  trace: string[];
  faults: Record<string, number>;
  checks: Record<string, number>;
  kills: Record<string, number>;
  done: Record<string, number>;
  codes: Record<string, number>;
  actions: number;
  ms: number;
}

export interface Plot {
  seed: number;
  steps?: number;
  /** Likelier or unlikelier faults. */
  faults?: Partial<Record<FaultName, number>>;
  saboteur?: Saboteur | null;
}

/** One shift of a warehouse in which everything goes wrong that can. */
export class Scenario {
  readonly dice: Dice;
  readonly stage = new Stage();
  readonly history = new History(this.stage);
  readonly server: ServerRoom;
  readonly scene: Scene;
  readonly warehouse: Warehouse;
  readonly office: Office;
  readonly plot: Plot;
  tablets: Tablet[] = [];
  backup: { image: Buffer; history: ReturnType<History['backup']> } | null = null;
  disabled = new Set<number>();
  /** The actions that evictions deleted. */
  losses: { tablet: Tablet; n: number; isRestored: boolean }[] = [];
  /** The actions that were shown to a person as saved. */
  confirmedSaved = new Set<string>();
  isReleased = false;
  #unheard: unknown = null;
  #isHealing = false;

  constructor(plot: Plot, warehouse: Warehouse) {
    this.plot = plot;
    this.warehouse = warehouse;
    this.dice = new Dice(plot.seed);
    this.server = new ServerRoom({
      stage: this.stage,
      dice: this.dice.fork(),
      template: warehouse.database,
      settings: { ...warehouse.settings, SYNC_PAGE_ORDERS: this.dice.one([1, 2, 3, 500, 500]) ?? 500 },
      log: quiet,
      observer: this.history,
    });
    this.scene = { stage: this.stage, dice: this.dice, history: this.history, server: this.server };
    this.office = new Office(this.scene, warehouse);
    this.history.isResolved = (m) =>
      this.server.connection.prepare('select 1 from sync_outcomes where m = ? and resolved_at is not null').get(m) !== undefined;
    this.server.onCrash = () => {
      if (this.#isHealing) return;
      this.history.say('the server is down');
      this.stage.after(this.dice.between(500, 20_000), () => this.startServer());
    };
    this.server.onBusy = () => this.history.fault('busy_database');
    this.server.losesPoke = () => {
      const isLost = !this.#isHealing && this.dice.chance(0.5);
      if (isLost) this.history.fault('lost_poke');
      return isLost;
    };
  }

  startServer(): void {
    if (this.server.isRunning) return;
    this.begin(this.server.start());
    this.history.say('the server is up');
  }

  /** Something runs beside the scenario; an error that it throws ends the scenario. */
  begin(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#unheard ??= error;
    });
  }

  async run(): Promise<ScenarioResult> {
    const startedAt = performance.now();
    const giveBack = drawFrom(this.dice.fork());
    const deafen = this.history.listen();
    const undo = this.plot.saboteur?.install?.(this);
    const onError = (error: unknown): void => {
      this.#unheard ??= error;
    };
    process.on('unhandledRejection', onError);
    try {
      await this.#play();
    } finally {
      process.off('unhandledRejection', onError);
      for (const tablet of this.tablets) tablet.putAway();
      undo?.();
      deafen();
      giveBack();
      mutations['pick.assign_tote'].version = 1;
      delete upcasters['pick.assign_tote'];
      this.server.close();
    }
    return this.#result(performance.now() - startedAt);
  }

  async #play(): Promise<void> {
    const { dice, stage, plot } = this;
    this.startServer();
    await this.#pass(20);
    const isReal = plot.saboteur ? false : plot.seed % REAL_STORAGE_EVERY === 0;
    for (const name of 'ABCDE'.slice(
      0,
      dice.weighted([
        [5, 3],
        [3, 4],
        [2, 5],
      ]) ?? 3,
    ))
      this.addTablet(new Tablet(name, this.scene, isReal ? new BrowserStorage(stage) : undefined));
    for (const order of this.warehouse.orders.slice(0, dice.between(3, 6))) this.begin(this.office.release(order));
    for (const tablet of this.tablets) {
      this.signIn(tablet, dice.one(this.warehouse.people) ?? this.warehouse.office);
      tablet.boot();
    }
    await this.#pass(dice.between(1_000, 5_000));
    for (let step = 0; step < stepsOf(plot) && !this.#isOver(); step++) {
      await this.#pass(dice.chance(0.85) ? dice.between(20, 500) : dice.between(1_000, 9_000));
      if (!this.#isOver()) this.#step();
    }
    if (!this.#isOver()) await this.#end();
  }

  #isOver(): boolean {
    if (this.#unheard) throw this.#unheard;
    return this.history.broken !== null;
  }

  async #pass(ms: number): Promise<void> {
    const until = this.stage.now + ms;
    await this.stage.play(() => this.history.broken !== null || this.#unheard !== null, until);
    this.stage.now = Math.max(this.stage.now, until);
  }

  addTablet(tablet: Tablet): void {
    this.tablets.push(tablet);
    this.plot.saboteur?.equip?.(tablet);
  }

  #step(): void {
    const { dice } = this;
    const does = dice.weighted([
      [66, 'floor' as const],
      [12, 'office' as const],
      [22, 'fault' as const],
    ]);
    if (does === 'office' && this.server.isUp) this.begin(this.office.act());
    else if (does === 'fault') strike(this);
    else this.#floor();
  }

  #floor(): void {
    const { dice } = this;
    const tablet = dice.one(this.tablets);
    if (!tablet) return;
    if (tablet.tabs.length === 0) {
      tablet.boot();
      return;
    }
    const tab = dice.one(tablet.tabs.filter(({ isOpen }) => isOpen));
    if (!tab) return;
    if (tab.isBlocked()) {
      if (dice.chance(0.5)) this.makeRoom(tablet);
      return;
    }
    if (tablet.link().problem === 'sign_in' && dice.chance(0.4)) {
      this.begin(this.signInAgain(tablet));
      return;
    }
    const times = dice.chance(0.25) ? dice.between(2, 5) : 1;
    for (let i = 0; i < times; i++) this.act(tab);
  }

  /** A person takes an action; one that is shown as saved must have been saved. */
  act(tab: Tab): void {
    const { tablet } = tab;
    const me = tablet.signedIn?.actor;
    if (!me || tab.life.isDead || tab.isBlocked()) return;
    const doing = choose(tab, me.id, this.dice, this.warehouse.reasons);
    if (!doing) return;
    const before = tab.lastUuid;
    const acting = tab.engine.mutate(doing.n, doing.a as never);
    const m = tab.lastUuid;
    acting.then(
      (verdict) => {
        if (verdict.ok && m !== before) {
          this.confirmedSaved.add(m);
          this.history.check(
            'saved_is_kept',
            this.history.actions.has(m),
            () => `${tablet.name} said that ${doing.n} was saved, and it is not in the ledger`,
          );
        } else tablet.say(`${doing.n} is refused on the screen`);
      },
      (error: unknown) => tablet.say(`${doing.n} is not saved: ${String(error)}`),
    );
  }

  makeRoom(tablet: Tablet): void {
    tablet.fullness = 0;
    tablet.say('room is made on the disk');
    for (const tab of tablet.tabs) if (tab.isOpen) void tab.engine.retrySave().catch(() => undefined);
  }

  signIn(tablet: Tablet, person: Person, token = person.token): void {
    tablet.say(`${person.name} signs in`);
    tablet.signIn({ token, actor: { id: person.id, name: person.name, role: person.role } });
  }

  async signInAgain(tablet: Tablet, person?: Person): Promise<void> {
    const who = person ?? this.dice.one(this.warehouse.people.filter(({ id }) => !this.disabled.has(id)));
    if (!who || !this.server.isUp) return;
    const session = await this.server.unit((db) => openSession(db, who, new Date(this.stage.now), { device_name: 'Tablet' }));
    if (session) this.signIn(tablet, who, session.token);
  }

  /** The session of the person at a tablet has ended on the server. */
  async expire(tablet: Tablet): Promise<void> {
    const token = tablet.signedIn?.token;
    if (!token) return;
    await this.server.unit((db) => db.delete(sessions).where(eq(sessions.token_hash, hashToken(token))));
  }

  async disable(person: Person, is_disabled: boolean): Promise<void> {
    if (is_disabled) this.disabled.add(person.id);
    else this.disabled.delete(person.id);
    this.history.say(`office: ${person.name} is ${is_disabled ? 'disabled' : 'let in again'}`);
    await this.server.unit((db) => run(db, sql`update users set is_disabled = ${is_disabled ? 1 : 0} where id = ${person.id}`));
  }

  takeBackup(): void {
    this.backup = { image: this.server.backup(), history: this.history.backup() };
    this.history.say('a backup is taken');
  }

  restore(): void {
    if (!this.backup || !this.server.isUp) return;
    const mark = this.server.mark();
    const isMarkLost = this.dice.chance(0.5) && this.tablets.some((tablet) => tablet.tab && tablet.link().online && !tablet.link().problem);
    this.server.crash();
    this.server.restore(Buffer.from(this.backup.image), isMarkLost ? null : mark);
    this.history.restored(this.backup.history);
    if (isMarkLost) this.#untilItShows(mark);
    this.history.fault('restore');
    for (const loss of this.losses) loss.isRestored = true;
    this.history.say(`the backup is restored${isMarkLost ? ', and only a tablet that knows more can tell' : ''}`);
  }

  /** Where nothing beside the database shows that it was restored, a tablet has to: the first tablet allowed through is ahead of the database. */
  #untilItShows(mark: { epoch: string; v: number }): void {
    const { server, stage } = this;
    const { epoch } = server.mark();
    const hears = (body: unknown): boolean => server.mark().epoch !== epoch || server.knowsLess(body as SyncRequest);
    server.hears = hears;
    const look = (remaining: number): void => {
      if (server.hears !== hears) return;
      if (server.mark().epoch !== epoch) server.hears = null;
      else if (remaining > 0) stage.after(500, () => look(remaining - 1));
      else {
        server.hears = null;
        server.crash();
        server.leaveMark(mark);
        this.startServer();
      }
    };
    stage.after(500, () => look(40));
  }

  /** The server is updated: it knows the tote of the next version, and still understands that of today. */
  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    mutations['pick.assign_tote'].version = TOMORROW;
    upcasters['pick.assign_tote'] = {
      1: {
        since: this.stage.time,
        up: (a) => {
          this.history.fault('old_version');
          return { ...a, tote: typeof a.tote === 'string' ? a.tote.toUpperCase() : null };
        },
      },
    };
    this.history.say('the office is updated');
  }

  /** Everything works again; every queue has to empty, every tablet to agree with the office, and every open item to be seen and closed. */
  async #end(): Promise<void> {
    const { history, stage } = this;
    this.#isHealing = true;
    history.say('everything works again');
    this.release();
    this.server.isBusy = false;
    for (let tries = 0; tries < 3; tries++) {
      this.startServer();
      await this.stage.play(() => this.server.hears === null && this.server.isUp, this.stage.now + 60_000);
    }
    this.server.crashAt(Number.POSITIVE_INFINITY, 'before');
    for (const tablet of this.tablets) {
      tablet.weather = 'good';
      tablet.closings = 0;
      for (const tab of tablet.tabs) tab.life.fuse = null;
      if (tablet.tabs.length === 0) tablet.boot();
      this.makeRoom(tablet);
      tablet.turns = 0;
    }
    const [someone] = this.warehouse.people.filter(({ role }) => role === 'super');
    for (const tablet of this.tablets) await this.#waitFor(this.signInAgain(tablet, someone));
    const isEmpty = (): boolean => this.tablets.every((tablet) => tablet.outbox.size === 0 && tablet.tab !== null && tablet.link().online);
    const isDone = await stage.play(() => isEmpty() || history.broken !== null || this.#unheard !== null, stage.now + HEALING);
    if (this.#isOver()) return;
    history.check('queue_empties', isDone, () => this.tablets.map((tablet) => this.#stuck(tablet)).join('; '));
    for (const tablet of this.tablets)
      history.check('queue_empties', tablet.turns <= MAX_TURNS, () => `${tablet.name} took ${tablet.turns} exchanges`);
    if (this.#isOver()) return;
    await this.#pass(80_000);
    if (this.#isOver()) return;
    await this.#atRest();
    if (this.#isOver()) return;
    await this.#close();
  }

  #stuck(tablet: Tablet): string {
    const { problem, online } = tablet.link();
    return `${tablet.name}: ${tablet.outbox.size} waiting, ${tablet.tab ? 'open' : 'not open'}, ${online ? 'online' : 'offline'}, ${problem ?? 'no problem'}`;
  }

  async #atRest(): Promise<void> {
    const { history, server } = this;
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
    const fresh = await this.#waitFor(this.#freshRows());
    for (const tablet of this.tablets) await this.#compare(tablet, fresh, open as { m: string; device: string }[]);
    // A clone may lose what it had of the same device, and reports that itself.
    const countOf = server.connection.prepare(
      `select coalesce(sum(n), 0) as n from sync_losses
        where lost_device in (select value from json_each(?)) and device in (select value from json_each(?))`,
    );
    for (const tablet of this.tablets) {
      const losses = this.losses.filter((loss) => loss.tablet === tablet);
      if (losses.some(({ isRestored }) => isRestored)) continue;
      const lost = losses.reduce((sum, { n }) => sum + n, 0);
      const own = JSON.stringify([...tablet.formerDevices, tablet.device]);
      const count = (countOf.get(own, own) as { n: number }).n;
      history.check(
        'loss_is_told',
        count >= lost,
        () => `${lost} actions of ${tablet.name} were thrown away, and the office has been told of ${count}`,
      );
    }
    const wrong = server.connection
      .prepare(
        `select level.product_id, level.qty_allocated, coalesce(sum(line.qty_allocated), 0) as held from stock_levels level
          left join order_lines line on coalesce(line.picked_product_id, line.product_id) = level.product_id
          group by level.product_id, level.qty_allocated having level.qty_allocated <> coalesce(sum(line.qty_allocated), 0)`,
      )
      .get();
    history.check('allocated_within_stock', wrong === undefined, () => `allocated is not what orders hold: ${JSON.stringify(wrong)}`);
  }

  async #waitFor<T>(work: Promise<T>): Promise<T> {
    let result: { value: T } | null = null;
    this.begin(
      work.then((value) => {
        result = { value };
      }),
    );
    await this.stage.play(() => result !== null || this.#unheard !== null, this.stage.now + 60_000);
    if (this.#unheard) throw this.#unheard;
    if (!result) throw new Error('The server has not answered.');
    return (result as { value: T }).value;
  }

  async #compare(tablet: Tablet, fresh: Rows, open: readonly { m: string; device: string }[]): Promise<void> {
    const { history } = this;
    const held = (await new Cache(tablet.storage.cache).rows(null)).rows as Rows;
    const screenRows = tablet.tab?.engine.screens.get().floor.rows as Rows;
    const queue = await tablet.storage.ledger.read((t) => t.outbox.all());
    const floor = applyMutations({ rows: held, waiting: new Map() }, queue as unknown as WaitingMutation[]).rows;
    for (const kind of kinds) {
      // Wearers, products and styles of orders that have left may stay behind.
      const isLeftBehind = kind === 'wearer' || kind === 'product' || kind === 'style';
      const other = differing(held[kind], fresh[kind], isLeftBehind);
      history.check('tablets_equal_server', other === null, () => `${tablet.name} holds another ${kind}: ${other}`);
      const unseen = differing(screenRows[kind], floor[kind], false);
      history.check('tablets_equal_server', unseen === null, () => `${tablet.name} shows another ${kind} than it holds: ${unseen}`);
    }
    const seen = new Set((tablet.tab?.engine.sync.get().open ?? []).map(({ m }) => m));
    const own = open.filter(({ device }) => device === tablet.device).map(({ m }) => m);
    for (const m of own) history.check('visible_until_resolved', seen.has(m), () => `${tablet.name} does not show ${history.nameOf(m)}`);
    history.check('visible_until_resolved', seen.size === own.length, () => `${tablet.name} shows what is closed`);
  }

  /** What a new tablet gets: the rows of the floor are the same for each. */
  async #freshRows(): Promise<Rows> {
    const facts = (await this.tablets[0]?.storage.ledger.read((t) => t.facts.get('device'))) as { device: string; secret: string };
    const cache = new Cache(cacheDisk());
    for (;;) {
      const { cursor } = await cache.standing();
      const answer = await this.server.receive('POST', '/api/sync', this.warehouse.office.token, {
        ...{ pv: 1, device: facts.device, secret: facts.secret, pending: 0, push: [] },
        pull: { cursor, lm: {} },
      });
      const read = readAnswer.parse(answer?.body);
      await cache.apply(cursor, read, this.stage.time);
      if (!read.more) return (await cache.rows(null)).rows as Rows;
    }
  }

  /** A person closes everything that is open; then nothing may be left. */
  async #close(): Promise<void> {
    const { history } = this;
    for (let turn = 0; turn < 5; turn++) {
      const items = (await this.#waitFor(this.office.attention())).filter(({ kind }) => kind === 'outcome');
      if (items.length === 0) break;
      for (const { m } of items)
        await this.#waitFor(this.office.call(`close ${history.nameOf(m)}`, 'POST', `/api/admin/attention/${m}/resolve`, { choice: 'dismiss' }));
    }
    await this.#pass(80_000);
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

  #result(ms: number): ScenarioResult {
    const { history } = this;
    const broken = history.broken as Broken | null;
    return {
      seed: this.plot.seed,
      steps: stepsOf(this.plot),
      broken: broken && { invariant: broken.invariant, message: broken.message },
      hash: hashOf(history.trace),
      trace: history.trace,
      faults: Object.fromEntries(history.faults),
      checks: Object.fromEntries(history.checks),
      kills: Object.fromEntries(history.kills),
      done: Object.fromEntries(history.done),
      codes: Object.fromEntries(history.codes),
      actions: history.actions.size,
      ms,
    };
  }
}

const stepsOf = ({ steps = STEPS }: Plot): number => steps;

function differing(mine: ReadonlyMap<unknown, unknown>, theirs: ReadonlyMap<unknown, unknown>, mayHaveMore: boolean): string | null {
  for (const [key, row] of theirs) {
    if (JSON.stringify(mine.get(key)) !== JSON.stringify(row)) return `${JSON.stringify(mine.get(key))} where the other is ${JSON.stringify(row)}`;
  }
  const more = mayHaveMore ? undefined : [...mine.keys()].find((key) => !theirs.has(key));
  return more === undefined ? null : `${JSON.stringify(mine.get(more))} which is not there`;
}

const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');
