import type BetterSqlite from 'better-sqlite3';
import type { CacheStore, LedgerStore, Queued } from '../../pwa/offline/store.ts';
import type { MutationHandler, MutationMeta } from '../../server/sync/mutation-handler.ts';
import { mutationHandlers } from '../../server/sync/mutation-handlers.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import type { Base, OutcomeKind } from '../../shared/sync/wire.ts';
import { bagKey, checkBag, checkBoxes, type StatedBag, type StatedBoxes, stateBag, stateBoxes } from './check-bags.ts';
import type { InvariantName } from './invariants.ts';
import type { Scheduler } from './scheduler.ts';
import type { Observer } from './simulated-server.ts';

type BagLabel = Extract<ArgsOf<'print.request'>, { what: 'bag_label' }>;

/** An invariant was broken. */
export class BrokenInvariant extends Error {
  constructor(
    readonly invariant: InvariantName,
    message: string,
  ) {
    super(message);
  }
}

/** A point in the server's history: the epoch of the database, and the number of units of work before the point. */
export interface Instant {
  epoch: number;
  tick: number;
}

/** One action that a tablet's ledger has stored: from then on it must get exactly one outcome. */
export interface RecordedAction {
  row: Queued;
  /** The ledger in which the action was stored; `device` is the device of that ledger. */
  ledger: string;
  device: string;
  /** The position of the tablet's rows when the action was taken. */
  position: Instant | null;
  /** True if the browser has deleted the ledger. */
  isLost: boolean;
}

interface Outcome {
  tick: number;
  outcome: OutcomeKind;
  code: string | null;
}

/** One epoch of the server's database: a restored backup begins another one. */
interface Epoch {
  startTick: number;
  tick: number;
  outcomes: Map<string, Outcome>;
  applied: Map<string, number>;
  lines: Map<number, { version: number; tick: number; by: string | null }>;
  lastQ: Map<string, number>;
  rowid: number;
  /** The quantity that was applied last for each line of a receipt. */
  received: Map<string, number>;
  /** The quantities that were applied last for each line of a collection. */
  collected: Map<number, string>;
  /** What was stated last of each bag. */
  bags: Map<string, StatedBag>;
  /** All lines at the last check. */
  contents: string | null;
  /** The items that each tablet has taken from the shelf and that nobody has put back, by line, SKU and device. */
  taken: Map<string, number>;
  /** The id of the last audit event about items that were put back. */
  audited: number;
  /** The quantities that the lines and tasks in the database named at the last check, by line and SKU. */
  named: string | null;
}

const emptyEpoch = (): Epoch => ({
  contents: null,
  taken: new Map(),
  audited: 0,
  named: null,
  startTick: 0,
  tick: 0,
  outcomes: new Map(),
  applied: new Map(),
  lines: new Map(),
  lastQ: new Map(),
  received: new Map(),
  collected: new Map(),
  bags: new Map(),
  rowid: 0,
});

interface TakenItems {
  line: number;
  product: number;
  device: string;
  qty: number;
}

/** An action that was applied in a unit of work that is not committed yet. */
interface Application {
  m: string;
  n: string;
  line: number | null;
  completed: number | null;
  received: readonly [key: string, qty: number] | null;
  /** The line of a collection, and what was received of it. */
  collected: readonly [key: number, qty: string] | null;
  label: BagLabel | null;
  boxes: StatedBoxes[];
}

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
 * What really happened in a scenario: observes every tablet's ledger and the server's database from outside, and reports every broken invariant.
 */
