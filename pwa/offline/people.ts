import { checkPin } from '../../shared/sync/pin.ts';
import type { SessionCopy } from '../session/store.ts';
import { pinWait } from './pin-wait.ts';
import type { Clock } from './ports.ts';
import type { Fact, LedgerStore, LedgerTables } from './store.ts';

/** The result of trying a PIN: whether it was right, how often it was wrong, and until when none can be tried. */
export type PinAnswer = { ok: true } | { ok: false; wrong: number; until: string | null };

const pinKey = (id: number): `pin:${number}` => `pin:${id}`;
const triesOf = async (t: LedgerTables, id: number) => ((await t.facts.get(pinKey(id))) as Extract<Fact, { k: `pin:${number}` }> | undefined)?.tries;

/**
 * Who is signed in, who works and the tries of their PINs. The ledger stores them, which survives a killed browser: the browser writes its own small
 * store late.
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

  /** The session as it was last stored here; null where none ever was. */
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

  /** Until when this person's PIN cannot be tried; null where it can be tried now. */
  async waitsUntil(id: number): Promise<string | null> {
    const tries = await this.#store.read((t) => triesOf(t, id));
    return this.#isOver(tries?.until ?? null) ? null : (tries?.until ?? null);
  }

  /** Tries a PIN. A wrong one is counted before the result is returned, so that neither a reload nor a second tab gives another try. */
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

  /** A wait that ends later than any wait can was made before the clock was set back: it is over. */
  #isOver(until: string | null): boolean {
    if (until === null) return true;
    const remaining = Date.parse(until) - this.#clock.now();
    return remaining <= 0 || remaining > pinWait(Number.MAX_SAFE_INTEGER);
  }
}
