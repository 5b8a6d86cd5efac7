import { checkPin } from '../../shared/sync/pin.ts';
import { pinWait } from './pin-wait.ts';
import type { Clock } from './ports.ts';
import type { Fact, LedgerStore, LedgerTables } from './store.ts';

export interface AtWork {
  /** Null for the person who signed in. */
  person: { id: number; name: string } | null;
  is_locked: boolean;
}

/** What became of a PIN: theirs, or not, and until when no other is looked at. */
export type PinAnswer = { ok: true } | { ok: false; wrong: number; until: string | null };

/** A sign-in: whoever signs in works here until somebody chooses themself again. */
interface SignIn {
  who: { user: { id: number } };
  expires_at: string;
}

const nameOf = ({ who, expires_at }: SignIn): string => `${who.user.id} ${expires_at}`;
const pinKey = (id: number): `pin:${number}` => `pin:${id}`;
const triesOf = async (t: LedgerTables, id: number) => ((await t.facts.get(pinKey(id))) as Extract<Fact, { k: `pin:${number}` }> | undefined)?.tries;

/** Who works on this tablet, kept where a killed browser does not lose it. */
export class People {
  readonly #store: LedgerStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #check: typeof checkPin;

  constructor(store: LedgerStore, clock: Pick<Clock, 'now'>, check: typeof checkPin = checkPin) {
    this.#store = store;
    this.#clock = clock;
    this.#check = check;
  }

  /** Who has chosen themself since this sign-in; null where nobody has. */
  atWork(signIn: SignIn): Promise<AtWork | null> {
    return this.#store.read(async (t) => {
      const kept = (await t.facts.get('at_work')) as Extract<Fact, { k: 'at_work' }> | undefined;
      return kept?.of === nameOf(signIn) ? { person: kept.person, is_locked: kept.is_locked } : null;
    });
  }

  async keep(signIn: SignIn, { person, is_locked }: AtWork): Promise<void> {
    await this.#store.write((t) => t.facts.put([{ k: 'at_work', of: nameOf(signIn), person, is_locked }]));
  }

  /** Until when no PIN of this person is looked at; null where one may be tried now. */
  async waitsUntil(id: number): Promise<string | null> {
    const tries = await this.#store.read((t) => triesOf(t, id));
    return this.#isOver(tries?.until ?? null) ? null : (tries?.until ?? null);
  }

  /** Tries a PIN. A wrong one is counted before it is answered, so that neither a reload nor a second tab gives another guess. */
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

  /** A wait that lies further ahead than any wait does comes from a clock that was set: it is over. */
  #isOver(until: string | null): boolean {
    if (until === null) return true;
    const left = Date.parse(until) - this.#clock.now();
    return left <= 0 || left > pinWait(Number.MAX_SAFE_INTEGER);
  }
}
