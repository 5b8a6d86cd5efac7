import { checkPin } from '../../shared/sync/pin.ts';
import type { SessionCopy } from '../session/store.ts';
import { pinWait } from './pin-wait.ts';
import type { Clock } from './ports.ts';
import type { Fact, LedgerStore, LedgerTables } from './store.ts';

/** The result of a try of a PIN: whether the PIN was right, how many wrong ones were tried, and until when no PIN can be tried. */
export type PinAnswer = { ok: true } | { ok: false; wrong: number; until: string | null };

const pinKey = (id: number): `pin:${number}` => `pin:${id}`;
const triesOf = async (t: LedgerTables, id: number) => ((await t.facts.get(pinKey(id))) as Extract<Fact, { k: `pin:${number}` }> | undefined)?.tries;

/**
 * Who is signed in, who works on the tablet, and the tries of their PINs. All this is stored in the ledger, which survives if the browser is killed.
 * Local storage may not survive, because the browser writes it to the disk late.
 */
export class People {
  readonly #store: LedgerStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #check: typeof checkPin;

  constructor(store: LedgerStore, clock: Pick<Clock, 'now'>, check: typeof checkPin = checkPin) {
    this.#store = store;
    this.#clock = clock;
    this.#check = check;
  }

  /** The session that was stored last on this device; null if no session was ever stored. */
  session(): Promise<SessionCopy | null> {
    return this.#store.read(async (t) => {
      const fact = (await t.facts.get('session')) as Extract<Fact, { k: 'session' }> | undefined;
      return fact ? { at: fact.at, session: fact.session as SessionCopy['session'] } : null;
    });
  }

  /** Stores a session, unless a newer one is stored. */
  async keepSession({ at, session }: SessionCopy): Promise<void> {
    await this.#store.write(async (t) => {
      const fact = (await t.facts.get('session')) as Extract<Fact, { k: 'session' }> | undefined;
      if ((fact?.at ?? 0) < at) await t.facts.put([{ k: 'session', at, session }]);
    });
  }

  /** Until when this person's PIN cannot be tried; null if it can be tried now. */
  async waitsUntil(id: number): Promise<string | null> {
    const tries = await this.#store.read((t) => triesOf(t, id));
    return this.#isOver(tries?.until ?? null) ? null : (tries?.until ?? null);
  }

  /** Tries a PIN. Each try is counted as wrong before the check, so that a reload or a second tab gives no further try. */
  async tryPin(person: { id: number; pin_hash: string }, digits: string): Promise<PinAnswer> {
    const wrong = await this.#store.write(async (t) => {
      const tries = await triesOf(t, person.id);
      if (!this.#isOver(tries?.until ?? null)) return null;
      const count = (tries?.wrong ?? 0) + 1;
      const wait = pinWait(count);
      const until = wait > 0 ? new Date(this.#clock.now() + wait).toISOString() : null;
      await t.facts.put([{ k: pinKey(person.id), tries: { wrong: count, until } }]);
      return count;
    });
    if (wrong !== null && (await this.#check(person.pin_hash, digits))) {
      await this.#store.write((t) => t.facts.delete([pinKey(person.id)]));
      return { ok: true };
    }
    const tries = await this.#store.read((t) => triesOf(t, person.id));
    return { ok: false, wrong: tries?.wrong ?? 0, until: tries?.until ?? null };
  }

  /** Whether a wait is over. If more time remains than the longest wait takes, the clock was set back meanwhile, and the wait counts as over. */
  #isOver(until: string | null): boolean {
    if (until === null) return true;
    const remaining = Date.parse(until) - this.#clock.now();
    return remaining <= 0 || remaining > pinWait(Number.MAX_SAFE_INTEGER);
  }
}
