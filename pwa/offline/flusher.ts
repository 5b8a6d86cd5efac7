import { BATCH_LIMIT, PROTOCOL_VERSION } from '../../shared/sync/protocol.ts';
import type { Halt, LastMutations, Poke, ReadAnswer, SyncRequest, WireMutation } from '../../shared/sync/wire.ts';

import type { Cache } from './cache.ts';
import { answerCheck } from './check-answer.ts';
import type { Ledger } from './ledger.ts';
import type { Link, NetworkAnswer, Ports, Problem } from './ports.ts';
import { withReserves } from './storage-quota.ts';
import type { Queued } from './store.ts';

/** The maximum number of characters in a batch. The server refuses a request of more than a megabyte, and the digests of large orders are long. */
const BATCH_SIZE = 300_000;
const POLL_IDLE = 60_000;
const POLL_WAITING = 10_000;
const BACK_OFF_FIRST = 1_000;
const MAX_BACK_OFF = 60_000;
const MAX_REQUEST_TIME = 30_000;
/** While offline, a request without a response after this many milliseconds is assumed to hang on a lost connection. */
const HANGS_AFTER = 5_000;
/** The minimum number of milliseconds between two tries, even if a person taps more often. */
const BETWEEN_TRIES = 1_000;
/** Full pulls after a new epoch are spread over this many milliseconds, so that the tablets of a floor do not all send them at once. */
const EPOCH_SPREAD = 3_000;

/** The result of one exchange. */
export type Step =
  /** There is more to send or to fetch. */
  | { next: 'go_on' }
  /** Nothing is left to send or to fetch. */
  | { next: 'rest'; waiting: number }
  /** The exchange failed: try again after a back-off, or after `ms` if it is set. */
  | { next: 'again'; ms?: number };

export interface FlusherOptions {
  ledger: Ledger;
  cache: Cache;
  ports: Pick<Ports, 'clock' | 'random' | 'network' | 'lock' | 'reserves'>;
  device: { device: string; secret: string };
  /** Returns the signed-in person's token; null if nobody is signed in. */
  token: () => string | null;
  /** Called when the server no longer accepts this token. */
  refused?: (token: string) => void;
  /** Called after every change of the rows, the outcomes or the queue. */
  changed: () => void;
  /** Called after every change of the connection's state. */
  link: (link: Link) => void;
}

/** Why a wait ends. `queued`: an action was queued. `now`: a person asks for a sync or is back at the tablet. `network`: there is a network again. */
export type WakeReason = 'queued' | 'now' | 'network';

/** The reason with which a wait is aborted. Without a reason, each abort would create an error object that nobody reads. */
const over = 'over';

const asSent = (row: Queued): WireMutation => ({
  c: row.c,
  s: row.s,
  m: row.m,
  n: row.n,
  nv: row.nv,
  a: row.a,
  base: row.base,
  ...(row.n === 'pick.record_line' && { seen: row.seen }),
  actor_id: row.actor.id,
  asserted: row.asserted,
  at: row.at,
});

/** The first mutations of the queue, as many as fit into one request, but at least one. */
export function batchOf(rows: readonly Queued[]): Queued[] {
  let size = 0;
  const most = rows.slice(0, BATCH_LIMIT);
  const end = most.findIndex((row) => {
    size += JSON.stringify(asSent(row)).length;
    return size > BATCH_SIZE;
  });
  return end === -1 ? most : most.slice(0, Math.max(1, end));
}

/** Sends the queue to the server in its order, one request at a time, and fetches the server's rows. Each device has one flusher. */
export class Flusher {
  readonly #of: FlusherOptions;
  #link: Link = { online: false, last_sync_at: null, offline_since: null, next_try_at: null, problem: null };
  #failures = 0;
  /** True after the epoch has changed: the next request then asks about every client, not only about clients with waiting mutations. */
  #askAll = false;
  #waking: (() => void) | null = null;
  #wasWoken = false;
  #wokenAt = Number.NEGATIVE_INFINITY;
  #sentAt = 0;
  /** Aborts the request that has no response yet. */
  #giveUp: (() => void) | null = null;
  /** Ends the stream of pokes. */
  #endStream: (() => void) | null = null;
  /** Ends the wait for the next stream of pokes. */
  #listenAgain: (() => void) | null = null;
  #onOnline: (() => void) | null = null;