export class History implements Observer {
  readonly scheduler: Scheduler;
  readonly actions = new Map<string, RecordedAction>();
  readonly trace: string[] = [];
  readonly faults = new Map<string, number>();
  readonly checks = new Map<InvariantName, number>();
  readonly kills = new Map<string, number>();
  readonly mutations = new Map<string, number>();
  readonly codes = new Map<string, number>();
  violation: BrokenInvariant | null = null;
  #epochs: Epoch[] = [emptyEpoch()];
  #applications: Application[] = [];
  /** Actions that changed nothing, in a unit of work that is not committed yet. */
  #noops = new Set<string>();
  #statements = new WeakMap<
    BetterSqlite.Database,
    Record<'lines' | 'contents' | 'outcomes' | 'stock' | 'named' | 'returned' | 'tasks', BetterSqlite.Statement>
  >();
  /** Clients that more than one ledger uses. */
  readonly sharedClients = new Set<string>();
  /** Actions that were delayed when their tablet was cloned: each joins both queues, under a different number in each. */
  readonly delayedTwice = new Set<string>();

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  log(text: string): void {
    this.trace.push(`${this.scheduler.time.slice(8, 23).replace('T', ' ')}  ${text}`);
  }

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  /** Checks an invariant; the first one that is broken ends the scenario. */
  check(invariant: InvariantName, holds: boolean, describe: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1);
    if (holds || this.violation) return;
    this.violation = new BrokenInvariant(invariant, describe());
    this.log(`BROKEN ${invariant}: ${this.violation.message}`);
  }

  get #epoch(): Epoch {
    return this.#epochs.at(-1) as Epoch;
  }

  instant(): string {
    return `${this.#epochs.length - 1}.${this.#epoch.tick}`;
  }

  /** Observes every action that the server carries out. Returns the function that ends the observation. */
  observeMutations(): () => void {
    const all = mutationHandlers as Record<MutationName, MutationHandler<MutationName>>;
    const before = { ...all };
    for (const [n, handle] of Object.entries(before) as [MutationName, MutationHandler<MutationName>][]) {
      all[n] = async (ctx, args, meta, apply) => {
        const count = this.#applications.length;
        try {
          const result = await handle(ctx, args, meta, apply);
          if (result.outcome === 'applied') this.#recordApplication(n, args, meta);
          if (result.outcome === 'noop') this.#noops.add(meta.m);
          return result;
        } catch (error) {
          this.#applications.length = count;
          throw error;
        }
      };
    }
    return () => Object.assign(all, before);
  }

  #recordApplication(n: MutationName, args: object, meta: MutationMeta): void {
    const line = n === 'pick.record_line' ? (args as { pick_line_id: number }).pick_line_id : null;
    const action = this.actions.get(meta.m);
    if (action && line !== null) this.#checkOverwrite(action, line, meta.base);
    if (action && (n === 'pick.complete' || n === 'prep.complete' || n === 'dispatch.request')) this.#checkBases(action);
    const completed = n === 'pick.complete' ? (args as { pick_id: number }).pick_id : null;
    const received = n === 'receipt.set_line' ? receivedBy(action?.row.a ?? args) : null;
    const collected = n === 'collection.receive_line' ? collectedBy((action?.row.a ?? args) as ArgsOf<'collection.receive_line'>) : null;
    const label = n === 'print.request' && (args as ArgsOf<'print.request'>).what === 'bag_label' ? (args as BagLabel) : null;
    const boxes = n === 'dispatch.request' ? stateBoxes(args as ArgsOf<'dispatch.request'>) : [];
    this.#applications.push({ m: meta.m, n, line, completed, received, collected, label, boxes });
  }

  /** Checks that an action overwrites only values that its tablet knew. `base` is an earlier record of the action's author, or a version. */
  #checkOverwrite(action: RecordedAction, line: number, base: Base): void {
    // An action that is carried out again by a person's choice or after a restore is not checked: the person or the facts decide.
    if (
      JSON.stringify(base) !== JSON.stringify(action.row.base) ||
      Object.values(base).some((value) => typeof value === 'object' && 'facts' in value)
    )
      return;
    // Records that the same unit of work has written earlier are not in the history yet.
    const current = this.#applications.findLast((application) => application.line === line);
    const before = current ? { by: current.m, tick: this.#epoch.tick + 1 } : this.#epoch.lines.get(line);
    if (!before) return;
    const author = before.by === null ? undefined : this.actions.get(before.by);
    const [value] = Object.values(base);
    // If the base is a record with the outcome `noop`, the line already had the value of that record.
    const afterM = typeof value === 'object' && 'after' in value ? value.after : '';
    const after = this.#epoch.outcomes.get(afterM);
    const isOwn = author?.device === action.device || this.#noops.has(afterM) || (after?.outcome === 'noop' && after.tick >= before.tick);
    this.check(
      'no_blind_overwrite',
      isOwn || this.#tickInCurrentEpoch(action.position) >= before.tick,
      () =>
        `${this.nameOf(action.row.m)} overwrote a change of line ${line} by ${before.by ? this.nameOf(before.by) : 'the office'} that its tablet did not know`,
    );
  }

  #checkBases(action: RecordedAction): void {
    for (const value of Object.values(action.row.base)) {
      if (typeof value !== 'object' || !('after' in value)) continue;
      const before = this.#epoch.outcomes.get(value.after);
      const isOpen = before !== undefined && isRefused(before.outcome) && !this.isResolved(value.after);
      this.check(
        'nothing_completed_on_refusal',
        !isOpen,
        () => `${this.nameOf(action.row.m)} was done although ${this.nameOf(value.after)} had been refused`,
      );
    }
  }

  /** Whether a person has resolved an outcome. The scenario sets this function. */
  isResolved: (m: string) => boolean = () => false;

  /** The number of units of work up to a point; a point of an earlier epoch counts only up to the backup from which the next epoch began. */
  #tickInCurrentEpoch(instant: Instant | null): number {
    if (!instant) return -1;
    let { tick } = instant;
    for (const epoch of this.#epochs.slice(instant.epoch + 1)) tick = Math.min(tick, epoch.startTick);
    return tick;
  }

  onCommit(connection: BetterSqlite.Database): void {
    const epoch = this.#epoch;
    epoch.tick += 1;
    const statements = this.#statementsOf(connection);
    const by = new Map(this.#applications.flatMap(({ m, line }) => (line === null ? [] : [[line, m] as const])));
    for (const { m } of this.#applications) {
      const times = (epoch.applied.get(m) ?? 0) + 1;
      epoch.applied.set(m, times);
      this.check('never_twice', times === 1, () => `${this.nameOf(m)} was applied ${times} times`);
    }
    for (const { received } of this.#applications) if (received) epoch.received.set(...received);
    for (const { collected } of this.#applications) if (collected) epoch.collected.set(...collected);
    const labelled = new Map<string, StatedBag>();
    for (const { label } of this.#applications) {
      if (!label) continue;
      const stated = stateBag(epoch.bags.get(bagKey(label)), label);
      epoch.bags.set(bagKey(label), stated);
      labelled.set(bagKey(label), stated);
    }
    for (const stated of labelled.values()) checkBag(connection, this, stated);
    for (const stated of this.#applications.flatMap(({ boxes }) => boxes)) checkBoxes(connection, this, stated);
    const completions = this.#applications.flatMap(({ m, completed }) => {
      const device = this.actions.get(m)?.device;
      return completed === null || device === undefined ? [] : [{ pick: completed, device }];
    });
    this.#applications = [];
    this.#noops.clear();
    // If all lines are the same as at the last check, they need not be checked again.
    const contents = statements.contents.pluck().get() as string | null;
    for (const line of contents === epoch.contents ? [] : (statements.lines.all() as LineRow[])) {
      this.check(
        'picked_within_allocated',
        line.qty_picked <= line.qty_allocated,
        () => `line ${line.id}: ${line.qty_picked} picked of ${line.qty_allocated}`,
      );
      const before = epoch.lines.get(line.id);
      if (before?.version !== line.fact_version)
        epoch.lines.set(line.id, { version: line.fact_version, tick: epoch.tick, by: by.get(line.id) ?? null });
    }
    epoch.contents = contents;
    this.check('allocated_within_stock', statements.stock.get() === undefined, () => 'more of a SKU is allocated than there is');
    for (const row of statements.outcomes.all(epoch.rowid) as OutcomeRow[]) this.#recordOutcome(epoch, row, connection);
    for (const { id, qty, ...of } of statements.returned.all(epoch.audited) as (TakenItems & { id: number })[]) {
      epoch.audited = id;
      this.#take(epoch, { ...of, qty: -qty });
    }
    for (const { pick, device } of completions) this.#gather(epoch, pick, device, statements.tasks);
    this.#checkItems(epoch, statements.named.pluck().get() as string | null);
  }

  /** Adds `qty` to the items on a trolley, but never goes below 0: if two people say that they have put back the same item, the item counts once. */
  #take(epoch: Epoch, { line, product, device, qty }: TakenItems): void {
    if (qty === 0) return;
    const key = `${line} ${product} ${device}`;
    epoch.taken.set(key, Math.max(0, (epoch.taken.get(key) ?? 0) + qty));
    epoch.named = null;
  }

  /** Moves the items of a completed pick to the trolley of the tablet that completed it; items of open tasks stay on the trolley of the task. */
  #gather(epoch: Epoch, pick: number, to: string, tasks: BetterSqlite.Statement): void {
    const ofPick = tasks.all(pick) as { line: number; trolley: string | null; qty: number | null }[];
    const lines = new Set(ofPick.map(({ line }) => line));
    const returning = new Map(ofPick.map(({ line, trolley, qty }) => [`${line} ${trolley}`, qty ?? 0]));
    for (const [key, qty] of epoch.taken) {
      const [line, product, device] = key.split(' ');
      const qtyGathered = qty - (returning.get(key) ?? 0);
      if (!lines.has(Number(line)) || device === to || qtyGathered <= 0) continue;
      const of = { line: Number(line), product: Number(product) };
      this.#take(epoch, { ...of, device: `${device}`, qty: -qtyGathered });
      this.#take(epoch, { ...of, device: to, qty: qtyGathered });
    }
  }

  /** Checks that a line or a task names all items that tablets took. `named` has the quantities of the database, by line and SKU. */
  #checkItems(epoch: Epoch, named: string | null): void {
    if (named === epoch.named) return;
    epoch.named = named;
    const qtyNamed = quantitiesOf(named);
    for (const [key, qty] of takenInAll(epoch)) {
      if (this.#clonedLines.has(key)) continue;
      this.check(
        'items_are_named',
        qty <= (qtyNamed.get(key) ?? 0),
        () => `tablets hold ${qty} of line and SKU ${key}, and ${qtyNamed.get(key) ?? 0} are named`,
      );
    }
  }

  /** Checks at rest: lines and tasks name only items that tablets hold, except items that a person recorded or counted without a tablet. */
  checkItemsAtRest(): void {
    const epoch = this.#epoch;
    const taken = takenInAll(epoch);
    for (const [key, qty] of quantitiesOf(epoch.named)) {
      if (this.#clonedLines.has(key) || this.#assertedLines.has(key)) continue;
      this.check(
        'items_are_named',
        qty === (taken.get(key) ?? 0),
        () => `${qty} of line and SKU ${key} are named, and tablets hold ${taken.get(key) ?? 0}`,
      );
    }
  }

  /** Lines of which two clones of a tablet have taken items: it is not known which clone has which items. */
  #clonedLines = new Set<string>();
  /** Lines whose quantity no tablet has counted: a person entered it, or it comes from an action that was refused after a restore. */
  #assertedLines = new Set<string>();

  /** Remembers a line that the office has recorded at the desk. */
  assertLine(line: number, product: number): void {
    this.#assertedLines.add(`${line} ${product}`);
  }

  #takeItems(epoch: Epoch, m: string, isRefused: boolean, connection: BetterSqlite.Database): void {
    const action = this.actions.get(m);
    if (action?.row.n !== 'pick.record_line') return;
    const { pick_id, pick_line_id, product_id } = action.row.a;
    const taken = this.#takenBy(action);
    const key = `${pick_line_id} ${product_id}`;
    // If a restored database lacks the line, the refusal names the items of the line. Another line may get the same id later.
    if (!connection.prepare('select 1 from pick_lines where id = ? and pick_id = ?').get(pick_line_id, pick_id)) {
      this.#assertedLines.add(key);
      return;
    }
    if (this.sharedClients.has(action.row.c)) this.#clonedLines.add(key);
    if (isRefused && taken < 0) this.#assertedLines.add(key);
    this.#take(epoch, { line: pick_line_id, product: product_id, device: action.device, qty: taken });
  }

  /** How many items a person took from the shelf with an action, beyond those that were already on the person's trolley. Negative for put-backs. */
  #takenBy({ row }: RecordedAction): number {
    if (row.n !== 'pick.record_line') return 0;
    const [value] = Object.values(row.base);
    const [seen] = Object.values(row.seen);
    const earlier = typeof value === 'object' && 'after' in value ? this.actions.get(value.after)?.row : undefined;
    if (earlier?.n !== 'pick.record_line')
      return seen?.product_id === row.a.product_id ? Math.max(row.a.qty_picked - seen.qty_picked, -(seen.qty_own ?? 0)) : row.a.qty_picked;
    if (earlier.a.product_id !== row.a.product_id) return row.a.qty_picked;
    const [before] = Object.values(earlier.seen);
    const others = (before?.qty_picked ?? 0) - (before?.qty_own ?? 0);
    return Math.max(row.a.qty_picked - earlier.a.qty_picked, -Math.max(0, earlier.a.qty_picked - others));
  }

  onRollback(): void {
    this.#applications = [];
    this.#noops.clear();
  }

  #recordOutcome(epoch: Epoch, { rowid, m, device, n, outcome, code }: OutcomeRow, connection: BetterSqlite.Database): void {
    epoch.rowid = rowid;
    epoch.outcomes.set(m, { tick: epoch.tick, outcome, code });
    this.mutations.set(n, (this.mutations.get(n) ?? 0) + 1);
    if (code) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    const action = this.actions.get(m);
    this.log(`office: ${this.nameOf(m)} → ${outcome}${code ? ` ${code}` : ''}`);
    this.#takeItems(epoch, m, isRefused(outcome), connection);
    if (!action) return;
    this.check('one_outcome', device === action.device, () => `${this.nameOf(m)} has its outcome under another tablet's name`);
    if (this.delayedTwice.has(m)) return;
    const before = epoch.lastQ.get(action.ledger) ?? 0;
    this.check('queue_order', action.row.q > before, () => `${this.nameOf(m)} came after action ${before} of the same tablet`);
    epoch.lastQ.set(action.ledger, Math.max(before, action.row.q));
  }

  /** The quantity that was applied last for each line of a receipt, by receipt, line of a purchase order and SKU. */
  get received(): ReadonlyMap<string, number> {
    return this.#epoch.received;
  }

  /** The quantities that were applied last for each line of a collection, by order line: restocked and written off. */
  get collected(): ReadonlyMap<number, string> {
    return this.#epoch.collected;
  }

  /** What was stated last of each bag. */
  get bags(): ReadonlyMap<string, StatedBag> {
    return this.#epoch.bags;
  }

  outcomeOf(m: string): Outcome | undefined {
    return this.#epoch.outcomes.get(m);
  }

  /** The part of the history that a backup contains if it is made now. */
  backup(): Epoch {
    return structuredClone(this.#epoch);
  }

  restore(backup: Epoch): void {
    this.#epochs.push({ ...structuredClone(backup), startTick: backup.tick });
  }

  #statementsOf(connection: BetterSqlite.Database) {
    const statements = this.#statements.get(connection);
    if (statements) return statements;
    const prepared = {
      lines: connection.prepare('select id, fact_version, qty_picked, qty_allocated from pick_lines'),
      contents: connection.prepare(`select group_concat(id || ' ' || fact_version || ' ' || qty_picked || ' ' || qty_allocated) from pick_lines`),
      named: connection.prepare(
        `select group_concat(line || ' ' || product || ' ' || qty, ',') from (
          select line, product, sum(qty) as qty from (
            select pick_lines.id as line, product_id as product, qty_picked as qty from pick_lines join picks on picks.id = pick_id where state <> 'closed'
            union all select pick_line_id, product_id, qty from shelf_tasks where done_at is null)
          group by line, product)`,
      ),
      returned: connection.prepare(
        `select audit.id, task.pick_line_id as line, task.product_id as product, task.device, json_extract(after, '$.qty') as qty from audit
          join shelf_tasks task on task.id = json_extract(after, '$.shelf_task_id')
          where what = 'shelf_task.done' and audit.id > ? and task.device <> '' order by audit.id`,
      ),
      tasks: connection.prepare(
        `select line.id as line, task.product_id || ' ' || task.device as trolley, task.qty from pick_lines line
          left join shelf_tasks task on task.pick_line_id = line.id and task.done_at is null where line.pick_id = ?`,
      ),
      outcomes: connection.prepare('select rowid, m, device, n, outcome, code from sync_outcomes where rowid > ? order by rowid'),
      stock: connection.prepare('select product_id from stock_levels where qty_allocated > qty_available or qty_available < 0 limit 1'),
    };
    this.#statements.set(connection, prepared);
    return prepared;
  }

  /** The short name of an action: `A7 pick.start`. */
  nameOf(m: string): string {
    const action = this.actions.get(m);
    return action ? `${action.ledger}${action.row.q} ${action.row.n}` : `an unknown ${m.slice(0, 8)}`;
  }

  /** Checks a tablet's ledger after a commit: an action that the ledger has contained once must not disappear. */
  async checkLedger(of: { name: string; device: string; outbox: Map<number, string> }, ledger: LedgerStore, cache: CacheStore): Promise<void> {
    const rows = await ledger.read((t) => t.outbox.all());
    const current = new Map(rows.map(({ q, m }) => [q, m]));
    const removedEntries = [...of.outbox].filter(([q, m]) => current.get(q) !== m);
    const isNew = rows.some(({ m }) => !this.actions.has(m));
    const position = isNew || removedEntries.length > 0 ? await positionOf(cache) : undefined;
    for (const row of rows) {
      const action = this.actions.get(row.m);
      if (action) action.row = row;
      else {
        this.actions.set(row.m, { row, ledger: of.name, device: of.device, position: instantOf(position), isLost: false });
        this.log(`${of.name}: ${this.nameOf(row.m)} is saved (${JSON.stringify(row.a)} on ${JSON.stringify(row.base)})`);
      }
    }
    of.outbox.clear();
    for (const [q, m] of current) of.outbox.set(q, m);
    for (const [q, m] of removedEntries) {
      const [sentRow, open] = await ledger.read(async (t) => [await t.sent.get(q), await t.outcomes.get(m)] as const);
      this.check('saved_action_is_stored', sentRow?.m === m, () => `${this.nameOf(m)} has left the queue of ${of.name} and is not in the sent-log`);
      if (!sentRow || this.sharedClients.has(sentRow.c)) continue;
      const isShown = (position?.lm[sentRow.c] ?? 0) >= sentRow.s;
      this.check('own_changes_stay', isShown, () => `${this.nameOf(m)} has left the queue of ${of.name} before its rows came back`);
      if (!sentRow.outcome || !isRefused(sentRow.outcome)) continue;
      // If a person resolved an outcome before a restore, this can no longer be checked after the restore.
      const isUndone = instantOf(position)?.epoch !== this.#epochs.length - 1;
      const isOpen = open?.is_open === true || isUndone || this.isResolved(m);
      this.check('visible_until_resolved', isOpen, () => `${this.nameOf(m)} was refused, and ${of.name} does not show it`);
    }
  }

  /** Checks a tablet's cache after a commit: its rows and its last mutations must be of the same point in time. */
  async checkCache(of: { ledgerName: string }, cache: CacheStore): Promise<void> {
    const position = await positionOf(cache);
    if (!position) return;
    const instant = instantOf(position);
    const epoch = instant && this.#epochs[instant.epoch];
    for (const { row, ledger } of this.actions.values()) {
      if (ledger !== of.ledgerName || (position.lm[row.c] ?? 0) < row.s || this.sharedClients.has(row.c)) continue;
      const outcome = epoch?.outcomes.get(row.m);
      this.check(
        'rows_and_lm_agree',
        outcome !== undefined && instant !== null && outcome.tick <= instant.tick,
        () => `${of.ledgerName} counts ${this.nameOf(row.m)} as contained in rows that are older than it`,
      );
    }
  }
}

