import type BetterSqlite from 'better-sqlite3';
import type { CacheStore, LedgerStore, Queued } from '../../pwa/offline/store.ts';
import type { MutationHandler, MutationMeta } from '../../server/sync/mutation-handler.ts';
import { mutationHandlers } from '../../server/sync/mutation-handlers.ts';
import type { MutationName } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import type { Base, OutcomeKind } from '../../shared/sync/wire.ts';
import type { InvariantName } from './invariants.ts';
import type { Observer } from './server-room.ts';
import type { Stage } from './stage.ts';

/** An invariant was broken. */
export class Broken extends Error {
  constructor(
    readonly invariant: InvariantName,
    message: string,
  ) {
    super(message);
  }
}

/** A point in the server's history: which life of its database, and after how many units of work. */
export interface Instant {
  life: number;
  tick: number;
}

/** One action that a tablet's ledger has stored: from then on it must get exactly one outcome. */
export interface RecordedAction {
  row: Queued;
  /** The ledger in which it was stored, and the device of that ledger. */
  ledger: string;
  device: string;
  /** The position of the tablet's rows when the action was taken. */
  knew: Instant | null;
  /** Its ledger was deleted by the browser. */
  isLost: boolean;
}

interface Outcome {
  tick: number;
  outcome: OutcomeKind;
  code: string | null;
}

/** One life of the server's database: a restored backup begins another one. */
interface Life {
  born: number;
  tick: number;
  outcomes: Map<string, Outcome>;
  applied: Map<string, number>;
  lines: Map<number, { version: number; tick: number; by: string | null }>;
  lastQ: Map<string, number>;
  rowid: number;
  /** All lines at the last check. */
  words: string | null;
}

const blankLife = (): Life => ({
  words: null,
  born: 0,
  tick: 0,
  outcomes: new Map(),
  applied: new Map(),
  lines: new Map(),
  lastQ: new Map(),
  rowid: 0,
});

interface LineRow {
  id: number;
  fact_version: number;
  qty_picked: number;
  qty_allocated: number;
}

interface OutcomeRow {
  rowid: number;
  m: string;
  device: string;
  n: string;
  outcome: OutcomeKind;
  code: string | null;
}

/**
 * What really happened, observed from outside: it listens at every tablet's ledger and at the server's database, and reports every broken invariant.
 */
export class History implements Observer {
  readonly stage: Stage;
  readonly actions = new Map<string, RecordedAction>();
  readonly trace: string[] = [];
  readonly faults = new Map<string, number>();
  readonly checks = new Map<InvariantName, number>();
  readonly kills = new Map<string, number>();
  readonly done = new Map<string, number>();
  readonly codes = new Map<string, number>();
  broken: Broken | null = null;
  #lives: Life[] = [blankLife()];
  #acted: { m: string; n: string; line: number | null }[] = [];
  /** Found already, in a unit of work that is not committed yet. */
  #noops = new Set<string>();
  #statements = new WeakMap<
    BetterSqlite.Database,
    { lines: BetterSqlite.Statement; words: BetterSqlite.Statement; outcomes: BetterSqlite.Statement; stock: BetterSqlite.Statement }
  >();
  /** Clients that more than one ledger uses. */
  readonly sharedClients = new Set<string>();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  say(text: string): void {
    this.trace.push(`${this.stage.time.slice(8, 23).replace('T', ' ')}  ${text}`);
  }

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  /** Checks an invariant; the first one that is broken ends the scenario. */
  check(invariant: InvariantName, holds: boolean, otherwise: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (holds || this.broken) return;
    this.broken = new Broken(invariant, otherwise());
    this.say(`BROKEN ${invariant}: ${this.broken.message}`);
  }