  constructor(of: FlusherOptions) {
    this.#of = of;
  }

  /**
   * Ends the current wait. A wait after a failed request goes on if `why` is `queued`, and ends otherwise. A request on a lost connection gets no
   * response for half a minute. So the request is aborted if the network is back, or if the tablet is offline and the request was sent at least
   * `HANGS_AFTER` ago.
   */
  wake(why: WakeReason): void {
    if (why === 'queued' && this.#failures > 0) return;
    this.#wasWoken = true;
    if (why !== 'queued') {
      this.#failures = 0;
      this.#listenAgain?.();
      const hangs = !this.#link.online && this.#of.ports.clock.now() - this.#sentAt >= HANGS_AFTER;
      if (why === 'network' || hangs) this.#giveUp?.();
      if (why === 'network') this.#endStream?.();
    }
    this.#waking?.();
  }

  /** Syncs until the signal aborts. Begins once no other tab syncs. */
  run(until: AbortSignal): Promise<void> {
    const { lock, clock } = this.#of.ports;
    return lock.hold('kitroom-flusher', until, async (signal) => {
      await this.#of.ledger.forgetOld().catch(() => undefined);
      const listening = this.#listen(signal);
      while (!signal.aborted) {
        this.#wasWoken = false;
        const step = await this.step(signal).catch((): Step => ({ next: 'again' }));
        const ms = this.#pause(step);
        if (ms === 0 || signal.aborted) continue;
        this.#tell({ next_try_at: step.next === 'again' ? new Date(clock.now() + ms).toISOString() : null });
        await this.#rest(ms, signal);
        if (this.#wasWoken && step.next === 'again') await this.#keepApart(signal);
      }
      await listening;
    });
  }

  #pause(step: Step): number {
    if (step.next === 'go_on') {
      this.#failures = 0;
      return 0;
    }
    if (step.next === 'rest') {
      this.#failures = 0;
      return step.waiting > 0 ? POLL_WAITING : POLL_IDLE;
    }
    if (step.ms !== undefined) return step.ms;
    const most = Math.min(MAX_BACK_OFF, BACK_OFF_FIRST * 2 ** this.#failures);
    this.#failures += 1;
    return most / 2 + (most / 2) * this.#of.ports.random.fraction();
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#wasWoken) return;
    const woken = new AbortController();
    this.#waking = () => woken.abort(over);
    await this.#of.ports.clock.sleep(ms, AbortSignal.any([signal, woken.signal]));
    this.#waking = null;
  }

  /**
   * Waits if the last try that a person asked for was less than `BETWEEN_TRIES` ago. The wait has an upper limit, because a clock may
   * be set back by a day.
   */
  async #keepApart(signal: AbortSignal): Promise<void> {
    const { clock } = this.#of.ports;
    const early = Math.min(BETWEEN_TRIES, this.#wokenAt + BETWEEN_TRIES - clock.now());
    if (early > 0) await clock.sleep(early, signal);
    this.#wokenAt = clock.now();
  }

  /** One exchange with the server. */
  async step(signal: AbortSignal): Promise<Step> {
    const { ledger, cache, ports, token } = this.#of;
    const bearer = token();
    if (!bearer) {
      this.#problem('sign_in');
      return { next: 'again', ms: POLL_IDLE };
    }

    const standing = await cache.standing();
    const queue = await ledger.toSend(standing.lm);
    const sentCursor = standing.cursor;
    // Nothing is sent before the epoch of the server's database is known, because versions of another epoch mean something else.
    const push = sentCursor === null || standing.is_paging || this.#askAll ? [] : batchOf(queue.rows);
    const clients = this.#askAll ? await ledger.clients() : queue.clients;
    const lm: LastMutations = Object.fromEntries(clients.map((c) => [c, standing.lm[c] ?? 0]));
    // The request names the last mutation that the server is known to have stored. If the server lacks that mutation, its database was restored.
    const { epoch, reached, ack } = queue;
    if (reached && (sentCursor === null || sentCursor.epoch === epoch)) lm[reached.c] = Math.max(reached.s, lm[reached.c] ?? 0);
    const request: SyncRequest = {
      pv: PROTOCOL_VERSION,
      ...this.#of.device,
      pending: queue.waiting,
      push: push.map(asSent),
      pull: {
        cursor: sentCursor,
        lm,
        ...(sentCursor === null && epoch !== null && { epoch }),
        ...(this.#askAll && { asks_last_m: true }),
        ...(ack && { ack }),
      },
      ...(queue.lost && !queue.lost.told && { lost: { device: queue.lost.device, n: queue.lost.n, since: queue.lost.since } }),
    };

    let response: NetworkAnswer;
    let answer: ReadAnswer | null = null;
    const timeout = new AbortController();
    try {
      const timer = new AbortController();
      this.#giveUp = () => timeout.abort(over);
      this.#sentAt = ports.clock.now();
      void ports.clock.sleep(MAX_REQUEST_TIME, AbortSignal.any([signal, timer.signal])).then(() => timer.signal.aborted || timeout.abort());
      try {
        response = await ports.network.sync(request, bearer, AbortSignal.any([signal, timeout.signal]));
      } finally {
        this.#giveUp = null;
        timer.abort(over);
      }
      if (response.status === 200) answer = (await answerCheck())(response.body);
    } catch {
      // If the tablet aborted the request itself, that says nothing about the network.
      if (timeout.signal.reason !== over) this.#offline();
      return { next: 'again' };
    }
    if (!answer) return this.#notAnAnswer(response, bearer);
    return await this.#take(answer, { sentCursor, isPage: standing.is_paging, push, epoch, tells: request.lost !== undefined });
  }

  /** Processes a valid response in a sequence that survives a crash: it stores the outcomes, then the rows, and only then shortens the queue. */
  async #take(
    answer: ReadAnswer,
    request: {
      sentCursor: SyncRequest['pull']['cursor'];
      /** True if the request was for a further page. */
      isPage: boolean;
      push: readonly Queued[];
      epoch: string | null;
      tells: boolean;
    },
  ): Promise<Step> {
    const { ledger, cache, ports } = this.#of;
    const now = new Date(ports.clock.now()).toISOString();
    this.#tell({
      online: true,
      last_sync_at: now,
      offline_since: null,
      next_try_at: null,
      problem: problemOf(answer.halt),
    });
    if (request.tells) await ledger.confirmLoss();

    const isNewEpoch = answer.cursor !== null && request.epoch !== null && answer.cursor.epoch !== request.epoch;
    if (isNewEpoch && !this.#askAll) {
      this.#askAll = true;
      return { next: 'again', ms: EPOCH_SPREAD * ports.random.fraction() };
    }

    await ledger.answered(answer.results, null, answer.ack);
    if (answer.cursor && isNewEpoch && !answer.more) {
      await ledger.newEpoch(answer.cursor.epoch, answer.lm, answer.last_m);
    }
    const applied = await withReserves(ports.reserves, () => cache.apply(request.sentCursor, answer, now));
    if (applied.did === 'committed') {
      await ledger.prune(applied.lm, answer.cursor?.epoch ?? null, answer.outcomes);
      this.#askAll = false;
    }
    this.#of.changed();

    if (answer.halt) return await this.#halted(answer.halt, request.push, answer);
    if (applied.did === 'stale') return { next: 'again' };
    if (applied.did === 'staged') return { next: 'go_on' };
    const remaining = await ledger.toSend(applied.lm);
    const hasProgress = isNewEpoch || request.push.length === 0 || answer.results.length > 0;
    // All pages show the rows at the time of the first page. Later changes, which were announced meanwhile, are requested at once.
    return request.isPage || (remaining.rows.length > 0 && hasProgress) ? { next: 'go_on' } : { next: 'rest', waiting: remaining.rows.length };
  }

