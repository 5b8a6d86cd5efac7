import type { MutationText } from '../../shared/sync/mutation-text.ts';
import { type ArgsOf, type MutationName, mutations } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { lineBaseKey } from '../../shared/sync/protocol.ts';
import type { Acknowledgement, BaseOf, LastMutations, LineFacts, OpenOutcome, Result } from '../../shared/sync/wire.ts';
import { lossOf } from './loss.ts';
import type { Clock, Random, TabletProgress } from './ports.ts';
import type { ClientFact, DelayedAction, Fact, LedgerStore, LedgerTables, LostNotice, Queued, StoredOutcome } from './store.ts';

const SENT_DAYS = 14;
const DAY = 86_400_000;

/** A line as the screen showed it: its version, and the facts of that version. */
export interface SeenLine {
  pick_line_id: number;
  /** The id of this tablet's own record that the screen showed on top of the version; null if there is none. */
  after: string | null;
  version: number;
  /** The epoch of the server's database from which the version comes; null if it is not known. */
  epoch: string | null;
  facts: LineFacts;
}

/** An action that is about to be stored. */
export type NewMutation = {
  [N in MutationName]: {
    m: string;
    n: N;
    a: ArgsOf<N>;
    /** The lines on which the action is based. */
    seen: readonly SeenLine[];
    actor: { id: number; name: string };
    asserted: boolean;
    at: string;
    shown: MutationText;
  };
}[MutationName];

/** The contents of the ledger, read in one transaction. */
export interface LedgerView {
  queue: Queued[];
  /** The position (`q`) of the last action in this tablet's queue. */
  last_q: number;
  outcomes: StoredOutcome[];
  lost: LostNotice | null;
  delayed: DelayedAction[];
  /** Counts of this tablet by name. */
  counts: Map<string, number>;
}

/** The identity of a tablet, and the contents of its ledger when it was opened. */
export interface LedgerContents {
  device: string;
  secret: string;
  /** Whether the browser promised not to evict this tablet's data; null until it answers. */
  persisted: boolean | null;
  view: LedgerView;
}

const delayedKey = (m: string): `delayed:${string}` => `delayed:${m}`;
const isDelayed = (fact: Fact): fact is Fact & DelayedAction => fact.k.startsWith('delayed:');
type CountFact = Extract<Fact, { k: `count:${string}` }>;
const isCount = (fact: Fact): fact is CountFact => fact.k.startsWith('count:');
const clientKey = (c: string): `client:${string}` => `client:${c}`;

const factOf = <K extends Fact['k']>(t: LedgerTables, k: K): Promise<Extract<Fact, { k: K }> | undefined> =>
  t.facts.get(k) as Promise<Extract<Fact, { k: K }> | undefined>;

async function viewOf(t: LedgerTables): Promise<LedgerView> {
  const [queue, outcomes, facts, last, loss] = await Promise.all([
    t.outbox.all(),
    t.outcomes.all(),
    t.facts.all(),
    factOf(t, 'last'),
    factOf(t, 'lost'),
  ]);
  return {
    queue,
    last_q: last?.q ?? 0,
    outcomes: outcomes.sort((a, b) => a.place - b.place),
    lost: loss?.lost ?? null,
    delayed: facts.filter(isDelayed).map(({ action, due }) => ({ action, due })),
    counts: new Map(facts.filter(isCount).map(({ k, qty }) => [k.slice('count:'.length), qty])),
  };
}

/** The contents of the ledger; null if it has no identity yet. */
async function readContents(t: LedgerTables): Promise<LedgerContents | null> {
  const [identity, view] = await Promise.all([factOf(t, 'device'), viewOf(t)]);
  if (!identity) return null;
  const { device, secret, persisted } = identity;
  return { device, secret, persisted, view };
}

/** Stores the notice of a loss. Deletes it once a person has read it on this tablet and the office knows of the loss. */
const keepLoss = (t: LedgerTables, notice: LostNotice): Promise<void> =>
  notice.told && notice.seen ? t.facts.delete(['lost']) : t.facts.put([{ k: 'lost', lost: notice }]);

/** The client id that now replaces `c`, or `c` itself if it was not replaced. */
async function standIn(t: LedgerTables, c: string): Promise<{ c: string; fact: ClientFact | undefined }> {
  let current = c;
  for (;;) {
    const fact: ClientFact | undefined = await factOf(t, clientKey(current));
    if (!fact?.replaced_by) return { c: current, fact };
    current = fact.replaced_by;
  }
}