  get #life(): Life {
    return this.#lives.at(-1) as Life;
  }

  instant(): string {
    return `${this.#lives.length - 1}.${this.#life.tick}`;
  }

  /** Listens to every action that the server carries out; returns the function that stops it. */
  listen(): () => void {
    const all = mutationHandlers as Record<MutationName, MutationHandler<MutationName>>;
    const before = { ...all };
    for (const [n, act] of Object.entries(before) as [MutationName, MutationHandler<MutationName>][]) {
      all[n] = async (ctx, a, sent, again) => {
        const mark = this.#acted.length;
        try {
          const done = await act(ctx, a, sent, again);
          if (done.outcome === 'applied') this.#applied(n, a, sent);
          if (done.outcome === 'noop') this.#noops.add(sent.m);
          return done;
        } catch (error) {
          this.#acted.length = mark;
          throw error;
        }
      };
    }
    return () => Object.assign(all, before);
  }

  #applied(n: MutationName, a: object, sent: MutationMeta): void {
    const line = n === 'pick.record_line' ? (a as { pick_line_id: number }).pick_line_id : null;
    const action = this.actions.get(sent.m);
    if (action && line !== null) this.#wasSeen(action, line, sent.base);
    if (action && (n === 'pick.complete' || n === 'prep.complete' || n === 'dispatch.request')) this.#standsOnAccepted(action);
    this.#acted.push({ m: sent.m, n, line });
  }

  /** A record based on its author's own earlier record or on a version overwrites only what the tablet had seen. */
  #wasSeen(action: RecordedAction, line: number, base: Base): void {
    // Carried out again by a person's choice, or after a restore: then the person, or the facts, decide.
    if (JSON.stringify(base) !== JSON.stringify(action.row.base) || Object.values(base).some((seen) => typeof seen === 'object' && 'facts' in seen))
      return;
    // What was recorded earlier in the same unit of work is not in the history yet.
    const here = this.#acted.findLast((acted) => acted.line === line);
    const before = here ? { by: here.m, tick: this.#life.tick + 1 } : this.#life.lines.get(line);
    if (!before) return;
    const own = before.by === null ? undefined : this.actions.get(before.by);
    const seen = Object.values(base)[0];
    // Its base was a record of the value that was already there.
    const afterM = typeof seen === 'object' && 'after' in seen ? seen.after : '';
    const after = this.#life.outcomes.get(afterM);
    const isOwn = own?.device === action.device || this.#noops.has(afterM) || (after?.outcome === 'noop' && after.tick >= before.tick);
    this.check(
      'nothing_overwritten_unseen',
      isOwn || this.#tickNow(action.knew) >= before.tick,
      () =>
        `${this.nameOf(action.row.m)} overwrote what ${before.by ? this.nameOf(before.by) : 'the office'} had done to line ${line} without its being seen`,
    );
  }

  #standsOnAccepted(action: RecordedAction): void {
    for (const seen of Object.values(action.row.base)) {
      if (typeof seen !== 'object' || !('after' in seen)) continue;
      const before = this.#life.outcomes.get(seen.after);
      const isOpen = before !== undefined && isRefused(before.outcome) && !this.isResolved(seen.after);
      this.check(
        'nothing_completed_on_refusal',
        !isOpen,
        () => `${this.nameOf(action.row.m)} was done although ${this.nameOf(seen.after)} had been refused`,
      );
    }
  }

  /** Set by the scenario: whether a person has closed an outcome. */
  isResolved: (m: string) => boolean = () => false;

  /** A point of an earlier life counts only up to the backup with which the next life began. */
  #tickNow(instant: Instant | null): number {
    if (!instant) return -1;
    let { tick } = instant;
    for (const life of this.#lives.slice(instant.life + 1)) tick = Math.min(tick, life.born);
    return tick;
  }

  committed(connection: BetterSqlite.Database): void {
    const life = this.#life;
    life.tick += 1;
    const statements = this.#of(connection);
    const by = new Map(this.#acted.flatMap(({ m, line }) => (line === null ? [] : [[line, m] as const])));
    for (const { m } of this.#acted) {
      const times = (life.applied.get(m) ?? 0) + 1;
      life.applied.set(m, times);
      this.check('never_twice', times === 1, () => `${this.nameOf(m)} was applied ${times} times`);
    }
    this.#acted = [];
    this.#noops.clear();
    // A line identical to its last check is still correct.
    const words = statements.words.pluck().get() as string | null;
    for (const line of words === life.words ? [] : (statements.lines.all() as LineRow[])) {
      this.check(
        'picked_within_allocated',
        line.qty_picked <= line.qty_allocated,
        () => `line ${line.id}: ${line.qty_picked} picked of ${line.qty_allocated}`,
      );
      const before = life.lines.get(line.id);
      if (before?.version !== line.fact_version)
        life.lines.set(line.id, { version: line.fact_version, tick: life.tick, by: by.get(line.id) ?? null });
    }
    life.words = words;
    this.check('allocated_within_stock', statements.stock.get() === undefined, () => 'more of a SKU is allocated than there is');
    for (const row of statements.outcomes.all(life.rowid) as OutcomeRow[]) this.#outcome(life, row);
  }

  undone(): void {
    this.#acted = [];
    this.#noops.clear();
  }

  #outcome(life: Life, { rowid, m, device, n, outcome, code }: OutcomeRow): void {
    life.rowid = rowid;
    life.outcomes.set(m, { tick: life.tick, outcome, code });
    this.done.set(n, (this.done.get(n) ?? 0) + 1);
    if (code) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    const action = this.actions.get(m);
    this.say(`office: ${this.nameOf(m)} → ${outcome}${code ? ` ${code}` : ''}`);
    if (!action) return;
    this.check('one_outcome', device === action.device, () => `${this.nameOf(m)} has its outcome under another tablet's name`);
    const before = life.lastQ.get(action.ledger) ?? 0;
    this.check('queue_order', action.row.q > before, () => `${this.nameOf(m)} came after action ${before} of the same tablet`);
    life.lastQ.set(action.ledger, Math.max(before, action.row.q));
  }

  outcomeOf(m: string): Outcome | undefined {
    return this.#life.outcomes.get(m);
  }

  /** What a backup taken now will bring back. */
  backup(): Life {
    return structuredClone(this.#life);
  }

  restored(backup: Life): void {
    this.#lives.push({ ...structuredClone(backup), born: backup.tick });
  }

  #of(connection: BetterSqlite.Database) {
    const statements = this.#statements.get(connection);
    if (statements) return statements;
    const made = {
      lines: connection.prepare('select id, fact_version, qty_picked, qty_allocated from pick_lines'),
      words: connection.prepare(`select group_concat(id || ' ' || fact_version || ' ' || qty_picked || ' ' || qty_allocated) from pick_lines`),
      outcomes: connection.prepare('select rowid, m, device, n, outcome, code from sync_outcomes where rowid > ? order by rowid'),
      stock: connection.prepare('select product_id from stock_levels where qty_allocated > qty_available or qty_available < 0 limit 1'),
    };
    this.#statements.set(connection, made);
    return made;
  }

  /** An action in words: `A7 pick.start`. */
  nameOf(m: string): string {
    const action = this.actions.get(m);
    return action ? `${action.ledger}${action.row.q} ${action.row.n}` : `a stranger's ${m.slice(0, 8)}`;
  }

  /** A transaction of a tablet's ledger was committed: what it holds from now on must not vanish. */
  async ledgerKept(of: { name: string; device: string; outbox: Map<number, string> }, ledger: LedgerStore, cache: CacheStore): Promise<void> {
    const rows = await ledger.read((t) => t.outbox.all());
    const now = new Map(rows.map(({ q, m }) => [q, m]));
    const removedMails = [...of.outbox].filter(([q, m]) => now.get(q) !== m);
    const isNew = rows.some(({ m }) => !this.actions.has(m));
    const position = isNew || removedMails.length > 0 ? await positionOf(cache) : undefined;
    for (const row of rows) {
      const action = this.actions.get(row.m);
      if (action) action.row = row;
      else {
        this.actions.set(row.m, { row, ledger: of.name, device: of.device, knew: instantOf(position), isLost: false });
        this.say(`${of.name}: ${this.nameOf(row.m)} is saved (${JSON.stringify(row.a)} on ${JSON.stringify(row.base)})`);
      }
    }
    of.outbox.clear();
    for (const [q, m] of now) of.outbox.set(q, m);
    for (const [q, m] of removedMails) {
      const [sent, open] = await ledger.read(async (t) => [await t.sent.get(q), await t.outcomes.get(m)] as const);
      this.check('saved_is_kept', sent?.m === m, () => `${this.nameOf(m)} has left the queue of ${of.name} for nowhere`);
      if (!sent || this.sharedClients.has(sent.c)) continue;
      const isShown = (position?.lm[sent.c] ?? 0) >= sent.s;
      this.check('own_work_stays', isShown, () => `${this.nameOf(m)} has left the queue of ${of.name} before its rows came back`);
      if (!sent.outcome || !isRefused(sent.outcome)) continue;
      // An outcome that was closed in a life that a restore has undone cannot be checked any more.
      const isUndone = instantOf(position)?.life !== this.#lives.length - 1;
      const isOpen = open?.is_open === true || isUndone || this.isResolved(m);
      this.check('visible_until_resolved', isOpen, () => `${this.nameOf(m)} was refused, and ${of.name} does not show it`);
    }
  }

  /** A transaction of a tablet's cache was committed: its rows and its last mutations must be of the same point in time. */
  async cacheKept(of: { ledgerName: string }, cache: CacheStore): Promise<void> {
    const position = await positionOf(cache);
    if (!position) return;
    const instant = instantOf(position);
    const then = instant && this.#lives[instant.life];
    for (const { row, ledger } of this.actions.values()) {
      if (ledger !== of.ledgerName || (position.lm[row.c] ?? 0) < row.s || this.sharedClients.has(row.c)) continue;
      const outcome = then?.outcomes.get(row.m);
      this.check(
        'rows_and_lm_agree',
        outcome !== undefined && instant !== null && outcome.tick <= instant.tick,
        () => `${of.ledgerName} counts ${this.nameOf(row.m)} as contained in rows that are older than it`,
      );
    }
  }
}

interface Position {
  cursor: { instant?: string } | null;
  lm: Record<string, number>;
}

const positionOf = async (cache: CacheStore): Promise<Position | undefined> =>
  (await cache.read((t) => t.meta.get('position'))) as unknown as Position | undefined;

function instantOf(position: Position | undefined): Instant | null {
  const [life, tick] = position?.cursor?.instant?.split('.').map(Number) ?? [];
  return life === undefined || tick === undefined ? null : { life, tick };
}