/** The items that all tablets together have taken of each line and SKU. */
function takenInAll({ taken }: Epoch): Map<string, number> {
  const all = new Map<string, number>();
  for (const [of, qty] of taken) {
    const key = of.slice(0, of.lastIndexOf(' '));
    all.set(key, (all.get(key) ?? 0) + qty);
  }
  return all;
}

/** Parses the quantities that the database returned, by line and SKU. */
const quantitiesOf = (named: string | null): Map<string, number> =>
  new Map(
    (named?.split(',') ?? []).map((entry) => {
      const [line, product, qty] = entry.split(' ');
      return [`${line} ${product}`, Number(qty)];
    }),
  );

const collectedBy = ({ order_line_id, qty_restocked, qty_written_off }: ArgsOf<'collection.receive_line'>): readonly [key: number, qty: string] => [
  order_line_id,
  `${qty_restocked} ${qty_written_off}`,
];

function receivedBy(a: object): readonly [key: string, qty: number] {
  const { receipt, po_line_id, product_id, qty } = a as { receipt: string; po_line_id: number | null; product_id: number; qty: number };
  return [`${receipt} ${po_line_id ?? ''} ${product_id}`, qty];
}

interface Position {
  cursor: { instant?: string } | null;
  lm: Record<string, number>;
}

const positionOf = async (cache: CacheStore): Promise<Position | undefined> =>
  (await cache.read((t) => t.meta.get('position'))) as unknown as Position | undefined;

function instantOf(position: Position | undefined): Instant | null {
  const [epoch, tick] = position?.cursor?.instant?.split('.').map(Number) ?? [];
  return epoch === undefined || tick === undefined ? null : { epoch, tick };
}