/** The actions of this tablet that are not known to have reached the office. A write is on the disk once its method has resolved. */
export class Ledger {
  readonly #store: LedgerStore;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(store: LedgerStore, { clock, random }: { clock: Clock; random: Random }) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  /**
   * Reads the identity of this tablet and the contents of its ledger. The first start creates the identity. If the `progress` stored
   * outside the databases is ahead of the ledger, the same transaction records the loss, so that no crash can come in between.
   */
  async open(progress: TabletProgress | null = null): Promise<LedgerContents> {
    const contents = await this.#store.read(readContents);
    return contents && !this.#lossIn(contents, progress) ? contents : await this.#begin(progress);
  }

  #begin(progress: TabletProgress | null): Promise<LedgerContents> {
    return this.#store.write(async (t) => {
      const storedContents = await readContents(t);
      const contents = storedContents ?? { device: this.#random.uuid(), secret: this.#random.secret(), persisted: null, view: await viewOf(t) };
      const { device, secret, persisted } = contents;
      if (!storedContents) await t.facts.put([{ k: 'device', device, secret, persisted }]);
      const loss = this.#lossIn(contents, progress, !storedContents);
      if (!loss) return contents;
      await t.facts.put([{ k: 'lost', lost: loss }]);
      // The positions in the queue continue after the last one in `progress`.
      const last = await factOf(t, 'last');
      if (progress && (last?.q ?? 0) < progress.q) await t.facts.put([{ k: 'last', q: progress.q, m: last?.m ?? '' }]);
      return { ...contents, view: await viewOf(t) };
    });
  }

  #lossIn({ device, view }: LedgerContents, progress: TabletProgress | null, is_new = false): LostNotice | null {
    return lossOf(progress, { device, is_new, last_q: view.last_q }, this.#now());
  }

  /** Stores whether the browser promised not to evict this tablet's data. */
  async persisted(persisted: boolean): Promise<void> {
    await this.#store.write(async (t) => {
      const identity = await factOf(t, 'device');
      if (identity) await t.facts.put([{ ...identity, persisted }]);
    });
  }

  /** Records that the office knows of the loss. */
  async confirmLoss(): Promise<void> {
    await this.#store.write(async (t) => {
      const noted = await factOf(t, 'lost');
      if (noted) await keepLoss(t, { ...noted.lost, told: true });
    });
  }

  /** Records that a person has read the notice of a loss. The notice stays stored until the office also knows of the loss. */
  async lossSeen(): Promise<void> {
    await this.#store.write(async (t) => {
      const noted = await factOf(t, 'lost');
      if (noted) await keepLoss(t, { ...noted.lost, seen: true });
    });
  }

  /**
   * Stores all the actions or none; an action whose `m` is stored already is left out. Once this resolves, the actions survive if the app is killed.
   * `lastQ` is the `q` of the last row that the writer knew when it created the actions: only rows after it are read again.
   */
  write(c: string, actions: readonly NewMutation[], lastQ = 0): Promise<Queued[]> {
    return this.#store.write((t) => append(t, c, actions, lastQ));
  }

  /** Stores an action that joins the queue when it is due. Once this resolves, the action survives if the app is killed. */
  async delay(action: NewMutation, due: number): Promise<void> {
    await this.#store.write((t) => t.facts.put([{ k: delayedKey(action.m), action, due }]));
  }

  /** Stores a count of this tablet under a name; 0 deletes the count. */
  async keepCount(name: string, qty: number): Promise<void> {
    await this.#store.write((t) => (qty === 0 ? t.facts.delete([`count:${name}`]) : t.facts.put([{ k: `count:${name}`, qty, at: this.#now() }])));
  }

  /** Deletes a delayed action. Resolves with false if it is already in the queue. */
  cancelDelayed(m: string): Promise<boolean> {
    return this.#store.write(async (t) => {
      const delayed = await factOf(t, delayedKey(m));
      if (delayed) await t.facts.delete([delayedKey(m)]);
      return delayed !== undefined;
    });
  }

  /**
   * Moves the delayed actions that are due into the queue. It does so in one transaction, so that each action is moved once even if the app is killed
   * or has several tabs. An action with a time in the future is due as well, because the clock was set back since.
   */
  releaseDelayed(c: string): Promise<Queued[]> {
    const now = this.#clock.now();
    return this.#store.write(async (t) => {
      const due = (await t.facts.all()).filter(isDelayed).filter((delayed) => isDue(delayed, now));
      if (due.length === 0) return [];
      await t.facts.delete(due.map(({ action }) => delayedKey(action.m)));
      const actions = due.map(({ action }) => action).sort((a, b) => a.at.localeCompare(b.at));
      return await append(t, c, actions, 0);
    });
  }

  /** The waiting mutations and the outcomes. */
  view(): Promise<LedgerView> {
    return this.#store.read(viewOf);
  }

  /** The actions that the office has recently accepted, newest first. */
  sent(): Promise<Awaited<ReturnType<LedgerTables['sent']['all']>>> {
    return this.#store.read(async (t) => (await t.sent.all()).reverse());
  }

  /**
   * The rows to send in the sequence of the queue, with their epoch and the last mutation that is done. Rows that are done are left out: their
   * outcomes are stored on this tablet, and `lm` includes them.
   */
  toSend(lm: LastMutations): Promise<{
    rows: Queued[];
    waiting: number;
    clients: string[];
    epoch: string | null;
    reached: { c: string; s: number } | null;
    /** The server's signed confirmation of the last mutation that it answered. */
    ack: Acknowledgement | null;
    lost: LostNotice | null;
  }> {
    return this.#store.read(async (t) => {
      const [queue, outcomes, epoch, reached, ack, loss] = await Promise.all([
        t.outbox.all(),
        t.outcomes.all(),
        factOf(t, 'epoch'),
        factOf(t, 'reached'),
        factOf(t, 'ack'),
        factOf(t, 'lost'),
      ]);
      const answeredIds = new Set(outcomes.map(({ m }) => m));
      return {
        rows: queue.filter(({ m, c, s }) => !answeredIds.has(m) || s > (lm[c] ?? 0)),
        waiting: queue.length,
        clients: [...new Set(queue.map(({ c }) => c))],
        epoch: epoch?.epoch ?? null,
        reached: reached ?? null,
        ack: ack ? { c: ack.c, s: ack.s, sig: ack.sig } : null,
        lost: loss?.lost ?? null,
      };
    });
  }

  /** Every client id of which this ledger has a waiting or sent row. */
  clients(): Promise<string[]> {
    return this.#store.read(async (t) => [...new Set([...(await t.sent.all()), ...(await t.outbox.all())].map(({ c }) => c))]);
  }

  /**
   * Stores the outcomes of one request's mutations, with the server's signed confirmation that it has these mutations. `open` is the
   * complete list of this device's open outcomes, if the response has it.
   */
  async answered(results: readonly Result[], open: readonly OpenOutcome[] | null, ack?: Acknowledgement): Promise<void> {
    if (results.length === 0 && !open) return;
    const at = this.#now();
    await this.#store.write(async (t) => {
      const [waiting, outcomes] = await Promise.all([t.outbox.all(), t.outcomes.all()]);
      const queue = new Map(waiting.map((row) => [row.m, row]));
      const outcomesById = new Map(outcomes.map((outcome) => [outcome.m, outcome]));
      const before = new Set(outcomes);
      for (const [i, { m, outcome, code, server }] of results.entries()) {
        const row = queue.get(m);
        const place = outcomesById.size + i;
        if (row) outcomesById.set(m, { m, n: row.n, outcome, code, server, at, root_m: null, is_open: isRefused(outcome), place });
      }
      if (open) takeOpen(outcomesById, open);
      await t.outcomes.put([...outcomesById.values()].filter((outcome) => !before.has(outcome)));
      if (ack) await t.facts.put([{ k: 'ack', ...ack }]);
    });
  }

  /**
   * Once the pulled rows contain a mutation that has an outcome, moves it to the sent-log. Deletes outcomes that are no longer needed.
   * `open` is the complete list of open outcomes that came with the pulled rows: a list from a pull with older rows would hide newer
   * outcomes.
   */
  async prune(lm: LastMutations, epoch: string | null, open: readonly OpenOutcome[] | null = null): Promise<void> {
    const sent_at = this.#now();
    await this.#store.write(async (t) => {
      const [queue, storedOutcomes] = await Promise.all([t.outbox.all(), t.outcomes.all()]);
      const outcomes = new Map(storedOutcomes.map((outcome) => [outcome.m, outcome]));
      if (open) takeOpen(outcomes, open);
      const doneRows = queue.filter((row) => outcomes.has(row.m) && row.s <= (lm[row.c] ?? 0));
      await t.sent.put(
        doneRows.map((row) => ({ ...row, outcome: outcomes.get(row.m)?.outcome ?? null, code: outcomes.get(row.m)?.code ?? null, sent_at })),
      );
      await t.outbox.delete(doneRows.map(({ q }) => q));
      const last = doneRows.at(-1);
      if (last) await t.facts.put([{ k: 'reached', c: last.c, s: last.s }]);
      const queuedIds = new Set(queue.map(({ m }) => m));
      for (const { m } of doneRows) queuedIds.delete(m);
      const keptOutcomes = [...outcomes.values()].filter(({ m, is_open }) => is_open || queuedIds.has(m));
      const before = new Set(storedOutcomes);
      const changed = keptOutcomes.filter((outcome) => !before.has(outcome));
      // The cost grows with the number of rows that are written or deleted. If few rows stay, it is cheaper to clear the table and write
      // the remaining rows again.
      if (storedOutcomes.length > 2 * keptOutcomes.length) {
        await t.outcomes.clear();
        await t.outcomes.put(keptOutcomes);
      } else {
        const stays = new Set(keptOutcomes.map(({ m }) => m));
        await t.outcomes.put(changed);
        await t.outcomes.delete(storedOutcomes.flatMap(({ m }) => (stays.has(m) ? [] : m)));
      }
      if (epoch !== null) await t.facts.put([{ k: 'epoch', epoch }]);
    });
  }

  /** Deletes, after 14 days, the actions that were sent, the stored counts, and the client ids without rows. */
  async forgetOld(): Promise<void> {
    const before = new Date(this.#clock.now() - SENT_DAYS * DAY).toISOString();
    await this.#store.write(async (t) => {
      const sentRows = await t.sent.all();
      const old = sentRows.filter(({ sent_at }) => sent_at < before);
      await t.sent.delete(old.map(({ q }) => q));
      const inUse = new Set([...sentRows.filter(({ sent_at }) => sent_at >= before), ...(await t.outbox.all())].map(({ c }) => clientKey(c)));
      const idle = (await t.facts.all()).filter(
        (fact) => fact.k.startsWith('client:') && 'at' in fact && fact.at < before && !inUse.has(clientKey(fact.k.slice(7))),
      );
      const oldCounts = (await t.facts.all()).filter(isCount).filter(({ at }) => at < before);
      await t.facts.delete([...idle, ...oldCounts].map(({ k }) => k));
    });
  }

  /** Handles a server that has other mutations under the numbers of this client id: waiting mutations from `fromS` on get a new client id. */
  async fork(c: string, fromS: number): Promise<void> {
    await this.#store.write(async (t) => {
      const rows = (await t.outbox.all()).filter((row) => row.c === c && row.s >= fromS);
      await this.#rekey(t, rows, [c]);
    });
  }

  /**
   * Handles a server that lacks mutations before `fromS`. If this tablet still has all of them, they are sent again. If not, the waiting mutations
   * from `expect` on get a new client id.
   */
  async gap(c: string, expect: number, fromS: number): Promise<void> {
    await this.#store.write(async (t) => {
      const missing = (await t.sent.all()).filter((row) => row.c === c && row.s >= expect && row.s < fromS);
      const waiting = (await t.outbox.all()).filter((row) => row.c === c && row.s >= expect);
      const heldRows = waiting.filter((row) => row.s < fromS);
      if (expect < fromS && missing.length + heldRows.length === fromS - expect) await unsend(t, missing);
      else await this.#rekey(t, waiting, [c]);
    });
  }

  /**
   * Handles a server that was restored from a backup. Every mutation that the server no longer has is sent again under a new client id,
   * with the same `m`. It carries the facts that the person saw instead of versions, because versions now mean something else.
   * `last_m` names the last mutation that the server has of each client id. If this tablet gave that mutation's number to a different
   * mutation, a copy of this tablet has used the same numbers: then every mutation that was sent under that client id is sent again.
   * This is done once per epoch.
   */
  async newEpoch(epoch: string, lm: LastMutations, last_m: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#store.write(async (t) => {
      if ((await factOf(t, 'epoch'))?.epoch === epoch) return;
      const sentRows = await t.sent.all();
      const queue = await t.outbox.all();
      const lastActionKeys = new Set([...sentRows, ...queue].map(({ c, s, m }) => (lm[c] === s ? `${c} ${m}` : '')));
      const isShared = (c: string) => last_m[c] !== undefined && !lastActionKeys.has(`${c} ${last_m[c]}`);
      const beyond = ({ c, s }: { c: string; s: number }) => s > (lm[c] ?? 0) || isShared(c);
      await unsend(t, sentRows.filter(beyond));
      const rows = (await t.outbox.all()).filter(beyond);
      await t.outcomes.delete(rows.map(({ m }) => m));
      const clients = (await t.facts.all()).filter((fact) => fact.k.startsWith('client:') && 'next_s' in fact && fact.replaced_by === null);
      await this.#rekey(
        t,
        rows.map(onFacts),
        clients.map(({ k }) => k.slice('client:'.length)),
      );
      await t.facts.put([{ k: 'epoch', epoch }]);
      await t.facts.delete(['reached', 'ack']);
    });
  }

  /** Moves rows to a new client id, in the same sequence. The new id replaces the rows' earlier client ids and those in `replaced`. */
  async #rekey(t: LedgerTables, rows: readonly Queued[], replaced: readonly string[]): Promise<void> {
    const c = this.#random.uuid();
    const at = this.#now();
    await t.outbox.put(rows.map((row, i) => ({ ...row, c, s: i + 1 })));
    const old = new Set([...replaced, ...rows.map((row) => row.c)]);
    await t.facts.put([
      { k: clientKey(c), next_s: rows.length + 1, replaced_by: null, at },
      ...[...old].map((client) => ({ k: clientKey(client), next_s: 1, replaced_by: c, at })),
    ]);
  }
}