  /** Handles a batch that the server did not finish. Whatever the reason, the first mutation without a result is sent again before later ones. */
  async #halted(halt: Halt, push: readonly Queued[], answer: ReadAnswer): Promise<Step> {
    const { ledger } = this.#of;
    const answeredIds = new Set(answer.results.map(({ m }) => m));
    const haltedRow = push.find(({ m }) => !answeredIds.has(m));
    if (haltedRow && halt.why === 'fork') await ledger.fork(haltedRow.c, haltedRow.s);
    if (haltedRow && halt.why === 'gap') await ledger.gap(haltedRow.c, halt.expect ?? (answer.lm[haltedRow.c] ?? 0) + 1, haltedRow.s);
    if (halt.why === 'auth' || halt.why === 'upgrade') return { next: 'again', ms: POLL_IDLE };
    this.#of.changed();
    return { next: 'again' };
  }

  /** Handles a response that is not an answer, such as a captive portal, a proxy's page, a refusal or an error. Its content is not used. */
  #notAnAnswer({ status, body }: NetworkAnswer, token: string): Step {
    if (status === 401 && isApiError(body)) {
      this.#of.refused?.(token);
      this.#problem('sign_in');
      return { next: 'again', ms: POLL_IDLE };
    }
    if (status === 403 && isApiError(body)) {
      this.#problem('device');
      return { next: 'again', ms: POLL_IDLE };
    }
    this.#offline(status === 422 && isApiError(body) ? 'refused' : null);
    return { next: 'again' };
  }

  /** Listens for pokes while the server can be reached, so that other people's changes are shown at once. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { ports, device, token, cache } = this.#of;
    let failures = 0;
    const onPoke = (poke: Poke): void => {
      failures = 0;
      const isNews = cache.standing().then(({ cursor }) => !cursor || poke.epoch !== cursor.epoch || poke.v > cursor.v);
      void isNews.catch(() => true).then((news) => news && this.wake('queued'));
    };
    while (!signal.aborted) {
      await this.#untilOnline(signal);
      const bearer = token();
      if (bearer && !signal.aborted) {
        failures += 1;
        const stream = new AbortController();
        this.#endStream = () => stream.abort(over);
        await ports.network.listen(device.device, bearer, onPoke, AbortSignal.any([signal, stream.signal])).catch(() => undefined);
        this.#endStream = null;
        // A stream that ends is the first sign of a lost network, so the next sync starts at once and shows whether the network is lost.
        this.#wasWoken = true;
        this.#waking?.();
      }
      const most = Math.min(MAX_BACK_OFF, BACK_OFF_FIRST * 2 ** failures);
      const again = new AbortController();
      this.#listenAgain = () => {
        failures = 0;
        again.abort(over);
      };
      await ports.clock.sleep(most / 2 + (most / 2) * ports.random.fraction(), AbortSignal.any([signal, again.signal]));
      this.#listenAgain = null;
    }
  }

  #untilOnline(signal: AbortSignal): Promise<void> {
    if (this.#link.online || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onOnline = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #problem(problem: Problem): void {
    this.#tell({ problem, next_try_at: null });
  }

  #offline(problem: Problem | null = null): void {
    const since = this.#link.offline_since ?? new Date(this.#of.ports.clock.now()).toISOString();
    this.#tell({ online: false, offline_since: since, problem });
  }

  #tell(change: Partial<Link>): void {
    this.#link = { ...this.#link, ...change };
    this.#of.link(this.#link);
    if (this.#link.online) this.#onOnline?.();
  }
}

const isApiError = (body: unknown): boolean => typeof body === 'object' && body !== null && 'message' in body;

function problemOf(halt: Halt | null): Problem | null {
  if (halt?.why === 'auth') return 'device';
  return halt?.why === 'upgrade' ? 'update' : null;
}