/** Whether a delayed action can join the queue: it is due, or the clock was set back to a time before the action. */
export const isDue = ({ action, due }: DelayedAction, now: number): boolean => due <= now || Date.parse(action.at) > now;

/** Appends actions to the queue, except actions whose `m` is in the queue already. */
async function append(t: LedgerTables, c: string, actions: readonly NewMutation[], lastQ: number): Promise<Queued[]> {
  // The reads are requested together, because awaiting them one by one costs a tablet as much time as the writing does.
  const [{ c: client, fact }, before, life] = await Promise.all([standIn(t, c), factOf(t, 'last'), factOf(t, 'epoch')]);
  const newer = before && before.q > lastQ ? await t.outbox.after(lastQ) : [];
  let s = fact?.next_s ?? 1;
  let last = before;
  const newRows: Queued[] = [];
  const rows = actions.map((action): Queued => {
    const same = newer.find(({ m }) => m === action.m);
    if (same) return same;
    const { seen, ...rest } = action;
    const row = {
      ...rest,
      q: (last?.q ?? 0) + 1,
      c: client,
      s,
      nv: mutations[action.n].version,
      base: Object.fromEntries(seen.map((line) => [lineBaseKey(line.pick_line_id), baseFor(line, [...newer, ...newRows], life?.epoch)])),
      seen: Object.fromEntries(seen.map((line) => [lineBaseKey(line.pick_line_id), line.facts])),
    } as Queued;
    newRows.push(row);
    s += 1;
    last = { k: 'last', q: row.q, m: row.m };
    return row;
  });
  const newest = newRows.at(-1);
  if (!newest || !last) return rows;
  await t.outbox.put(newRows);
  await t.facts.put([last, { k: clientKey(client), next_s: s, replaced_by: null, at: newest.at }]);
  return rows;
}

/**
 * The base of an action. If this tablet has recorded the line, the base is that record, because a guessed or repeated version would be wrong. The
 * record waits on the tablet, or was sent while the screen still showed it as waiting. Without a record, the base is the line's version, or the
 * line's facts if the version is of another `epoch` than the queue: a screen may still show rows from before a restore after the queue has the new
 * epoch, and again after a power cut that lost the newer rows.
 */
function baseFor(line: SeenLine, newer: readonly Queued[], epoch: string | undefined): BaseOf {
  const own = newer.findLast((row) => row.n === 'pick.record_line' && row.a.pick_line_id === line.pick_line_id)?.m ?? line.after;
  if (own !== null) return { after: own };
  return epoch === undefined || line.epoch === epoch ? line.version : { facts: line.facts };
}

/** Replaces the list of open outcomes. Outcomes that are not on the new list are closed. */
function takeOpen(outcomes: Map<string, StoredOutcome>, open: readonly OpenOutcome[]): void {
  const openIds = new Set(open.map(({ m }) => m));
  for (const [m, outcome] of outcomes) if (outcome.is_open && !openIds.has(m)) outcomes.set(m, { ...outcome, is_open: false });
  for (const [place, { root_m, ...outcome }] of open.entries()) outcomes.set(outcome.m, { ...outcome, root_m: root_m ?? null, is_open: true, place });
}

/** Moves sent rows back into the queue. */
async function unsend(t: LedgerTables, rows: Awaited<ReturnType<LedgerTables['sent']['all']>>): Promise<void> {
  await t.outbox.put(rows.map(({ outcome: _outcome, code: _code, sent_at: _sent, ...row }) => row as Queued));
  await t.outcomes.delete(rows.map(({ m }) => m));
  await t.sent.delete(rows.map(({ q }) => q));
}

const onFacts = (row: Queued): Queued => ({
  ...row,
  base: Object.fromEntries(
    Object.entries(row.base).map(([key, base]) => {
      const facts = row.seen[key];
      return [key, typeof base === 'number' && facts ? { facts } : base];
    }),
  ),
});
